// Plays a game of examples/games on its page, by clicks: as the player who makes the match, or as the one who joins it. The page of the test
// holds both in frames, and receives the outcome.
const { role, game, match } = Object.fromEntries(new URLSearchParams(location.search));

/** Choices of the form for a new match by their labels. */
const CHOICES = { 'chess': {}, 'oh-hell': { 'Players': '3', 'Bots': '1', 'First hand': '5' }, 'strandline': { Players: '2', Length: '1' } };
/** Fool's mate, by the squares of each player. */
const STEPS = { creator: ['f2 f3', 'g2 g4'], joiner: ['e7 e5', 'd8 h4'] };

const parent = globalThis.parent;
const say = (said) => parent.postMessage(said, '*');
const find = (selector) => document.querySelector(selector);
const buttonOf = (text) => [...document.querySelectorAll('button')].find((button) => button.textContent === text && !button.disabled);
const pause = (time) => new Promise((resolve) => { setTimeout(resolve, time); });

/** Waits until a function returns something. */
async function until(look) {
  for (const end = Date.now() + 240_000; Date.now() < end; await pause(30)) {
    const seen = look();
    if (seen) return seen;
  }
  throw new Error(`${role} waits in vain for ${look}: ${document.body.innerText}`);
}

/** Chooses in the form as a person does: React listens to the event. */
function choose(label, value) {
  const select = [...document.querySelectorAll('label')].find((one) => one.firstChild.textContent === label).querySelector('select');
  select.selectedIndex = [...select.options].findIndex((option) => option.text === value || option.value === value);
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

async function enter() {
  if (role === 'joiner') {
    location.hash = `#/${game}/${match}`;
    (await until(() => buttonOf('Join'))).click();
    await until(() => buttonOf('Leave'));
    return;
  }
  location.hash = `#/${game}`;
  await until(() => buttonOf('New match'));
  for (const [label, value] of Object.entries(CHOICES[game])) {
    choose(label, value);
    await pause(50);
  }
  buttonOf('New match').click();
  await until(() => buttonOf('Leave'));
  say({ match: location.hash.split('/')[2] });
}

/** Presses what can be pressed next. */
function act() {
  if (game === 'chess') return actInChess();
  const button = find('.reaction button, .bids button:not([aria-disabled="true"]), .result button, .hand button[aria-disabled="false"]');
  button?.click();
  if (game === 'strandline') setTimeout(() => find('.keep button')?.click(), 30);
}

const steps = [...STEPS[role]];

function actInChess() {
  if (!find('.status').textContent.endsWith('Your move.') || steps.length === 0) return;
  const [from, to] = steps[0].split(' ').map((square) => find(`[data-square=${square}]`));
  if (to.classList.contains('target')) {
    steps.shift();
    to.click();
  } else {
    from.click();
  }
}

async function play() {
  await enter();
  const status = () => find('.status')?.textContent ?? '';
  const isOver = () => / (wins?\.|wins?, .*|won by .*)$/.test(status());
  while (!isOver()) {
    if (status()) act();
    await pause(100);
  }
  say({ outcome: status() });
}

play().catch((error) => say({ error: `${error.stack}` }));
