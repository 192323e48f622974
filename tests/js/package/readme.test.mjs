// What the README shows runs, and what it quotes is what the package says.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { Window } from 'happy-dom';
import { Client } from 'rondel/client';
import { capture, quietly } from '../support/console.mjs';
import { nextTask } from '../support/tasks.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const readme = await readFile(join(root, 'README.md'), 'utf8');
let scratch;

before(async () => {
  // Inside the repository, so that `rondel`, `react` and `vue` are found.
  await mkdir(join(root, 'target'), { recursive: true });
  scratch = await mkdtemp(join(root, 'target/readme-'));
  const window = new Window();
  // Vue and React look for these when they are imported.
  Object.assign(globalThis, {
    window, document: window.document, Element: window.Element, SVGElement: window.SVGElement, IS_REACT_ACT_ENVIRONMENT: true,
  });
  // Node 20 has none, later ones have one that cannot be assigned to.
  Object.defineProperty(globalThis, 'navigator', { value: window.navigator, configurable: true });
});
after(() => rm(scratch, { recursive: true, force: true }));

/** The block of the README that begins with a comment of this file name. */
function shown(name) {
  const blocks = [...readme.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, code]) => code);
  const found = blocks.filter((code) => code.startsWith(`// ${name}\n`) || code.startsWith(`<!-- ${name} -->\n`));
  assert.equal(found.length, 1, `one block of the README is ${name}`);
  return found[0];
}

/** Writes modules into a folder of their own and imports the first. */
async function load(modules) {
  const dir = await mkdtemp(join(scratch, 'app-'));
  for (const [name, code] of Object.entries(modules)) await writeFile(join(dir, name), code);
  const at = (name) => pathToFileURL(join(dir, name)).href;
  return { main: await import(at(Object.keys(modules)[0])), pig: await import(at('pig.js')) };
}

/** Plays Pig by its buttons, holding at the first points, until somebody wins; the page always shows the state. */
async function playByButtons(container, client, click) {
  for (let clicks = 0; clicks < 5000; clicks += 1) {
    const { G, ctx } = client.getState();
    if (ctx.gameover) {
      assert.equal(container.textContent, `Player ${ctx.gameover.winner} wins`);
      assert.ok(G.points[ctx.gameover.winner] >= 20);
      return;
    }
    assert.match(container.textContent, new RegExp(`^Player ${ctx.currentPlayer}: ${G.pot} in the pot, ${G.points.join(' to ')}`));
    const [roll, hold] = container.querySelectorAll('button');
    assert.equal(hold.disabled, G.pot === 0);
    await click(G.pot > 0 ? hold : roll);
  }
  assert.fail('the game does not end');
}

test('the game in twenty lines has twenty lines, and plays', async () => {
  const code = shown('pig.js');
  assert.equal(code.split('\n').filter((line) => line.trim() && !line.startsWith('//')).length, 20);
  const { pig: { client } } = await load({ 'pig.js': code });
  quietly(() => assert.equal(client.moves.hold().error.type, 'action/invalid_move'));
  while (client.getState().G.pot === 0) client.moves.roll();
  const { G: { pot }, ctx: { currentPlayer } } = client.getState();
  client.moves.hold();
  const { G, ctx } = client.getState();
  assert.equal(G.points[currentPlayer], pot);
  assert.equal(G.pot, 0);
  assert.notEqual(ctx.currentPlayer, currentPlayer);
});

test('the component for React shows the game to its end', async () => {
  const { code } = await transform(shown('Pig.jsx'), { loader: 'jsx', jsx: 'automatic' });
  const { main: { Pig }, pig: { client } } = await load({ 'Pig.js': code, 'pig.js': shown('pig.js') });
  const { act, createElement } = (await import('react')).default;
  const { createRoot } = await import('react-dom/client');
  const container = document.createElement('div');
  document.body.append(container);
  const page = createRoot(container);
  await act(async () => page.render(createElement(Pig)));
  await playByButtons(container, client, (button) => act(async () => button.click()));
  await act(async () => page.unmount());
});

test('the component for Vue shows the game to its end', async () => {
  const { compileScript, parse } = await import('vue/compiler-sfc');
  const { descriptor, errors } = parse(shown('Pig.vue'), { filename: 'Pig.vue' });
  assert.deepEqual(errors, []);
  const { content } = compileScript(descriptor, { id: 'pig', inlineTemplate: true });
  const { main: { default: Pig }, pig: { client } } = await load({ 'Pig.js': content, 'pig.js': shown('pig.js') });
  const { createApp } = await import('vue');
  const container = document.createElement('div');
  document.body.append(container);
  const app = createApp(Pig);
  app.mount(container);
  await playByButtons(container, client, async (button) => {
    button.click();
    await nextTask();
  });
  app.unmount();
});

test('the game in the positional style plays', async () => {
  const { main: { client } } = await load({ 'positional.js': shown('positional.js'), 'pig.js': shown('pig.js') });
  for (let cell = 0; cell < 9; cell += 1) client.moves.mark(cell);
  const { G, ctx } = client.getState();
  assert.deepEqual(G.cells, ['0', '1', '0', '1', '0', '1', '0', '1', '0']);
  assert.deepEqual(ctx.gameover, { draw: true });
});

test('the two clients of the online game play their match to and fro', async () => {
  const { main: { alice, bob } } = await load({ 'online.js': shown('online.js'), 'pig.js': shown('pig.js') });
  await nextTask();
  for (let cell = 0; cell < 9; cell += 1) {
    const [mover, other] = cell % 2 === 0 ? [alice, bob] : [bob, alice];
    const handle = mover.moves.mark(cell);
    assert.equal(mover.getState().ctx.turn, cell + 2, 'what follows from it shows at once');
    assert.deepEqual(await handle.confirmed, { status: 'confirmed' });
    assert.equal(other.getState().G.cells[cell], mover.playerID);
  }
  for (const client of [alice, bob]) client.dispose();
});

test('a master is hosted as the README shows, and each connection gets its view', async () => {
  const { main: { host } } = await load({ 'host.js': shown('host.js'), 'pig.js': shown('pig.js') });
  const { createMatch } = await import('rondel/internal');
  const game = {
    setup: () => ({ hands: { 0: 'ace', 1: 'king' } }),
    moves: { show: ({ G, playerID }) => { G.shown = G.hands[playerID]; } },
    playerView: ({ G, playerID }) => ({ ...G, hands: { [playerID]: G.hands[playerID] } }),
  };
  const matches = new Map([['m', { ...createMatch({ game, numPlayers: 2 }), log: [] }]]);
  const storage = {
    type: () => 1,
    connect: async () => {},
    fetch: async (id) => ({ ...matches.get(id), state: matches.get(id)?.state ?? matches.get(id)?.initialState }),
    setState: async (id, state) => void matches.set(id, { ...matches.get(id), state }),
    setMetadata: async () => {},
    createMatch: async () => {},
  };
  const people = ['0', '1'].map((playerID) => ({ playerID, got: [], send(data) { this.got.push(data); } }));
  const update = host(game, storage, () => people);
  assert.equal(await update(people[0], { type: 'MAKE_MOVE', payload: { type: 'show', args: [], playerID: '0' } }, 0, 'm'), undefined);
  assert.deepEqual(people.map(({ got }) => got.map(({ type }) => type)), [['patch'], ['patch']]);
  assert.ok(!JSON.stringify(people[1].got).includes('king'));
  const unauthorized = await update(people[1], { type: 'MAKE_MOVE', payload: { type: 'show', args: [], playerID: '0' } }, 1, 'm');
  assert.deepEqual(unauthorized, { error: 'unauthorized action' });
});

const noop = () => {};

/** Definitions with the mistakes whose messages the README quotes. */
const MISTAKES = [
  { phases: { draw: { start: true, next: 'drwa' }, play: {} } },
  { moves: { play: 'card' } },
  { turn: { stages: { draw: { next: 'discrad' }, discard: {} } } },
  { plugins: [{ name: 'fine' }, { setup: noop }] },
  { setup: () => ({ players: [{ joined: new Date(0) }] }) },
];

/** What is refused, with what the README quotes from the console. */
const REFUSALS = [
  [{ moves: { hold: () => 'INVALID_MOVE' } }, (client) => client.moves.hold()],
  [{ moves: { roll: noop } }, (client) => {
    client.updatePlayerID('1');
    return client.moves.roll();
  }],
  [{ moves: { roll: noop } }, (client) => {
    client.events.endGame();
    return client.moves.roll();
  }],
  [{}, (client) => client.events.endTurn({ next: '9' })],
  [{ phases: { p: { onBegin: ({ events }) => events.endTurn() } } }, (client) => client.events.setPhase('p')],
  [
    { moves: { go: ({ events }) => events.endTurn() }, turn: { onBegin: ({ ctx, events }) => { if (ctx.turn > 1) events.endTurn(); } } },
    (client) => client.moves.go(),
  ],
];

/** What a move that calls its client, and a subscriber that acts without end, are told. */
function answersFromWithin() {
  const answers = [];
  let client;
  const inner = () => {
    answers.push(client.moves.roll().error.message);
    try {
      client.dispose();
    } catch (error) {
      answers.push(error.message);
    }
  };
  client = Client({ game: { moves: { roll: noop, inner } }, debug: false });
  client.moves.inner();
  const unsubscribe = client.subscribe(() => client.moves.roll());
  unsubscribe();
  return [...answers, client.getState().lastError.message];
}

test('the errors that the README quotes are the real ones, and it quotes no others', () => {
  const thrown = MISTAKES.map((game) => {
    try {
      Client({ game });
    } catch (error) {
      return error.message;
    }
    return 'nothing';
  });
  const told = REFUSALS.map(([game, provoke]) => {
    const client = Client({ game });
    const { result: { status, error }, printed } = capture(() => provoke(client));
    assert.equal(status, 'rejected');
    assert.ok(printed[0].endsWith(error.message));
    return printed[0];
  });
  const quoted = [...readme.matchAll(/^```text\n(.*?)^```$/gms)].flatMap(([, text]) => text.trimEnd().split('\n'));
  assert.deepEqual(quoted.sort(), [...thrown, ...told, ...quietly(answersFromWithin)].sort());
});

test('the handle of a refusal is as the README shows it', () => {
  const client = Client({ game: { moves: { hold: () => 'INVALID_MOVE' } } });
  const [, literal] = /^client\.moves\.hold\(\)\.error; \/\/ (\{.*\})$/m.exec(readme);
  const { error } = quietly(() => client.moves.hold());
  assert.deepEqual({ ...error }, Function(`return ${literal}`)());
});

for (const entry of ['client', 'core', 'plugins', 'testing', 'react', 'vue', 'multiplayer', 'master', 'internal']) {
  test(`rondel/${entry} exports what the README imports from it`, async () => {
    const module = await import(`rondel/${entry}`);
    const imports = [...readme.matchAll(new RegExp(`import \\{ ([\\w, ]+) \\} from '(?:rondel|boardgame\\.io)/${entry}'`, 'g'))];
    // The component wrapper of boardgame.io/react stands in the table of what is different.
    const names = imports.filter(([line]) => !line.includes('boardgame.io/react')).flatMap(([, list]) => list.split(', '));
    assert.ok(names.length > 0, 'the README shows an import');
    for (const name of names) assert.ok(name in module, name);
  });
}
