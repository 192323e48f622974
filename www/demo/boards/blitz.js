/** The board of connect four with clocks: a clock for each player above the columns. */
import { badge } from '../lib/parts.js';
import { mayAct, seatColour, seatsOf } from '../lib/seats.js';
import { h } from '../lib/view.js';
import { connectFourBoard } from './connect-four.js';

/** Below this time, in milliseconds, a clock shows tenths of seconds and is announced once. */
const SHORT = 10_000;

/** The board. */
export function blitzBoard({ session, G, ctx, nameOf }) {
  const seat = ctx.currentPlayer;
  const { left } = session.client.clock();
  const isShort = ctx.gameover === undefined && left[seat] < SHORT;
  return [
    h('div', { key: 'clocks', class: 'clocks' }, seatsOf(ctx).map((player) => clock(player, { ctx, nameOf, left: left[player] }))),
    // A timer is no live region: only this text is read.
    h('p', { key: 'announcement', class: 'sr', role: 'status' }, isShort && `${nameOf(seat)} has ten seconds left.`),
    connectFourBoard({ G, ctx, seat, play: (move, ...args) => session.move(seat, move, ...args), thoughtOf: () => null }),
  ];
}

function clock(seat, { ctx, nameOf, left }) {
  const isActing = mayAct(ctx, seat);
  return h('div', { key: seat, 'data-seat': seat, 'data-acting': isActing ? 'true' : undefined, class: `clock${isActing ? ' is-acting' : ''}${left < SHORT ? ' is-short' : ''}`, style: { '--seat': seatColour(seat) } },
    badge(seat), h('span', null, nameOf(seat)),
    h('span', { role: 'timer', 'aria-label': `Time of ${nameOf(seat)}`, class: 'clock-time' }, inMinutes(left)));
}

/** Returns a time as text: minutes and seconds, and tenths below ten seconds. */
function inMinutes(left) {
  if (left < SHORT) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
