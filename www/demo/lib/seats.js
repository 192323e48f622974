/** Seats at the table: the players who may act, acting as one of them, and their drawings. */

/** Calls `fn` while the client has the seat `seat`; returns what `fn` returns. */
export function asSeat(client, seat, fn) {
  if (client.playerID !== seat) client.updatePlayerID(seat);
  return fn(client);
}

/** Returns `true` if `seat` may make a move now. */
export function mayAct(ctx, seat) {
  if (ctx.gameover !== undefined) return false;
  return ctx.activePlayers ? Object.hasOwn(ctx.activePlayers, seat) : ctx.currentPlayer === seat;
}

/** The stage `seat` is in, or null. */
export function stageOf(ctx, seat) {
  return ctx.activePlayers?.[seat] ?? null;
}

/** All seats of a match, as strings. */
export function seatsOf(ctx) {
  return Array.from({ length: ctx.numPlayers }, (_, seat) => String(seat));
}

/** The seats that may make a move now. */
export function actingSeats(ctx) {
  return seatsOf(ctx).filter((seat) => mayAct(ctx, seat));
}

/** Returns the players who may act now, as a sentence. `nameOf` returns a seat's name. */
export function whoActs(ctx, nameOf = seatName) {
  if (ctx.gameover !== undefined) return 'The game is over';
  const acting = actingSeats(ctx);
  if (acting.length === 0) return 'No player may move';
  const stages = new Set(acting.map((seat) => stageOf(ctx, seat)));
  const stage = stages.size === 1 && [...stages][0] ? `, stage “${[...stages][0]}”` : '';
  const names = acting.length === ctx.numPlayers ? 'Everybody' : listed(acting.map(nameOf));
  return `${names} may move${stage}`;
}

/** The seats that `ctx.gameover` names as winners. */
export function winnersOf({ gameover }) {
  return gameover?.winners ?? (gameover?.winner === undefined ? [] : [gameover.winner]);
}

/** “a”, “a and b”, “a, b and c”. */
export function listed(names) {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Returns a seat's default name. */
export function seatName(seat) {
  return `Seat ${seat}`;
}

/** A seat's colour, as a CSS value. */
export function seatColour(seat) {
  return `var(--seat-${Number(seat) % GLYPHS.length})`;
}

/** A seat's shape, as an SVG path around 0,0 within a radius of 10: not everybody can tell seats apart by colour. */
export function seatGlyph(seat) {
  return GLYPHS[Number(seat) % GLYPHS.length];
}

const GLYPHS = [
  'M0-9A9 9 0 1 1 0 9A9 9 0 1 1 0-9Z',
  'M0-9.5 9.5 7.5H-9.5Z',
  'M-8-8H8V8H-8Z',
  'M0-10.5 9 0 0 10.5-9 0Z',
  'M-3.2-9H3.2V-3.2H9V3.2H3.2V9H-3.2V3.2H-9V-3.2H-3.2Z',
  'M0-10 2.7-3.6 9.5-3 4.4 1.5 5.9 8.2 0 4.7-5.9 8.2-4.4 1.5-9.5-3-2.7-3.6Z',
];
