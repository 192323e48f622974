// The texts of a lobby, and its fields for a new match: for all front ends.
import rules from './rules.html?raw';

export const about = {
  title: 'Oh Hell',
  summary: 'For three to six. Bid how many tricks you will take, and take exactly that many.',
  rules,
  players: { min: 3, max: 6 },
  options: [
    { name: 'rounds', label: 'Rounds', choices: [{ value: 'short', label: 'Down to one card' }, { value: 'full', label: 'Down and up again' }] },
    { name: 'cards', label: 'First hand', choices: [{ value: 10, label: '10 cards' }, { value: 7, label: '7 cards' }, { value: 5, label: '5 cards' }, { value: 13, label: '13 cards' }] },
  ],
  bot: 'steady',
};
