/** The games of the playground. */
import pig from './games/pig.tsx?raw';
import secretBids from './games/secret-bids.tsx?raw';
import ticTacToe from './games/tic-tac-toe.tsx?raw';

export const EXAMPLES = [
  { name: 'tic-tac-toe', label: 'Tic-tac-toe', code: ticTacToe },
  { name: 'secret-bids', label: 'Secret bids at the same time', code: secretBids },
  { name: 'pig', label: 'Pig with a time limit', code: pig },
] as const;
