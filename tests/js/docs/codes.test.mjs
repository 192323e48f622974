// References list exactly the package's types of refusals, codes of errors, options of Client, fields of states, and events.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { Client } from 'rondel/client';
import * as codes from '../../../pkg/lib/engine/codes.js';
import { FIELDS, PLUGIN_METHODS } from '../../../pkg/lib/game/fields.js';
import { documents, read, root } from './support.mjs';

const { text } = await read('docs/reference/errors.md');
const listed = (heading, document = text) => {
  const [, section] = document.split(heading);
  const rows = section.split(/^## /m)[0].matchAll(/^\| (`[^|]*`) \|/gm);
  return [...rows].flatMap(([, names]) => names.split(', ')).map((name) => name.replaceAll('`', '')).sort();
};
/** All codes that the reference lists; those of servers have a separate table. */
const allCodes = async () => {
  const { text: servers } = await read('docs/reference/server.md');
  return [...listed('## Codes'), ...listed('| code of an error |', servers.split('\n## The lobby\n')[0])].sort();
};
const TYPES = "`error.type` is one of boardgame.io's";
/** A code that creates an error, or a string of its own. */
const CODE = /rondelError\(['"]([^'"]+)|['"]((?:auth|bot|client|engine|game|master|random|server|storage|testing)\/\w+)['"]/g;

test('all types of refusals are listed', async () => {
  const types = await readFile(join(root, 'pkg-template/types/refusals.ts'), 'utf8');
  const [, union] = /export type ErrorType =([^;]*);/.exec(types);
  const typed = [...union.matchAll(/'([^']+)'/g)].map(([, type]) => type).sort();
  assert.deepEqual(listed(TYPES), typed);
  const known = Object.entries(codes).filter(([name]) => name.startsWith('REFUSAL_')).map(([, type]) => type).sort();
  assert.deepEqual(known, typed.filter((type) => type.startsWith('action/')));
});

test('all codes of errors are listed', async () => {
  const filesIn = async (folder) => (await readdir(join(root, folder), { recursive: true })).map((file) => join(root, folder, file));
  const files = (await Promise.all(['pkg', 'pkg-server'].map(filesIn))).flat().filter((file) => file.endsWith('.js') && !file.endsWith('-wasm.js'));
  const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const found = new Set(sources.flatMap((source) => [...source.matchAll(CODE)].map(([, made, named]) => made ?? named)));
  const types = listed(TYPES);
  assert.deepEqual(await allCodes(), [...found].filter((code) => !types.includes(code)).sort());
});

test('documents name no unknown code or type', async () => {
  const known = [...listed(TYPES), ...await allCodes()];
  const ways = new Set(known.map((code) => code.split('/')[0]));
  for (const document of await documents()) {
    for (const [, way, name] of (await read(document)).text.matchAll(/`([a-z]+)\/([a-zA-Z_]+)`/g)) {
      const code = `${way}/${name}`;
      if (ways.has(way)) assert.ok(known.includes(code), `${document}: ${code}`);
    }
  }
});

/** The names of the members of an interface or a type, including nested ones. */
const membersOf = (types, declaration) => {
  const [, body] = types.split(declaration);
  return [...body.split(/^(?:export|\/\*\*)/m)[0].matchAll(/^\s+(\w+)\??[:(]/gm)].map(([, name]) => name);
};

test('the reference lists all options of Client, and all fields of a state', async () => {
  const { text } = await read('docs/reference/client.md');
  const options = membersOf(await readFile(join(root, 'pkg-template/types/client.ts'), 'utf8'), 'export interface ClientOpts<').sort();
  const fields = Object.keys(Client({ game: {} }).getState()).sort();
  for (const [names, list, head] of [
    [options, /`Client\(\{([^}]*)\}\)`/, '| option |'],
    [fields, /`getState\(\)` returns `\{([^}]*)\}`/, '| field |'],
  ]) {
    assert.deepEqual(list.exec(text)[1].split(',').map((name) => name.trim()).sort(), names, 'the list');
    assert.deepEqual(listed(head, text.split('\n\n').find((part) => part.startsWith(head))), names, 'the table');
  }
});

test('types and the reference have all events', async () => {
  const [game, client] = await Promise.all(['game', 'client'].map((name) => readFile(join(root, `pkg-template/types/${name}.ts`), 'utf8')));
  assert.deepEqual(membersOf(game, 'export interface EventsAPI').sort(), codes.EVENTS_OF_GAMES.toSorted());
  assert.deepEqual(membersOf(client, 'export interface Events<').sort(), codes.EVENTS.toSorted());
  const [, events] = (await read('docs/reference/game.md')).text.split('\n## Events\n');
  const [effects, places] = events.split('\n## ')[0].split('### Where each event may be called');
  for (const event of codes.EVENTS_OF_GAMES) {
    assert.match(effects, new RegExp(`\`${event}\\(`), `what ${event} does`);
    assert.match(places, new RegExp(`\`${event}\``), `where ${event} may be called`);
  }
});

test('types and the reference have all fields of setActivePlayers', async () => {
  const typed = new Set(membersOf(await readFile(join(root, 'pkg-template/types/game.ts'), 'utf8'), 'export type ActivePlayersArg'));
  const [, row] = /`setActivePlayers\(\{([^}]*)\}\)`/.exec((await read('docs/reference/game.md')).text);
  const documented = row.split(',').map((field) => field.trim());
  const fields = codes.ACTIVE_PLAYERS_FIELDS;
  assert.deepEqual([...typed].sort(), fields.toSorted());
  // The old name of `maxMoves` is not listed.
  assert.deepEqual(documented.toSorted(), fields.filter((field) => field !== 'moveLimit').sort());
});

test('the reference has all fields of a game, its moves, phases, turns, stages and plugins', async () => {
  for (const [place, fields] of Object.entries(FIELDS)) {
    const { text } = await read(`docs/reference/${place === 'ai' ? 'ai' : 'game'}.md`);
    // The old name of `maxMoves` is not listed.
    for (const field of fields.filter((name) => name !== 'moveLimit')) assert.match(text, new RegExp(`\\b${field}\\b`), `${place}.${field}`);
  }
  const { text: core } = await read('docs/reference/core.md');
  for (const method of PLUGIN_METHODS) assert.match(core, new RegExp(`\\b${method}\\b`), `a plugin's ${method}`);
});

test('the engine and the spelling warnings have the same fields of a move, a phase, a turn and a stage', () => {
  const found = { game: ['hides', 'moveNames', 'noOp', 'start'], move: ['function', 'id'], phase: ['name'], turn: [], stage: ['name'] };
  for (const [place, absent] of Object.entries(found)) {
    const read = codes[`${place.toUpperCase()}_FIELDS`];
    assert.deepEqual(read.filter((field) => !FIELDS[place].includes(field)).sort(), absent, place);
  }
});
