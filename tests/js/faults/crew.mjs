// Bystanders, which must not notice a fault: an old client, two others at a master of the page, a master of its own, and
// clients created afterwards.
import assert from 'node:assert/strict';
import { Client } from 'rondel/client';
import { INVALID_MOVE } from 'rondel/core';
import { CreateGameReducer, InitializeGame } from 'rondel/internal';
import { Master } from 'rondel/master';
import { Local } from 'rondel/multiplayer';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { isFault } from './values.mjs';

/** A game that uses a bit of everything. A new one each time: clients of the same game share a master. */
export function rules(more = {}) {
  return {
    seed: 'the crew',
    setup: () => ({ n: 0, rolls: [], turns: 0 }),
    turn: {
      onBegin: ({ G }) => { G.turns += 1; },
      stages: { aside: { moves: { answer: ({ G, playerID }) => { G.answer = playerID; } } } },
    },
    moves: {
      add: ({ G }, by = 1) => { G.n += by; },
      roll: ({ G, random }) => { G.rolls.push(random.D6()); },
      ask: ({ events }) => events.setActivePlayers({ others: 'aside', minMoves: 1, maxMoves: 1, revert: true }),
      refuse: ({ G }) => {
        G.n = -1;
        return INVALID_MOVE;
      },
    },
    phases: { late: { next: 'later', turn: { onEnd: ({ G }) => { G.turns += 100; } } }, later: {} },
    ...more,
  };
}

export class Crew {
  #old = Client({ game: rules(), quiet: true });
  #table = tableFor(rules());
  #master = new ComparedMaster(rules());
  #expected = storyOf(Client({ game: rules(), quiet: true }));

  /** The bystanders, who have played a bit before the fault. */
  static async gather() {
    const crew = new Crew();
    await crew.allPlay();
    return crew;
  }

  /**
   * Throws if a bystander cannot play on, or reaches another state than without the fault.
   *
   * @param {{ mayRetire?: boolean }} options whether clients from before the fault may return an error of Rondel's instead
   */
  async allPlay({ mayRetire = false } = {}) {
    this.freshPlays();
    const table = tableFor(rules());
    table.play();
    table.part();
    for (const play of [() => this.oldPlays(), () => this.#table.play(), () => this.#master.play()]) {
      if (mayRetire) await sayingWhyNot(play);
      else await play();
    }
  }

  oldPlays() {
    playsOn(this.#old, 'the old client');
    assert.equal(this.#old.reset()?.status, 'confirmed', 'the old client starts again');
    assert.equal(storyOf(this.#old), this.#expected, 'the old client comes to the same state as ever');
  }

  freshPlays() {
    const fresh = Client({ game: rules(), quiet: true });
    assert.equal(storyOf(fresh), this.#expected, 'a fresh client comes to the same state as ever');
    fresh.dispose();
  }

  part() {
    this.#table.part();
  }
}

/** Accepts refusals, and errors of Rondel's. */
async function sayingWhyNot(play) {
  try {
    await play();
  } catch (error) {
    if (isFault(error) || !['RondelError', 'AssertionError'].includes(error?.name)) throw error;
  }
}

/** Plays on from the client's state, in any game whose move `add` adds to `G.n`. */
export function playsOn(client, what) {
  const before = client.getState();
  const length = client.log.length;
  assert.equal(client.moves.add(1)?.status, 'confirmed', `${what} moves`);
  assert.equal(client.getState().G.n, before.G.n + 1, `${what} sees its move`);
  assert.equal(client.getState()._stateID, before._stateID + 1, `${what} counts its move`);
  assert.equal(client.log.length, length + 1, `${what} has its move in the log`);
  assert.equal(client.undo()?.status, 'confirmed', `${what} undoes`);
  assert.equal(client.getState().G.n, before.G.n, `${what} sees its move undone`);
  assert.equal(client.events.endTurn()?.status, 'confirmed', `${what} ends the turn`);
  assert.equal(client.getState().ctx.turn, before.ctx.turn + 1, `${what} is in the next turn`);
}

/** Plays a match from its beginning; returns everything visible at its end, as text. */
function storyOf(client) {
  const { moves, events } = client;
  client.updatePlayerID(undefined);
  const steps = [
    () => moves.add(3), () => moves.roll(), () => client.undo(), () => client.redo(), () => moves.refuse(), () => moves.ask(),
    () => { client.updatePlayerID('1'); return moves.answer(); }, () => { client.updatePlayerID(undefined); return moves.add(4); },
    () => events.endTurn(), () => events.setPhase('late'), () => moves.roll(), () => events.endTurn(), () => events.endPhase(),
    () => client.loadState(client.getState()), () => moves.add(5),
  ];
  const outcomes = steps.map((step) => step()?.status);
  const { G, ctx, _stateID, _undo, _redo, plugins, log, canUndo } = client.getState();
  return JSON.stringify({ outcomes, G, ctx, _stateID, _undo, _redo, plugins, log, canUndo });
}

/** Two clients over `Local()`, who move in turn. */
function tableFor(game) {
  const clients = ['0', '1'].map((playerID) => Client({ game, playerID, multiplayer: Local(), quiet: true }));
  for (const client of clients) client.start();
  return {
    play() {
      for (const [i, client] of clients.entries()) {
        const { G, ctx } = client.getState();
        assert.equal(ctx.currentPlayer, String(i), 'a client in the page is on turn');
        assert.equal(client.moves.add(2).status, 'confirmed', 'a client in the page moves');
        assert.equal(client.events.endTurn().status, 'confirmed', 'a client in the page ends the turn');
        for (const { getState } of clients) {
          assert.equal(getState().G.n, G.n + 2, 'both clients in the page see the move');
          assert.equal(getState().ctx.turn, ctx.turn + 1, 'both clients in the page see the next turn');
        }
      }
    },
    part: () => clients.forEach((client) => client.stop()),
  };
}

/** A master over a storage, and a reducer with the same actions. */
class ComparedMaster {
  #storage = new InMemory();
  #master;
  #reducer;
  #state;
  #told = 0;

  constructor(game) {
    this.#master = new Master(game, this.#storage, { send: () => {}, sendAll: () => { this.#told += 1; } });
    this.#reducer = CreateGameReducer({ game });
    this.#state = InitializeGame({ game, numPlayers: 2 });
  }

  async play() {
    await this.#master.onSync('m', '0', undefined, 2);
    for (const playerID of ['0', '1']) {
      await this.#act({ type: 'MAKE_MOVE', payload: { type: 'roll', args: [], playerID } });
      await this.#act({ type: 'GAME_EVENT', payload: { type: 'endTurn', args: [], playerID } });
    }
  }

  async #act(action) {
    const before = this.#told;
    const answer = await this.#master.onUpdate(action, this.#state._stateID, 'm', action.payload.playerID);
    assert.equal(answer, undefined, 'another master does what it is asked');
    assert.equal(this.#told, before + 1, 'another master tells what it has done');
    this.#state = this.#reducer(this.#state, action);
    const { state } = this.#storage.fetch('m', { state: true });
    assert.deepEqual([state.G, state.ctx, state._stateID], [this.#state.G, this.#state.ctx, this.#state._stateID], 'another master and a reducer agree');
  }
}
