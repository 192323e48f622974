// What bundles for production leave out.

/** What only developers are told, and what tells it. */
export const FOR_DEVELOPERS = [
  'there is no such field', ' was refused: ', ' when the master has answered',
  'did you mean', 'a DOM event', 'begins its match anew', 'write braces', 'does nothing with multiplayer', 'another component at each render', 'times in vain, and waits', 'rondel: match ',
];

/** Which of the texts are in the code, outside of comments. */
export const among = (code) => FOR_DEVELOPERS.filter((text) => code.includes(text));
