// Each rule of the report: code that it recognises, and a harmless neighbour.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { RULES } from '../../../pkg-migrate/lib/findings/rules.js';
import { manifest, migrated } from './support.mjs';

const DOCS = new URL('../../../docs/', import.meta.url);

/** A game with these fields. */
const game = (fields) => `import { INVALID_MOVE } from 'boardgame.io/core';\nexport const game = {\n  setup: () => ({ cells: [] }),\n  ${fields}\n};\n`;
const move = (body, parameters = '{ G, ctx, events, random, log, playerID }, n') => game(`moves: { act: (${parameters}) => { ${body} } },`);
const phase = (body) => game(`phases: { play: { start: true, ${body} } },`);
const turn = (body) => game(`moves: {}, turn: { ${body} },`);
const client = (options, more = '') => `import { Client } from 'boardgame.io/client';\nimport { Local, SocketIO } from 'boardgame.io/multiplayer';\nconst client = Client({ ${options} });\n${more}\n`;
const board = (body) => `import { Client } from 'boardgame.io/react';\nexport function Board({ G, ctx, moves, events, log }) {\n  ${body}\n}\n`;
const server = (options, more = '') => `import { Server } from 'boardgame.io/server';\nconst server = Server({ games: [], ${options} });\n${more}\n`;
const bot = (options, more = '') => `import { MCTSBot } from 'boardgame.io/ai';\nconst bot = new MCTSBot({ ${options} });\n${more}\n`;

const immer = (range) => manifest().replace('"boardgame.io"', `"immer": "${range}", "boardgame.io"`);
const withImmer = (range, line) => ({ 'package.json': immer(range), 'a.js': `${line}\n${move('return produce(G, (next) => { next.n = 1; });')}` });

const positional = (code) => ({ 'package.json': manifest('^0.49.0'), 'src/code.jsx': code });
const old = (code) => ({ 'package.json': manifest('^0.39.4'), 'src/code.jsx': code });

/** Code by the name of a rule: [recognised, harmless]. Several files are an object. */
const CASES = {
  gameID: [[old(client("game, gameID: 'x'")), old(board("return <App gameID='x' />;"))], [client("game, gameID: 'x'"), old(client("game, matchID: 'x'"))]],
  'multiplayer without a transport': [[old(client('game, multiplayer: true')), old(client('game, multiplayer: { local: true }'))], [old(client('game, multiplayer: Local()'))]],
  ...Object.fromEntries(['allowedMoves', 'endGameIf', 'endTurnIf', 'flow', 'movesPerTurn', 'onTurnBegin', 'onTurnEnd', 'optimisticUpdate', 'startingPhase']
    .map((name) => [name, [[old(game(`${name}: x,`))], [game(`${name}: x,`), old(game(`${name}s: x,`))]]])),
  'ctx is read-only': [
    [move('ctx.playOrder.reverse();'), move('ctx.numMoves = 0;'), move('helper(ctx);').concat('function helper(ctx) { ctx.playOrder.sort(); }\n')],
    [move('const order = [...ctx.playOrder].reverse();'), move('G.ctx = 1; G.playOrder.reverse();'), board('G.order = ctx.playOrder.sort();')],
  ],
  'functions in place of parts': [
    [turn('stages: { act: ({ G }) => { G.n = 1; } }'), turn('stages: { act }').concat('function act({ G }) {}\n')],
    [turn('stages: { act: { moves: { act: ({ G }) => { G.n = 1; } } } }')],
  ],
  'players are strings': [
    [turn('order: { first: () => 0, next: () => 0, playOrder: () => [1, 0] }'), turn('order: TurnOrder.CUSTOM([1, 0])'), move('events.endTurn({ next: 1 });')],
    [turn("order: { first: () => 0, next: () => 0, playOrder: () => ['1', '0'] }"), turn("order: TurnOrder.CUSTOM(['1'])"), move('G.order = [1, 0];')],
  ],
  'produce of an older Immer': [
    [withImmer('^9.0.6', "import { produce } from 'immer';"), withImmer('7.0.0', "import produce from 'immer';")],
    [withImmer('^10.0.0', "import { produce } from 'immer';"), withImmer('^9.0.6', "import { produce } from './produce';"),
      { 'package.json': immer('^9.0.6'), 'a.js': "import { produce } from 'immer';\nimport 'boardgame.io/core';\nproduce(store, show);\n" }],
  ],
  'many players': [[client('game, numPlayers: 101')], [client('game, numPlayers: 4')]],
  'true as a stage': [
    [turn('activePlayers: { all: true }'), move("events.setActivePlayers({ value: { 0: true, 1: 'wait' } });")],
    [turn('activePlayers: { all: Stage.NULL, moveLimit: 1 }'), move("events.setActivePlayers({ value: { 0: 'wait' }, revert: true });")],
  ],
  'endings before minMoves': [
    [game('turn: { minMoves: 2 }, moves: { act: ({ events }) => { events.endTurn(); } },')],
    [game('turn: { maxMoves: 2 }, moves: { act: ({ events }) => { events.endTurn(); } },'), turn('minMoves: 2')],
  ],
  'names of moves': [[game('moves: { toString: () => {} },')], [game('moves: { string: () => {} }, toString: () => {},')]],
  'actions in the log': [[board('return log[0].action.payload.args[0];')], [board('return log[0].action.payload.type;')]],
  'values of G': [
    ['import "boardgame.io";\nexport const game = { setup: () => ({ seen: new Set() }), moves: {} };', 'import "boardgame.io";\nexport const game = { setup: () => { const seen = new Map(); return { seen }; }, moves: {} };', move('G.at = new Date();'), move('G.best = Infinity;'), move('G.fn = () => 1;'),
      'import "boardgame.io";\nexport const game = { setup: () => new State({ n: 1 }), moves: {} };', 'import "boardgame.io";\nfunction start() { return new State(); }\nexport const game = { setup: () => start(), moves: {} };'],
    ['import "boardgame.io";\nexport const game = { setup: () => ({ cells: new Array(9).fill(null), seen: [...new Set([1])] }), moves: {} };', 'import "boardgame.io";\nexport const game = { setup: () => { const deck = new Deck(); return { cards: deck.cards() }; }, moves: {} };', move('const seen = new Set(G.cells); G.size = seen.size;'), move('G.at = G.cells[0];')],
  ],
  'async rules': [[game('moves: { act: async ({ G }) => { G.n = await 1; } },')], [game('moves: { act: ({ G }) => { G.n = 1; } },'), board('const load = async () => 1;')]],
  'changes G and returns': [
    [move('G.n += 1; return { ...G, m: 1 };')],
    [move('if (G.n) return INVALID_MOVE; G.n += 1;'), move('return { ...G, n: 1 };'), move('G.n += 1; return;'), move('G.cells = G.cells.map((cell) => { return { ...cell }; });')],
  ],
  'unknown fields': [[phase('trun: {}'), turn('maxMove: 1')], [phase('turn: {}'), turn('maxMoves: 1, moveLimit: 1'), game('moves: {}, ours: 1,')]],
  'unknown phases': [
    [phase("next: 'over'"), game("phases: { play: { start: true } }, moves: { act: ({ events }) => { events.setPhase('over'); } },")],
    [phase("next: 'play'"), move("events.setPhase('over');"), game("phases: { play: { start: true } }, moves: { act: ({ events }, to) => { events.setPhase(to); } },")],
  ],
  'arguments of endTurn': [[move("events.endTurn('1');")], [move("events.endTurn({ next: '1' });"), move('events.endTurn();')]],
  'chance and time': [
    [move('G.die = Math.ceil(Math.random() * 6);'), move('G.at = Date.now();'), move('roll(G);').concat('const roll = (G) => { G.id = nanoid(); };\n'),
      { 'game.ts': "import { act } from './moves';\nimport 'boardgame.io/core';\nexport const game = { setup: () => ({}), moves: { act } };\n", 'moves.ts': 'export function act(context) { context.G.n = Math.random(); }\n' }],
    [move('G.die = random.D6(); G.max = Math.max(1, n);'), board('const color = Math.random();'), move('G.at = new Date(n).getTime();')],
  ],
  'boards that write G': [
    [board('G.cards.sort(); return <div />;'), 'import "boardgame.io/react";\nconst Board = (props) => { props.G.n = 1; return <p>{props.G.n}</p>; };'],
    [board('const cards = [...G.cards].sort(); return <div />;'), move('G.cards.sort();')],
  ],
  'writes of a state': [
    [client('game', 'client.getState().G.n = 1;'), client('game', 'const { G } = client.getState();\nG.cells.push(1);'), client('game', 'test(() => { const state = client.getState(); const player = state.G.players[0]; player.hand = []; });')],
    [client('game', 'const state = structuredClone(client.getState()); state.G.n = 1;'), client('game', 'const { G } = client.getState(); cells = [...G.cells].sort();'), client('game', 'test(() => { const state = client.getState(); }); test(() => { const state = {}; state.n = 1; });'), move('G.cells.push(1);')],
  ],
  'parts of a state': [
    [client('game', 'client.overrideGameState({ G: { n: 1 }, ctx: {} });'), client('game', 'client.loadState({ G });'), client('game', "client.loadState({ ...state, G, ctx: { currentPlayer: '1' } });"),
      'import { CreateGameReducer } from "boardgame.io/internal";\nconst reduce = CreateGameReducer({ game });\nreduce({ G: {}, ctx: {} }, action);', "import { InMemory } from 'boardgame.io/internal';\ndb.setState('m', { G: {}, ctx: {} });\n",
      "import { InMemory } from 'boardgame.io/internal';\ndb.createMatch('m', { initialState: { G: {}, ctx: {} }, metadata });\n"],
    [client('game', 'client.overrideGameState({ ...state, G: { n: 1 } });'), client('game', 'client.overrideGameState({ G, ctx });'), client('game', 'client.loadState({ ...state, G, ctx: { ...state.ctx, turn: 2 } });'),
      client('game', 'this.setState({ G: {}, ctx: {} });'), client('game', 'act({ G: {}, ctx: {} });')],
  ],
  'reset online': [[client('game, multiplayer: Local()', 'client.reset();')], [client('game', 'form.reset();'), "import { Client } from 'boardgame.io/client';\nconst client = Client({ game });\nclient.reset();"]],
  'the store': [[client('game', 'client.store.replaceReducer(x);'), client('game', 'show(client.store);')], [client('game', 'client.store.dispatch(x);'), client('game', 'app.store.replaceReducer(x);')]],
  'an enhancer': [[client('game, enhancer')], [client('game', 'createStore(r, enhancer);')]],
  chat: [[board("return <button onClick={() => sendChatMessage('x')} />;")], [board("return <button onClick={() => sendMessage('x')} />;")]],
  'chat of a transport': [
    ['import { Transport } from "boardgame.io/internal";\nclass Mine extends Transport {\n  sendChatMessage(matchID, message) {}\n}'],
    ['import { Transport } from "boardgame.io/internal";\nclass Mine extends Transport {\n  sendAction(state, action) {}\n}', 'import { Local } from "boardgame.io/multiplayer";\nclass Mine extends Phone {\n  sendChatMessage(matchID, message) {}\n}'],
  ],
  'chat after another match': [[client('game', "client.updateMatchID('2'); show(client.chatMessages);")], [client('game', "client.updateMatchID('2');")]],
  'a transport of your own': [
    [client('game, multiplayer: (opts) => ({ connect() {}, sendAction() {} })')],
    [client('game, multiplayer: (opts) => new MyTransport(opts)'), client('game, multiplayer: Local()')],
  ],
  'persisted matches': [[client('game, multiplayer: Local({ persist: true, storageKey: "x" })'), client('game, multiplayer: Local({ persist })'), client('game, multiplayer: Local({ persist: isPersisted })')], [client('game, multiplayer: Local({ bots })'), client('game, multiplayer: Local({ persist: false })')]],
  storageKey: [[client("game, multiplayer: Local({ persist: true, storageKey: 'x' })")], [client("game, multiplayer: Local({ storageKey: 'x' })"), client('game, multiplayer: Local({ persist: true })'), client("game, storageKey: 'x'")]],
  'names in localStorage': [
    [client('game, multiplayer: Local({ persist: true })', "localStorage.removeItem('bgio_state');"), client("game, multiplayer: Local({ persist: true, storageKey: 'x' })", "const state = localStorage.getItem('x_initial');")],
    [client('game, multiplayer: Local({ persist: true })', "localStorage.removeItem('x_state'); show('bgio_state');")],
  ],
  'cleared storage': [[client('game, multiplayer: Local({ persist: true })', 'localStorage.clear();')], [client('game', 'localStorage.clear();'), client('game, multiplayer: Local({ persist: true })', 'cache.clear();')]],
  'a path of the server': [[client("game, multiplayer: SocketIO({ server: 'https://h.example/play' })")], [client("game, multiplayer: SocketIO({ server: 'https://h.example:8000/' })")]],
  'inner parts of clients': [[client('game', 'client.transport.socket.close();'), 'import "boardgame.io/internal";\nProcessGameConfig(game).processMove(state, action);'], [client('game', 'client.moves.act(); car.transport.stop();')]],
  'the panel': [[client('game', "document.querySelector('.debug-panel');")], [client('game', "document.querySelector('.panel');")]],
  'moves as handlers': [[board('return <button onClick={moves.pass} />;'), `import Button from '@mui/material/Button';\n${board('return <Button onClick={moves.pass} />;')}`], [board('return <button onClick={() => moves.pass()} />;'), board('return <Row moves={moves.pass} />;'),
    `import { Cells } from './Cells';\n${board('return <Cells onClick={moves.pass} />;')}`, `const Cells = (props) => null;\n${board('return <Cells onClick={moves.pass}></Cells>;')}`]],
  'secrets without a view': [
    [{ 'a.js': client('game, multiplayer: Local()'), 'game.js': 'import "boardgame.io/core";\nexport const game = { setup: () => ({ deck: [1] }), moves: {} };' }],
    [{ 'a.js': client('game, multiplayer: Local()'), 'game.js': 'import "boardgame.io/core";\nexport const game = { setup: () => ({ deck: [1] }), moves: {}, playerView: ({ G }) => G };' },
      { 'a.js': client('game, multiplayer: Local()'), 'game.js': 'import "boardgame.io/core";\nexport const game = { setup: () => ({ cells: [1] }), moves: {} };' }],
  ],
  'stripped secrets': [[game('playerView: PlayerView.STRIP_SECRETS, moves: { act: ({ G }) => { G.top = G.secret.deck.pop(); } },')], [move('G.top = G.secret.deck.pop();'), game('playerView: PlayerView.STRIP_SECRETS, moves: { act: ({ G }) => { G.n = 1; } },')]],
  'bots and hidden data': [[bot('enumerate', game('playerView: ({ G }) => G, moves: {},').replace(/^import.*\n/, ''))], [bot('enumerate'), bot('enumerate', game('playerView: ({ G }) => G, moves: {}, ai: { enumerate, determinize },').replace(/^import.*\n/, ''))]],
  'bots think in slices': [[bot('enumerate')], [bot('enumerate', "bot.setOpt('async', false);"), 'import { RandomBot } from "boardgame.io/ai";\nnew RandomBot({ enumerate });']],
  'overridden searches': [
    ['import { MCTSBot } from "boardgame.io/ai";\nclass Mine extends MCTSBot {\n  expand(node) {}\n}'],
    ['import { MCTSBot } from "boardgame.io/ai";\nclass Mine extends MCTSBot {\n  enumerate(G) {}\n}', 'import { Bot } from "boardgame.io/ai";\nclass Mine extends Bot {\n  expand(node) {}\n}'],
  ],
  'seeds of bots': [[bot("enumerate, seed: 'x'")], [bot('enumerate'), 'import { RandomBot } from "boardgame.io/ai";\nnew RandomBot({ enumerate, seed });']],
  iterations: [[bot('enumerate, iterationCallback: (i) => show(i)')], [bot('enumerate, iterations: 10')]],
  playoutDepth: [[bot('enumerate, playoutDepth: (G) => 5')], [bot('enumerate, playoutDepth: 5')]],
  'nodes of a search': [[bot('enumerate', 'const { metadata } = await bot.play(s); show(metadata.children);')], [bot('enumerate', 'show(metadata.value, children);')]],
  commonjs: [
    [{ 'package.json': '{ "type": "commonjs", "dependencies": { "boardgame.io": "0.50.2" } }', 'server.js': server('origins: []') }],
    [{ 'server.js': server('origins: []') }, { 'package.json': '{ "type": "commonjs", "dependencies": { "boardgame.io": "0.50.2" } }', 'server.js': "const { Server } = require('boardgame.io/server');\nServer({ games: [], origins: [] });" }],
  ],
  'origins without a scheme': [[server("origins: ['nim.example', Origins.LOCALHOST]")], [server("origins: ['https://nim.example', '*', Origins.LOCALHOST]")]],
  'no origins': [[server('db')], [server('origins: []'), 'import { Server } from "node:http";\nServer({ games });']],
  'random numbers of a server': [
    [{ 'server.js': server('origins: []'), 'game.js': move('G.n = random.D6();'), 'board.js': board('return <button onClick={undo} />;') }],
    [{ 'server.js': server('origins: []'), 'game.js': move('G.n = random.D6();') }, { 'server.js': server('origins: []'), 'game.js': move('G.n = 1;'), 'board.js': board('return <button onClick={undo} />;') }],
  ],
  'a secret for the lobby': [[server('origins: []', 'check(process.env.API_SECRET);')], [server('origins: []', 'check(process.env.API_URL);')]],
  'a proxy': [[server('origins: []', 'server.app.proxy = true;')], [server('origins: []', 'server.app.use(x);')]],
  'changed requests': [[server('origins: []', 'server.router.use((ctx, next) => next(ctx.request.body = {}));')], [server('origins: []', 'server.router.use((ctx, next) => next(show(ctx.request.body)));')]],
  'lists of matches': [["import { LobbyClient } from 'boardgame.io/client';\nlobbyClient.listMatches('nim');"], ["import { LobbyClient } from 'boardgame.io/client';\nlobbyClient.getMatch('nim', '1');"]],
  'data in FlatFile': [["import { FlatFile } from 'boardgame.io/server';\nawait db.setItem('x', 1);"], ["import { FlatFile } from 'boardgame.io/server';\nlocalStorage.setItem('x', 1);"]],
  'classes of FlatFile': [["import { FlatFile } from 'boardgame.io/server';\nclass Mine extends FlatFile { async fetch(id, opts) {} }"], ["import { FlatFile } from 'boardgame.io/server';\nclass Mine extends FlatFile { async other() {} }"]],
  'published states': [[server('origins: []', "server.transport.pubSub.publish('x', state);")], [server('origins: []', "redis.publish('x', state);")]],
  'types of bots': [[{ 'bot.ts': 'import { MCTSBot } from "boardgame.io/ai";\nclass Mine extends MCTSBot {}' }], [{ 'bot.js': 'import { MCTSBot } from "boardgame.io/ai";\nclass Mine extends MCTSBot {}' }]],
  'types of a phase': [[{ 'board.tsx': board("return ['a'].includes(ctx.phase);") }], [{ 'board.jsx': board("return ['a'].includes(ctx.phase);") }, { 'board.tsx': board("return ctx.phase === 'a';") }]],
  'moves of a story': [
    [{ 'a.stories.tsx': "export const Start = { args: { G: {}, ctx: {}, moves: { act: action('act') } } };" }, { 'a.test.tsx': "import 'boardgame.io';\nrender(<Board {...props({ ctx, moves: { act: () => {} } })} />);" }],
    [{ 'a.stories.jsx': "export const Start = { args: { G: {}, moves: { act: action('act') } } };" }, { 'a.stories.tsx': "export const Start = { args: { G: {}, moves: { act: action('act') } as any } };" },
      { 'a.test.tsx': 'show({ G: {}, ctx, moves: { act: jest.fn() } });' }, { 'a.tsx': game('moves: { act: ({ G }) => {} },') }],
  ],
  'types of a lobby': [["import { Lobby } from 'boardgame.io/react';\nconst x = <Lobby renderer={show} />;"], ["import { Lobby } from 'boardgame.io/react';\nconst x = <Lobby debug />;"]],
  'row 1': [
    [game("turn: { maxMoves: 1 }, moves: { act: ({ events }, next) => { events.endTurn({ next }); } },")],
    [move('events.endTurn({ next: n });'), game('turn: { maxMoves: 1 }, moves: { act: ({ events }) => { events.endTurn(); } },')],
  ],
  'row 2': [[move('events.endTurn({ next: n });')], [move("events.endTurn({ next: '1' });"), move('events.endTurn();')]],
  'row 3': [
    [game("turn: { stages: { a: {} } }, moves: { act: ({ events }) => { events.setStage('b'); } },"), turn("stages: { a: {} }, activePlayers: { all: 'b' }"), game("turn: { stages: { a: {} } }, moves: { act: ({ events }) => { events.setActivePlayers({ value: { 0: { stage: 'b' } } }); } },")],
    [game("turn: { stages: { a: {} } }, moves: { act: ({ events }) => { events.setStage('a'); } },"), move("events.setStage('b');"),
      { 'a.js': turn('stages: { a: {} }'), 'b.js': turn("activePlayers: { all: 'b' }") }],
  ],
  'row 4': [[turn("onEnd: ({ events }) => { events.setPhase('x'); }")], [turn("onBegin: ({ events }) => { events.setPhase('x'); }")]],
  'row 5': [
    [game('phases: { a: { start: true }, b: {} }, moves: { act: ({ events }) => { events.pass({ remove: true }); } },')],
    [move('events.pass({ remove: true });'), game('phases: { a: { start: true }, b: {} }, moves: { act: ({ events }) => { events.pass(); } },')],
  ],
  'row 6': [[turn('stages: { a: { maxMoves: 1 } }')], [turn('maxMoves: 1, stages: { a: { moves: {} } }')]],
  'row 7': [[turn('onBegin: ({ log }) => { log.setMetadata(1); }')], [move('log.setMetadata(1);')]],
  'row 8': [[phase('onBegin: ({ events }) => { events.endTurn(); }'), phase('onBegin: begin').concat('function begin({ events }) { events.endTurn(); }')], [phase('onEnd: ({ events }) => { events.endTurn(); }'), turn('onBegin: ({ events }) => { events.endTurn(); }'), phase('onBegin: ({ events }) => { events.endPhase(); }')]],
  'row 9': [[client('game', 'client.subscribe((state) => { if (!state) throw new Error(); });')], [client('game', 'client.subscribe((state) => show(state));'), client('game', 'events.subscribe(() => { throw new Error(); });')]],
  'row 10': [
    [client('game', 'const result = client.moves.act(1);'), board('if (moves.act()) show(); return null;'), board('useEffect(() => moves.act(), []);'), board('useEffect(() => { return moves.act(); }, []);')],
    [client('game', 'client.moves.act(1);'), board('return <button onClick={() => moves.act()} />;'), board('useEffect(() => { moves.act(); }, []);')],
  ],
  'row 11': [[phase('endIf: () => true, turn: { onEnd: () => {} }')], [phase('turn: { onEnd: () => {} }'), phase('endIf: () => true, turn: { onBegin: () => {} }'), turn('onEnd: () => {}')]],
  'row 12': [[move("events.setActivePlayers({ all: 'a', next: { others: 'b', revert: true } });")], [move("events.setActivePlayers({ all: 'a', revert: true });")]],
  'row 13': [
    [game("phases: { a: { start: true, endIf: () => true, next: 'b' }, b: { endIf: () => true, next: 'a' } },")],
    [game("phases: { a: { start: true, endIf: () => true, next: 'b' }, b: { next: 'a' } },")],
  ],
  'row 14': [
    [move('G.last = ctx.playerID;'), move('const { playerID } = ctx; G.last = playerID;'), turn('onBegin: ({ G, ctx }) => { G.last = ctx.playerID; }'),
      positional(turn('onBegin: (G, ctx) => { G.last = ctx.playerID; }')), positional(game('endIf: (G, ctx) => ctx.playerID, moves: {},'))],
    [move('G.last = playerID;'), positional(move('G.last = ctx.playerID;', 'G, ctx')), positional(turn('onMove: (G, ctx) => { G.last = ctx.playerID; }')), board('return ctx.playerID;')],
  ],
};

/** The names of the rules that recognise something in a project. */
function recognised(code) {
  const files = typeof code === 'string' ? { 'src/code.jsx': code } : code;
  const { entries } = migrated({ 'package.json': manifest(), ...files });
  return RULES.filter(({ text, link }) => entries.some((entry) => entry.text === text && entry.link.endsWith(link))).map(({ name }) => name);
}

test('each rule recognises its difference, and not its neighbour', () => {
  assert.deepEqual(Object.keys(CASES).sort(), RULES.map(({ name }) => name).sort());
  for (const [name, [positive, neighbours]] of Object.entries(CASES)) {
    for (const code of positive) assert.ok(recognised(code).includes(name), `${name} misses:\n${JSON.stringify(code)}`);
    for (const code of neighbours) assert.ok(!recognised(code).includes(name), `${name} is wrong about:\n${JSON.stringify(code)}`);
  }
});

test('rules find the same in TypeScript, and after the move', () => {
  const inTypeScript = { 'src/code.tsx': game('moves: { act: async ({ G }: Context) => { G.n = <number>1; } }, turn: { onEnd: ({ events }) => { events!.setPhase(\'x\'); } },').replace('<number>1', '1 as number') };
  assert.deepEqual(recognised(inTypeScript), ['async rules', 'row 4']);
  const { texts } = migrated(inTypeScript);
  assert.deepEqual(recognised(texts), ['async rules', 'row 4']);
});

test('each link leads to a heading', () => {
  const slug = (heading) => heading.toLowerCase().replaceAll(/[^\w\- ]/g, '').replaceAll(' ', '-');
  for (const { name, link } of RULES) {
    const [file, anchor] = link.includes('.md') ? link.split('#') : ['07-coming-from-boardgame-io.md', link];
    const path = [new URL(file, DOCS), new URL(`reference/${file}`, DOCS)].find((url) => existsSync(url));
    assert.ok(path, `${name}: ${file}`);
    const slugs = [...readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) => slug(heading));
    assert.ok(anchor === undefined || slugs.includes(anchor), `${name}: ${link}`);
  }
});
