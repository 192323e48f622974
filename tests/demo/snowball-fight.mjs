/**
 * Plays Showdown by pressing the page's buttons, and checks the page after each press: the seats that must answer, their
 * stage, and the seat to which the turn returns. Keeps a tally of what it has seen.
 */
import assert from 'node:assert/strict';
import { seat } from './harness.mjs';

/** Cards in the order in which a hand is played: first those that demand the most of the others. */
const EAGER = ['FORT', 'SLED', 'FLURRY', 'FACE_OFF', 'SNOWBALL', 'COCOA'];

/** Returns the current content of the page. */
export function table(page) {
  return page.evaluate(() => {
    const texts = (root, selector) => [...root.querySelectorAll(selector)].map((element) => element.textContent);
    return {
      over: document.querySelector('.status-text').textContent.includes('over'),
      story: document.querySelector('[data-testid="story"]').textContent,
      pending: document.querySelector('.pending .tag')?.textContent ?? null,
      sled: texts(document, '.sled .card-title'),
      seats: [...document.querySelectorAll('.fighter')].map((place) => ({
        id: place.dataset.seat,
        name: place.querySelector('.seat-name').textContent,
        health: place.querySelectorAll('.heart:not(.is-lost)').length,
        out: place.classList.contains('is-out'),
        acting: place.hasAttribute('data-acting'),
        turn: place.querySelector('.seat-turn') !== null,
        stage: place.querySelector('.seat-state').textContent.split(' · ')[1] ?? null,
        cards: place.querySelectorAll('.hand > *').length,
        open: texts(place, '.hand button .card-title'),
        fort: place.querySelector('.in-play') !== null,
        able: [...place.querySelectorAll('.hand button:not([aria-disabled])')].map((card) => card.dataset.card),
        buttons: [...place.querySelectorAll('.moves button:not([aria-disabled])')].map((button) => button.dataset.move),
      })),
    };
  });
}

/** Plays until the game is over or `enough(tally)`; returns the tally. */
export async function play(page, enough = () => false) {
  const tally = { presses: 0 };
  const saw = (what) => { tally[what] = (tally[what] ?? 0) + 1; };
  for (let now = await table(page); !now.over && !enough(tally); now = await table(page)) {
    tally.presses++;
    assert.ok(tally.presses < 600, 'the game comes to an end');
    const acting = now.seats.filter((place) => place.acting);
    assert.ok(acting.length > 0, 'somebody may act');
    assert.ok(acting.every((place) => !place.out), 'no player acts who is out');
    assert.ok(now.seats.every((place) => place.acting || place.open.length === 0), 'the hands of those who may not act are hidden');
    // The last of them first: seats that must answer at once may do so in any order.
    await answer(page, now, acting.at(-1), saw);
  }
  return tally;
}

async function answer(page, before, actor, saw) {
  switch (actor.stage) {
    case null: return turn(page, before, actor, saw);
    case 'dodge': return dodge(page, before, actor, saw);
    case 'answerFlurry': return answerFlurry(page, before, actor, saw);
    case 'faceOff': return faceOff(page, before, actor, saw);
    case 'chooseCard': return choose(page, before, actor, saw);
    case 'discardDown': return discard(page, before, actor, saw);
    default: throw new Error(`no such stage: ${actor.stage}`);
  }
}

async function turn(page, before, actor, saw) {
  assert.ok(actor.turn, 'without a stage, only the owner of the turn acts');
  const others = before.seats.filter((place) => !place.out && place.id !== actor.id);
  const kind = EAGER.find((card) => actor.able.includes(card));
  if (!kind) {
    await seat(page, actor.id).locator('[data-move="finishTurn"]').click();
    const after = await table(page);
    if (after.seats[actor.id].stage === 'discardDown') return saw('held too many cards');
    assert.notEqual(owner(after), actor.id, 'the turn went on');
    assert.equal(owner(after), following(after, actor.id), 'to the next who is not out');
    return saw('turn ended');
  }
  await seat(page, actor.id).locator(`.hand [data-card="${kind}"]:not([aria-disabled])`).first().click();
  const target = others.toSorted((a, b) => a.health - b.health)[0];
  if (kind === 'SNOWBALL' || kind === 'FACE_OFF') {
    const offered = await page.locator('.targets [data-target]').evaluateAll((buttons) => buttons.map((button) => button.dataset.target));
    assert.deepEqual(offered, others.map((place) => place.id), 'one aims at others who are not out');
    await page.locator(`[data-target="${target.id}"]`).click();
  }
  const after = await table(page);
  saw(kind);
  switch (kind) {
    case 'FORT':
      assert.ok(after.seats[actor.id].fort);
      return asked(after, [actor.id], null);
    case 'COCOA':
      assert.equal(after.seats[actor.id].health, actor.health + 1);
      return asked(after, [actor.id], null);
    case 'SNOWBALL':
      assert.equal(after.pending, 'Snowball');
      return asked(after, [target.id], 'dodge');
    case 'FACE_OFF':
      assert.equal(after.pending, 'Face-off');
      return asked(after, [target.id], 'faceOff');
    case 'FLURRY':
      assert.equal(after.pending, 'Flurry');
      return asked(after, [following(after, actor.id)], 'answerFlurry');
    default:
      assert.equal(after.pending, 'Supply sled');
      assert.equal(after.sled.length, others.length + 1, 'a card for each');
      return asked(after, [actor, ...others].map(({ id }) => id), 'chooseCard');
  }
}

async function dodge(page, before, actor, saw) {
  const place = seat(page, actor.id);
  if (actor.buttons.includes('hideInFort')) {
    await place.locator('[data-move="hideInFort"]').click();
    const after = await table(page);
    if (after.story.includes('hearts, it holds')) {
      saw('fort held');
      return asked(after, [owner(after)], null);
    }
    saw('fort failed');
    assert.match(after.story, /no hearts/);
    asked(after, [actor.id], 'dodge');
    assert.ok(!after.seats[actor.id].buttons.includes('hideInFort'), 'a fort is tried once');
    return;
  }
  if (actor.able.length > 0) {
    assert.deepEqual(new Set(actor.able), new Set(['DUCK']), 'only a Duck answers a Snowball');
    await place.locator('.hand [data-card="DUCK"]').first().click();
    const after = await table(page);
    assert.equal(after.seats[actor.id].health, actor.health);
    saw('missed');
    return asked(after, [owner(after)], null);
  }
  await place.locator('[data-move="takeHit"]').click();
  saw('hit');
  const after = await table(page);
  assertHurt(after, actor, saw);
  if (!after.over) asked(after, [owner(after)], null);
}

async function answerFlurry(page, before, actor, saw) {
  const place = seat(page, actor.id);
  if (actor.able.length > 0) {
    await place.locator('.hand [data-card="SNOWBALL"]').first().click();
    saw('flurry answered');
  } else {
    await place.locator('[data-move="takeHit"]').click();
    saw('flurry hit');
  }
  const after = await table(page);
  if (actor.able.length === 0) assertHurt(after, actor, saw);
  if (after.over) return;
  const next = following(after, actor.id);
  if (next === owner(before)) asked(after, [next], null);
  else asked(after, [next], 'answerFlurry');
}

async function faceOff(page, before, actor, saw) {
  const place = seat(page, actor.id);
  if (actor.able.length > 0) {
    await place.locator('.hand [data-card="SNOWBALL"]').first().click();
    const after = await table(page);
    saw('face-off answered');
    if (actor.turn) saw('face-off came back');
    const [other] = after.seats.filter((one) => one.acting);
    assert.notEqual(other.id, actor.id, 'the other one has to answer now');
    assert.ok(actor.turn || other.turn, 'one of the two has the turn');
    return asked(after, [other.id], 'faceOff');
  }
  await place.locator('[data-move="takeHit"]').click();
  saw('face-off lost');
  const after = await table(page);
  assertHurt(after, actor, saw);
  if (!after.over) asked(after, [owner(after)], null);
}

async function choose(page, before, actor, saw) {
  const { sled } = before;
  await seat(page, actor.id).locator('[data-move="chooseCard"]').last().click();
  const after = await table(page);
  saw('sled');
  assert.equal(after.sled.length, sled.length - 1);
  assert.equal(after.seats[actor.id].cards, actor.cards + 1);
  const left = before.seats.filter((place) => place.acting && place.id !== actor.id).map(({ id }) => id);
  if (left.length) asked(after, left, 'chooseCard');
  else asked(after, [owner(before)], null);
}

async function discard(page, before, actor, saw) {
  const excess = actor.cards - actor.health;
  await seat(page, actor.id).locator('.hand button').first().click();
  const after = await table(page);
  saw('discarded down');
  if (excess > 1) asked(after, [actor.id], 'discardDown');
  else assert.equal(owner(after), following(after, actor.id), 'with the last card the turn ends');
}

function asked(now, ids, stage) {
  const acting = now.seats.filter((place) => place.acting);
  assert.deepEqual(acting.map(({ id }) => id).sort(), [...ids].sort());
  for (const place of acting) assert.equal(place.stage, stage);
  if (stage === null) assert.equal(now.pending, null, 'nothing is pending');
}

function assertHurt(after, actor, saw) {
  const place = after.seats[actor.id];
  assert.equal(place.health, actor.health - 1);
  assert.equal(place.out, place.health === 0);
  if (!place.out) return;
  saw('out');
  assert.equal(place.cards, 0);
  if (actor.turn) saw('out on own turn');
}

function owner(now) {
  return now.seats.find((place) => place.turn)?.id;
}

function following(now, id) {
  const { seats } = now;
  for (let step = 1; step <= seats.length; step++) {
    const place = seats[(Number(id) + step) % seats.length];
    if (!place.out) return place.id;
  }
  return undefined;
}
