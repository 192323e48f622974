/** The games of the page, in the order of the tabs. */
import { blitzBoard } from '../boards/blitz.js';
import { FOUR_NAMES } from '../boards/connect-four.js';
import { drawAndPlayBoard } from '../boards/draw-and-play.js';
import { everybodyDiscardsBoard, explainDiscards } from '../boards/everybody-discards.js';
import { explainMagpies, magpiesBoard } from '../boards/magpies.js';
import { explainShowdown, showdownBoard, showdownName, showdownOptions } from '../boards/showdown.js';
import { explorerOptions, turnOrdersBoard } from '../boards/turn-orders.js';
import blitz from './blitz.js';
import drawAndPlay from './draw-and-play.js';
import drawThenPlay from './draw-then-play.js';
import everybodyDiscards from './everybody-discards.js';
import showdown from './showdown.js';
import { createGame, PHASES } from './turn-orders.js';

/** A game with rules in Rust, built by scripts/build-rust-games. Without it the page has only the other games. */
const magpies = await import('../rust/magpies/index.js').then((built) => built.default, () => null);

export const GAMES = [
  {
    id: 'draw',
    title: 'Draw and play',
    blurb: 'Two moves, one move a turn. Take a card from the deck or put one back.',
    source: './games/draw-and-play.js',
    page: 'draw-and-play',
    short: true,
    seats: { min: 2, max: 4, default: 2 },
    game: () => drawAndPlay,
    board: drawAndPlayBoard(() => true),
  },
  {
    id: 'phases',
    title: 'Draw, then play',
    blurb: 'The same two moves in two phases: draw until the deck is empty, from then on only play.',
    source: './games/draw-then-play.js',
    page: 'draw-then-play',
    short: true,
    seats: { min: 2, max: 4, default: 2 },
    phases: ['draw', 'play'],
    game: () => drawThenPlay,
    board: drawAndPlayBoard((ctx, move) => (ctx.phase === 'draw') === (move === 'DrawCard')),
  },
  {
    id: 'discard',
    title: 'Everybody discards',
    blurb: 'A player who plays a card scores it, and everybody else must discard one, in any order, before the turn goes on.',
    source: './games/everybody-discards.js',
    page: 'everybody-discards',
    short: true,
    seats: { min: 2, max: 4, default: 3 },
    game: () => everybodyDiscards,
    board: everybodyDiscardsBoard,
    explain: explainDiscards,
  },
  {
    id: 'orders',
    title: 'Turn-order explorer',
    blurb: 'Every turn order and every set of active players. Choose, and see on the wheel who may move.',
    source: './games/turn-orders.js',
    page: 'turn-orders',
    seats: { min: 3, max: 6, default: 4 },
    phases: PHASES,
    options: explorerOptions,
    game: createGame,
    board: turnOrdersBoard,
  },
  {
    id: 'showdown',
    title: 'Showdown',
    blurb: 'A snowball fight: cards that others must answer. The last one standing wins.',
    source: './games/showdown.js',
    page: 'showdown',
    seats: { min: 3, max: 4, default: 4 },
    options: showdownOptions,
    game: () => showdown,
    board: showdownBoard,
    nameOf: showdownName,
    explain: explainShowdown,
  },
  {
    id: 'blitz',
    title: 'Blitz',
    blurb: 'Connect four with chess clocks: a minute each, and two seconds for every disc. The clocks start with the first disc.',
    source: './games/blitz.js',
    page: 'blitz',
    short: true,
    seats: { min: 2, max: 2, default: 2 },
    game: () => blitz,
    board: blitzBoard,
    nameOf: (seat) => FOUR_NAMES[seat],
  },
  magpies && {
    id: 'magpies',
    title: 'Magpies',
    blurb: 'Rules in Rust, in a module of their own: all bid at once, face down, for what glitters, and raid each other’s nests.',
    source: './rust/magpies/lib.rs',
    page: 'magpies',
    seats: { min: 2, max: 4, default: 3 },
    phases: ['swoop', 'raids'],
    game: () => magpies,
    board: magpiesBoard,
    explain: explainMagpies,
  },
].filter(Boolean);
