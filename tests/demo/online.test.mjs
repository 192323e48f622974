// Online play on the page: two phones, a master, and a network with adjustable faults; and the same with boardgame.io's protocol.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, assertFits, demo, picture } from './harness.mjs';

const open = demo();
const PHONES = [0, 1];

const phone = (page, who) => page.locator(`#online-table [data-phone="${who}"]`);
const cell = (page, who, at) => phone(page, who).locator(`[data-at="${at}"]`);
const button = (page, name) => page.locator('#online-table').getByRole('button', { name });

async function setUp(t, { way = 'Rondel', viewport, colorScheme, ...conditions } = {}) {
  const page = await open(t, '?seed=online', { viewport, colorScheme });
  if (way !== 'Rondel') await page.getByRole('radio', { name: way }).check();
  for (const [name, value] of Object.entries({ latency: 300, jitter: 0, ...conditions })) {
    await page.getByRole('slider', { name: new RegExp(`^${name}`, 'i') }).fill(String(value));
  }
  for (const who of PHONES) await cell(page, who, 0).waitFor();
  return page;
}

/** Picks on a phone, all at once; returns the page's content before any message can arrive. */
function pickAtOnce(page, picks) {
  return page.evaluate(async (picks) => {
    const field = ([who, at]) => document.querySelector(`#online-table [data-phone="${who}"] [data-at="${at}"]`);
    for (const pick of picks) field(pick).click();
    // Microtasks, in which the page is drawn, and no task, in which a message arrives.
    for (let turn = 0; turn < 20; turn++) await null;
    const [who] = picks[0];
    const inPhone = (selector) => document.querySelector(`#online-table [data-phone="${who}"] ${selector}`);
    return {
      pickers: picks.map((pick) => field(pick).dataset.picker ?? null),
      confirmed: picks.map(([, at]) => inPhone('.small-orchard').dataset.pickers[at]),
      pending: inPhone('[data-fact="pending"]').textContent,
      basket: inPhone('[data-fact="basket"]').textContent,
      statuses: [...inPhone('.actions').querySelectorAll('[data-status]')].map(({ dataset }) => dataset.status),
    };
  }, picks);
}

/** The fields as the master or a phone shows them: a letter each. */
const truth = (page) => page.locator('#online-table .is-master').getAttribute('data-pickers');
const confirmed = (page, who) => phone(page, who).locator('.small-orchard').getAttribute('data-pickers');
const shown = (page, who) => phone(page, who).locator('[data-at]').evaluateAll((fields) => fields.map(({ dataset }) => dataset.picker ?? '-').join(''));
const statuses = (page, who) => phone(page, who).locator('[data-status]').evaluateAll((actions) => actions.map(({ dataset }) => dataset.status));

/** Waits until phones have no pending actions, and show the master's state. */
async function settled(page, phones = PHONES, timeout = undefined) {
  await page.waitForFunction((phones) => phones.every((who) => {
    const within = (selector) => document.querySelector(`#online-table ${selector}`);
    const fields = [...document.querySelectorAll(`#online-table [data-phone="${who}"] [data-at]`)];
    return within(`[data-phone="${who}"] [data-fact="pending"]`)?.textContent === '0 pending'
      && fields.map(({ dataset }) => dataset.picker ?? '-').join('') === within('.is-master').dataset.pickers;
  }), phones, { timeout });
}

/** Waits until a phone has received all actions of the master. */
function told(page, who) {
  return page.waitForFunction((who) => {
    const [phone, master] = [`[data-phone="${who}"] .small-orchard`, '.is-master'].map((selector) => document.querySelector(`#online-table ${selector}`));
    return phone?.dataset.state === master.dataset.state;
  }, who);
}

/** Lets the sent messages of the phones reach the master: a timer as long as their latency, set after theirs. */
function arrived(page, latency) {
  return page.evaluate((latency) => new Promise((done) => setTimeout(done, latency + 1)), latency);
}

async function letDogLoose(page) {
  await button(page, 'Let the dog loose').click();
  await button(page, 'Call the dog back').waitFor();
}

async function callDogBack(page) {
  await button(page, 'Call the dog back').click();
  await button(page, 'Let the dog loose').waitFor();
}

test('two picks in a row show at once, and are confirmed when their answers have arrived', async (t) => {
  const page = await setUp(t);
  assert.deepEqual(await pickAtOnce(page, [[0, 3], [0, 4]]), {
    pickers: ['0', '0'], confirmed: ['-', '-'], pending: '2 pending', basket: '2', statuses: ['predicted', 'predicted'],
  });
  await settled(page);
  assert.deepEqual(await statuses(page, 0), ['confirmed', 'confirmed']);
  assert.equal(await confirmed(page, 0), '---00-----------');
  assert.equal(await shown(page, 1), '---00-----------');
});

test('the prediction can be chosen: the pick and its hooks, the pick alone, or nothing', async (t) => {
  const page = await setUp(t);
  const predicted = { pending: '1 pending', confirmed: ['-'] };
  for (const [depth, expected] of [
    ['flow', { pickers: ['0'], basket: '1', statuses: ['predicted'] }],
    ['moves', { pickers: ['0'], basket: '0', statuses: ['predicted'] }],
    ['none', { pickers: [null], basket: '0', statuses: ['sent'] }],
  ]) {
    await page.locator('#predict').selectOption(depth);
    await cell(page, 0, 5).and(page.locator(':not([data-picker])')).waitFor();
    await cell(page, 1, 5).and(page.locator(':not([data-picker])')).waitFor();
    assert.deepEqual(await pickAtOnce(page, [[0, 5]]), { ...predicted, ...expected }, depth);
    await settled(page, [0]);
    assert.equal(await phone(page, 0).locator('[data-fact="basket"]').innerText(), '1');
  }
});

test('a pick that only the master can refuse is taken back with the reason, and play continues', async (t) => {
  const page = await setUp(t);
  await letDogLoose(page);
  const { pickers, statuses: first } = await pickAtOnce(page, [[0, 9]]);
  assert.deepEqual([pickers, first], [['0'], ['predicted']]);
  await phone(page, 0).locator('[data-status="rejected"]').waitFor();
  assert.equal(await phone(page, 0).locator('.action-why').innerText(), 'Taken back: the dog is loose action/invalid_move');
  assert.equal(await phone(page, 0).locator('[role="status"]').innerText(), 'pick(9) was taken back: the dog is loose.');
  assert.equal(await shown(page, 0), '-'.repeat(16));
  await callDogBack(page);
  await pickAtOnce(page, [[0, 9]]);
  await settled(page, [0]);
  assert.deepEqual(await statuses(page, 0), ['confirmed', 'rejected']);
  assert.equal((await truth(page))[9], '0');
});

test('one of two players who pick the same at once gets it, and the other learns the reason', async (t) => {
  const page = await setUp(t);
  await button(page, 'Both pick the same').click();
  await settled(page);
  assert.deepEqual([await statuses(page, 0), await statuses(page, 1)].flat().sort(), ['confirmed', 'rejected']);
  assert.match(await page.locator('#online-table .action-why').innerText(), /^Taken back: somebody has picked it/);
  assert.equal((await truth(page)).replaceAll('-', '').length, 1);
});

test('the master refuses a picked fruit, because it sees more than a phone', async (t) => {
  const page = await setUp(t);
  await pickAtOnce(page, [[0, 2], [0, 2]]);
  assert.deepEqual(await statuses(page, 0), ['sent', 'predicted']);
  await settled(page);
  assert.deepEqual(await statuses(page, 0), ['rejected', 'confirmed']);
  assert.match(await phone(page, 0).locator('.action-why').innerText(), /^Refused: somebody has picked it/);
});

test("with almost a third of all messages lost both phones end in the master's state", async (t) => {
  const page = await setUp(t, { latency: 50, jitter: 100, loss: 0.3 });
  for (const at of [0, 1, 2, 3]) await pickAtOnce(page, [[0, at], [1, 15 - at], [1, 7 - at]]);
  // A phone that misses the last message requests it after half a minute.
  await settled(page, PHONES, 120_000);
  assert.equal(await truth(page), '00001111----1111');
});

test('picks in aeroplane mode are sent when the phone is back, and refused if another was faster', async (t) => {
  const page = await setUp(t);
  const plane = page.getByRole('button', { name: 'Aeroplane mode of Ada’s phone' });
  await plane.click();
  assert.equal(await plane.getAttribute('aria-pressed'), 'true');
  const { pending, pickers } = await pickAtOnce(page, [[0, 1], [0, 2], [0, 3]]);
  assert.deepEqual([pending, pickers], ['3 pending', ['0', '0', '0']]);
  await cell(page, 1, 2).click();
  await settled(page, [1]);
  assert.equal(await truth(page), '--1-------------');
  assert.equal(await phone(page, 0).locator('.phone-state').innerText(), 'no connection');
  await plane.click();
  await settled(page, [0]);
  assert.equal(await truth(page), '-01-------------');
  // A pick on top of the refused one was made on a state that never existed.
  assert.deepEqual(await statuses(page, 0), ['rejected', 'rejected', 'confirmed']);
});

test('the same presses have the right result in Rondel’s way, and a wrong one in boardgame.io’s', async (t) => {
  const ends = {};
  for (const way of ['Rondel', 'boardgame.io’s way']) {
    const page = await setUp(t, { way });
    await letDogLoose(page);
    await told(page, 0);
    const { pickers } = await pickAtOnce(page, [[0, 0], [0, 1], [0, 2], [0, 3]]);
    assert.deepEqual(pickers, ['0', '0', '0', '0']);
    await arrived(page, 300);
    await callDogBack(page);
    await told(page, 1);
    // When this pick has arrived, nothing is in flight any more.
    await cell(page, 1, 8).click();
    await page.locator('#online-table .is-master[data-pickers*="1"]').waitFor();
    await told(page, 0);
    ends[way] = { shown: await shown(page, 0), truth: await truth(page), said: await statuses(page, 0) };
    await picture(page, `online-${way === 'Rondel' ? 'rondel' : 'boardgameio'}-end`, { fullPage: true });
  }
  assert.deepEqual(ends.Rondel, { shown: '--------1-------', truth: '--------1-------', said: ['rejected', 'rejected', 'rejected', 'rejected'] });
  assert.deepEqual(ends['boardgame.io’s way'], { shown: '0000------------', truth: '--------1-------', said: ['sent', 'sent', 'sent', 'sent'] });
});

test('in boardgame.io’s way one of two simultaneous picks is lost silently, in Rondel’s none', async (t) => {
  for (const [way, expected] of [['Rondel', 2], ['boardgame.io’s way', 1]]) {
    const page = await setUp(t, { way });
    await pickAtOnce(page, [[0, 0], [1, 15]]);
    for (const who of PHONES) {
      await page.waitForFunction(([who, expected]) => {
        return document.querySelector(`#online-table [data-phone="${who}"] .small-orchard`).dataset.pickers.replaceAll('-', '').length === expected;
      }, [who, expected]);
    }
    assert.equal((await truth(page)).replaceAll('-', '').length, expected);
  }
});

test('a match is played to its end, which only the master can tell', async (t) => {
  const page = await setUp(t, { latency: 50 });
  for (let at = 0; at < 16; at++) await cell(page, at % 2, at).click();
  const says = page.locator('.master-says');
  await says.getByText(/win/).waitFor();
  assert.match(await says.innerText(), /^Ada \d+, Ben \d+: (Ada wins|Ben wins|Ada and Ben share the win)\.$/);
  await settled(page);
  await button(page, 'New match').click();
  await cell(page, 0, 0).and(page.locator(':not([data-picker])')).waitFor();
  assert.equal(await truth(page), '-'.repeat(16));
});

test('the phones stand side by side on a desktop, and one above the other on a phone', async (t) => {
  for (const [name, viewport, colorScheme] of [['desktop', DESKTOP, 'light'], ['phone', PHONE, 'dark']]) {
    const page = await setUp(t, { viewport, colorScheme });
    await assertFits(page);
    const [one, two] = await Promise.all(PHONES.map((who) => phone(page, who).boundingBox()));
    assert.equal(Math.abs(one.y - two.y) < 1, name === 'desktop');
    assert.equal(Math.abs(one.x - two.x) < 1, name === 'phone');
    await pickAtOnce(page, [[0, 1], [0, 6], [1, 9]]);
    await picture(page, `online-${name}`, { fullPage: true });
  }
});
