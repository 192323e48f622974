/** The rondel: a wheel with one wedge per place in the order of play, the pawn at the current one, the seats that may act lit. */
import { h } from './view.js';
import { mayAct, seatColour, seatGlyph, stageOf, whoActs } from './seats.js';

/** A wedge's outline between two radii; `from` and `to` in turns, clockwise from the top. */
export function wedge(from, to, inner, outer) {
  const [a, b] = [point(from, outer), point(to, outer)];
  const [c, d] = [point(to, inner), point(from, inner)];
  const large = to - from > 0.5 ? 1 : 0;
  return `M${a}A${outer} ${outer} 0 ${large} 1 ${b}L${c}A${inner} ${inner} 0 ${large} 0 ${d}Z`;
}

/** A point on the wheel, as SVG writes it. */
export function point(turn, radius) {
  const angle = (turn - 0.25) * 2 * Math.PI;
  return `${(Math.cos(angle) * radius).toFixed(2)} ${(Math.sin(angle) * radius).toFixed(2)}`;
}

/** Creates the hub's hand, which only turns clockwise. It returns its total rotation when it points at `target`, in turns. */
export function createPawn() {
  let turns = null;
  return (target) => {
    if (turns === null) turns = target;
    const step = (((target - turns) % 1) + 1) % 1;
    turns += step > 0.999 || step < 0.001 ? 0 : step;
    return turns;
  };
}

/** The wheel of a match. `pawn` comes from `createPawn`, `phases` are the game's phases in order. */
export function seatWheel({ ctx, nameOf, pawn, phases = [] }) {
  const places = ctx.playOrder.length;
  const size = 1 / places;
  // A gap of the same width in the middle of each spoke, however many wedges there are.
  const gap = Math.min(0.006, size / 8);
  return h('svg', { class: 'wheel', viewBox: '-120 -120 240 240', role: 'img', 'aria-label': describe(ctx, nameOf) },
    phases.length ? phaseRing(phases, ctx.phase) : h('circle', { class: 'wheel-rim', r: 112 }),
    ctx.playOrder.map((seat, place) => {
      const middle = (place + 0.5) * size;
      const from = middle - size / 2 + gap;
      const to = middle + size / 2 - gap;
      const active = mayAct(ctx, seat);
      const stage = stageOf(ctx, seat);
      const [x, y] = point(middle, 69).split(' ');
      return h('g', { key: `place-${place}`, class: `wheel-place${active ? ' is-active' : ''}`, style: { '--seat': seatColour(seat) } },
        h('path', { class: 'wheel-wedge', d: wedge(from, to, 33, 100) }),
        h('g', { transform: `translate(${x} ${y})` },
          h('path', { class: 'wheel-glyph', d: seatGlyph(seat), transform: `translate(0 ${stage ? -14 : -7})` }),
          h('text', { class: 'wheel-name', y: stage ? 7 : 17 }, clip(nameOf(seat))),
          stage && h('text', { class: 'wheel-stage', y: 16, style: { 'font-size': `${Math.min(7.4, 86 / stage.length)}px` } }, stage)));
    }),
    h('g', { class: 'wheel-pawn', style: { transform: `rotate(${pawn((ctx.playOrderPos + 0.5) * size)}turn)` } },
      h('path', { class: 'wheel-pointer', d: 'M-13-23 0-43 13-23Z' })),
    h('circle', { class: 'wheel-hub', r: 27 }),
    h('text', { class: 'wheel-turn', y: ctx.gameover === undefined ? 4 : 6 }, ctx.gameover === undefined ? ctx.turn : '✓'),
    h('text', { class: 'wheel-caption', y: 15 }, ctx.gameover === undefined ? 'turn' : 'over'));
}

function phaseRing(phases, current) {
  const size = 1 / phases.length;
  return phases.map((phase, at) => {
    const middle = (at + 0.5) * size;
    const id = `phase-arc-${phases.length}-${at}`;
    // On the lower half the text runs the other way, so that it is not upside down.
    const lower = middle > 0.25 && middle < 0.75;
    const [a, b] = [point(at * size + 0.01, lower ? 114.5 : 109), point((at + 1) * size - 0.01, lower ? 114.5 : 109)];
    const radius = lower ? 114.5 : 109;
    const large = size > 0.5 ? 1 : 0;
    return h('g', { key: `phase-${phase}`, class: `wheel-phase${phase === current ? ' is-current' : ''}` },
      h('path', { class: 'wheel-arc', d: wedge(at * size + 0.004, (at + 1) * size - 0.004, 104, 119) }),
      h('path', { id, fill: 'none', d: lower ? `M${b}A${radius} ${radius} 0 ${large} 0 ${a}` : `M${a}A${radius} ${radius} 0 ${large} 1 ${b}` }),
      h('text', { class: 'wheel-phase-name' }, h('textPath', { href: `#${id}`, startOffset: '50%' }, phase)));
  });
}

function describe(ctx, nameOf) {
  const order = ctx.playOrder.map(nameOf).join(', ');
  return `Order of play: ${order}. ${nameOf(ctx.currentPlayer)} has turn ${ctx.turn}${ctx.phase ? `, phase ${ctx.phase}` : ''}. ${whoActs(ctx, nameOf)}.`;
}

function clip(text) {
  return text.length > 9 ? `${text.slice(0, 8)}…` : text;
}
