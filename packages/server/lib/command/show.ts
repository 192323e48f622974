import { isObject, printable } from '../rondel.js';
import type { LogEntry } from 'rondel';
import type { Server, StorageAPI } from 'rondel/master';
import type { AdminMatch, Ban } from '../../types/admin.js';
import type { CopyResult } from '../copying/copy-matches.js';

/** A page of a list; `next` is what the next page is asked for with. */
type Page<Name extends string, Entry> = { [Entries in Name]: Entry[] } & { next?: string };

/** A match in a list. Without metadata, `problem` says why they cannot be read. */
type ListedMatch = { matchID: string, problem?: string } & Partial<Server.MatchData>;

/** A match. If it cannot be read, `problem` says why. */
type ShownMatch = Pick<AdminMatch, 'matchID' | 'connections'> & Partial<AdminMatch> & { problem?: string };

/** Number of the newest log entries that are shown. */
const MOST_ENTRIES = 10;

// A server's responses and the results of commands, for people. They may hold texts of strangers: nothing moves the cursor of a terminal.

export function showMatches({ matches, next }: Page<'matches', ListedMatch>) {
  const rows = matches.map(({ matchID, problem, ...match }) => (problem ? [matchID, '', '', '', `cannot be read: ${problem}`] : [
    matchID, match.gameName, seatsText(match.players), timeText(match.updatedAt), isOver(match.gameover) ? `over: ${JSON.stringify(match.gameover)}` : 'goes on',
  ]));
  return page(table(['MATCH', 'GAME', 'PLAYERS', 'UPDATED', ''], rows), next);
}

export function showMatch({ matchID, problem, metadata, state, log = [], connections }: ShownMatch) {
  const lines = [`match ${matchID}${metadata ? ` of ${metadata.gameName}` : ''}${problem ? `: cannot be read: ${problem}` : ''}`];
  if (metadata) lines.push(`begun ${timeText(metadata.createdAt)}, updated ${timeText(metadata.updatedAt)}`);
  if (state) lines.push(standingText(state));
  const seats = Object.entries(metadata?.players ?? {}).map(([id, { name, isConnected, credentials }]) => [
    `  ${id}`, name ?? '(free)', isConnected ? 'connected' : '', credentials ?? '',
  ]);
  if (seats.length > 0) lines.push('', ...table(['SEAT', 'PLAYER', '', ''], seats));
  const here = connections.map(({ playerID, address, transport }) => [`  ${playerID ?? '(spectator)'}`, address ?? '', transport ?? '']);
  lines.push('', ...here.length > 0 ? table(['CONNECTED HERE', 'ADDRESS', ''], here) : ['no client is connected at this server']);
  if (log.length > 0) lines.push('', `log: ${log.length} entries${log.length > MOST_ENTRIES ? `, the last ${MOST_ENTRIES} of them` : ''}`, ...entryRows(log));
  return lines.map(printable).join('\n');
}

export function showBans({ bans, next }: Page<'bans', Ban>) {
  const rows = bans.map(({ address, matchID, playerID, until, reason }) => [
    address ?? `${matchID} ${playerID}`, until === undefined ? 'permanently' : `until ${timeText(until)}`, reason,
  ]);
  return page(table(['BANNED', '', 'REASON'], rows), next);
}

export function showQuarantined({ quarantined, next }: Page<'quarantined', StorageAPI.Quarantined>) {
  return page(table(['QUARANTINE-ID', 'MATCH', 'SINCE'], quarantined.map(({ id, matchID, quarantinedAt }) => [id, matchID ?? '?', timeText(quarantinedAt)])), next);
}

/** Returns the result of `rondel-server copy`, as text. */
export function showCopied({ matches, entries, quarantined, known, left }: CopyResult) {
  const lines = [`copied ${countText(matches, 'match', 'matches')} with ${countText(entries, 'entry', 'entries')} of logs, and ${quarantined} in quarantine`];
  if (known > 0) lines.push(`${countText(known, 'match was', 'matches were')} there already`);
  if (left.length > 0) lines.push(`${countText(left.length, 'match is', 'matches are')} left:`, ...left.map((why) => `  ${why}`));
  return lines.map(printable).join('\n');
}

function countText(count: number, one: string, several: string) {
  return `${count} ${count === 1 ? one : several}`;
}

function page(lines: string[], next: string | undefined) {
  const more = next === undefined ? [] : ['', `there are more: --after ${next}`];
  return [...lines.length > 1 ? lines : ['none'], ...more].map(printable).join('\n');
}

function table(head: string[], rows: (string | undefined)[][]) {
  const all = [head, ...rows.map((row) => row.map((cell) => printable(cell)))];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column])).join('  ').trimEnd());
}

function standingText({ ctx, _stateID }: { ctx?: unknown, _stateID?: unknown }) {
  if (!isObject(ctx)) return '';
  if (isOver(ctx.gameover)) return `over: ${JSON.stringify(ctx.gameover)}, after ${_stateID} actions`;
  return `turn ${ctx.turn}, ${ctx.phase ? `phase ${ctx.phase}, ` : ''}player ${ctx.currentPlayer}, after ${_stateID} actions`;
}

function entryRows(log: LogEntry[]) {
  return log.slice(-MOST_ENTRIES).map(({ _stateID, action: { type, payload } }) => {
    const what = payload.type ?? type;
    return `  ${_stateID}  ${payload.playerID ?? ''}  ${what} ${payload.args === undefined ? '' : JSON.stringify(payload.args)}`.trimEnd();
  });
}

function seatsText(players: Server.MatchData['players'] = {}) {
  const all = Object.values(players);
  return `${all.filter(({ name }) => name).length}/${all.length}`;
}

function isOver(gameover: unknown) {
  return gameover !== undefined && gameover !== null;
}

function timeText(time: number | undefined) {
  return Number.isFinite(time) ? new Date(time as number).toISOString().replace(/:\d\d\.\d+Z$/, 'Z') : '?';
}
