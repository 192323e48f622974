import { useState } from 'preact/hooks';
import { argumentsText, messageOf } from './actions.js';
import type { BotNode, BotPlayer } from '../../types/bots.js';
import type { ClientEntry } from './session.js';

/** Bots that the tab offers: classes of 'rondel/ai'. */
const BOTS = ['MCTSBot', 'ISMCTSBot', 'RandomBot'] as const;
type BotName = (typeof BOTS)[number];

/** Maximum number of moves of a simulation. */
const MOST_MOVES = 1000;
/** Number of candidates, and of replies to each, that are shown. */
const MOST_CANDIDATES = 20;
const MOST_REPLIES = 5;

/** A possible action of a search. */
interface Candidate {
  text: string;
  visits: number;
  /** From 0 to 1. */
  value: number;
  replies: Candidate[];
}

interface Outcome {
  text: string;
  isError?: boolean;
  candidates?: Candidate[];
}

/** The tab `Bots`: a bot makes a move, a turn or all moves until the end, and shows what it has considered. */
export function BotsTab({ entry }: { entry: ClientEntry }) {
  const [name, setName] = useState<BotName>('MCTSBot');
  const [iterations, setIterations] = useState(1000);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { client, state, search } = entry;
  const { enumerate } = (client.game as { ai?: { enumerate?: unknown } }).ai ?? {};
  if (!enumerate) return <p>Bots need the game's `ai.enumerate`, which lists the possible moves.</p>;
  if (!state) return <p>The match has not arrived yet.</p>;

  /** Moves until `isDone` returns `true` for the state, or the match is over. */
  const play = async (isDone: (turn: number) => boolean) => {
    setBusy(true);
    try {
      const [{ Step }, { MCTSBot }, { ISMCTSBot, RandomBot }] = await Promise.all([import('../ai/simulate.js'), import('../ai/mcts-bot.js'), import('../ai/bot-classes.js')]);
      const Bot = { MCTSBot, ISMCTSBot, RandomBot }[name];
      const bot = new Bot({ game: client.game, iterations }) as BotPlayer;
      const began = performance.now();
      let moves = 0;
      let candidates: Candidate[] = [];
      do {
        const before = stateID(entry);
        const made = await Step(client as never, bot);
        if (!made) break;
        candidates = candidatesOf(made.payload.metadata as BotNode | undefined);
        await answered(entry);
        if (stateID(entry) === before) throw new Error(`the move of the bot was refused: ${messageOf(client.lastError ?? 'nothing changed')}`);
        moves += 1;
        setOutcome({ text: `${moves} moves`, candidates });
      } while (moves < MOST_MOVES && !isDone(turnOf(entry)) && !isOver(entry));
      setOutcome({ text: `${moves} ${moves === 1 ? 'move' : 'moves'} in ${Math.round(performance.now() - began)} ms`, candidates });
    } catch (error) {
      setOutcome({ text: messageOf(error), isError: true });
    }
    setBusy(false);
  };
  const turn = state.ctx.turn;
  return (
    <>
      <label class="field">
        <span>Bot</span>
        <select value={name} onChange={(event) => setName(event.currentTarget.value as BotName)}>{BOTS.map((one) => <option key={one}>{one}</option>)}</select>
      </label>
      <label class="field">
        <span>Iterations</span>
        <input type="number" min={1} max={1_000_000} value={iterations} onInput={(event) => setIterations(Math.max(1, Number(event.currentTarget.value) || 1))} />
      </label>
      <div class="buttons">
        <button type="button" disabled={isBusy} data-key="2" title="one move for the player whose turn it is; shortcut: 2" onClick={() => play(() => true)}>Play a move</button>
        <button type="button" disabled={isBusy} title="moves until the turn ends" onClick={() => play((now) => now !== turn)}>Play the turn</button>
        <button type="button" disabled={isBusy} data-key="3" title="moves until the match is over; shortcut: 3" onClick={() => play(() => false)}>Simulate</button>
      </div>
      <p role="status" class={outcome?.isError ? 'error' : ''}>{isBusy ? 'The bot searches …' : outcome?.text ?? ''}</p>
      {outcome?.candidates && outcome.candidates.length > 0 && <Candidates candidates={outcome.candidates} />}
      {search && (
        <section>
          <h3>{`Last search of the master's bot of player ${search.source.playerID}`}</h3>
          <p>{`${actionText(search.action)} after ${Math.round(search.milliseconds)} ms${search.iterations === undefined ? '' : ` and ${search.iterations} iterations`}`}</p>
          <Candidates candidates={search.candidates.map(({ action, visits, value }) => ({ text: actionText(action), visits, value, replies: [] }))} />
        </section>
      )}
    </>
  );
}

function Candidates({ candidates }: { candidates: Candidate[] }) {
  const sorted = [...candidates].sort((one, other) => other.visits - one.visits).slice(0, MOST_CANDIDATES);
  return (
    <table>
      <thead><tr><th scope="col">move</th><th scope="col">visits</th><th scope="col">value</th></tr></thead>
      <tbody>
        {sorted.map((one, i) => [
          <tr key={i}><td>{one.text}</td><td>{one.visits}</td><td>{one.value.toFixed(2)}</td></tr>,
          ...one.replies.map((reply, j) => <tr key={`${i} ${j}`} class="reply"><td>{`↳ ${reply.text}`}</td><td>{reply.visits}</td><td>{reply.value.toFixed(2)}</td></tr>),
        ])}
      </tbody>
    </table>
  );
}

/** Returns the actions below the root of a search tree, with the replies to each. */
function candidatesOf(root: BotNode | undefined): Candidate[] {
  return (root?.children ?? []).map((node) => ({ ...candidateOf(node), replies: mostVisited(node.children ?? []).map(candidateOf) }));
}

function mostVisited(nodes: readonly BotNode[]) {
  return [...nodes].sort((one, other) => other.visits - one.visits).slice(0, MOST_REPLIES);
}

function candidateOf({ parentAction, visits, value }: BotNode): Candidate {
  return { text: parentAction ? actionText(parentAction) : '', visits, value: visits > 0 ? value / visits : 0, replies: [] };
}

function actionText({ payload: { type, args, playerID } }: { payload: { type: string, args?: unknown, playerID: string } }) {
  return `${playerID} ${type}(${Array.isArray(args) ? argumentsText(args) : ''})`;
}

/** Resolves when no action waits for the master. */
function answered({ client }: ClientEntry) {
  return new Promise<void>((resolve) => {
    const end = client.subscribe((state) => {
      if ((state as { pending?: number } | null)?.pending) return;
      // The first call comes from within `subscribe`.
      queueMicrotask(() => end());
      resolve();
    });
  });
}

function stateID({ client }: ClientEntry) {
  return (client.getState() as { _stateID?: number } | null)?._stateID;
}

function turnOf({ client }: ClientEntry) {
  return (client.getState() as { ctx: { turn: number } }).ctx.turn;
}

function isOver({ client }: ClientEntry) {
  return (client.getState() as { ctx: { gameover?: unknown } }).ctx.gameover !== undefined;
}
