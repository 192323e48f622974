// Connect four with chess clocks: one minute for the match, and two seconds for each disc. Without time, a player loses.
import connectFour from './connect-four.js';

export default {
  ...connectFour,
  name: 'blitz',
  turn: {
    ...connectFour.turn,
    time: { bank: 60_000, increment: 2000 },
    // The clocks wait for the first disc.
    onBegin: ({ ctx, events }) => { if (ctx.turn === 1) events.pauseClock(); },
    onEnd: ({ ctx, events }) => { if (ctx.turn === 1) events.resumeClock(); },
    onTimeout: ({ playerID, events }) => events.endGame({ winner: playerID === '0' ? '1' : '0' }),
  },
};
