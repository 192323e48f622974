/** The games of this repository: where to play them, and the files that a reader copies from. */

export interface GameEntry {
  /** Last part of the address of its page. */
  id: string;
  title: string;
  about: string;
  /** Its files, relative to the repository; the rules come first, or the board. */
  files: readonly string[];
  /** Where to play it, relative to the site. */
  play?: string;
  /** The document that says how to start it, relative to the site. */
  start?: string;
}

const demo = (...paths: string[]): string[] => paths.map((path) => `www/demo/${path}.js`);
const game = (folder: string, ...files: string[]): string[] => files.map((file) => `examples/games/src/${folder}/${file}`);
const vue = (...components: string[]): string[] => components.map((path) => `examples/games-vue/src/${path}.vue`);

export const GAMES: readonly GameEntry[] = [
  {
    id: 'connect-four',
    title: 'Connect four',
    about: 'Discs drop into seven columns, and four in a row win. The page shows what the bot considers.',
    files: demo('games/connect-four', 'boards/connect-four'),
    play: 'demo/#bots',
  },
  {
    id: 'showdown',
    title: 'Showdown',
    about: 'A snowball fight: cards that other players must answer, in stages. The last one standing wins.',
    files: demo('games/showdown', 'games/showdown-cards', 'boards/showdown'),
    play: 'demo/#showdown',
  },
  {
    id: 'closed-showdown',
    title: 'Showdown with hidden hands',
    about: 'Showdown against bots. No player sees the cards of others, and neither do the bots.',
    files: demo('games/closed-showdown', 'games/showdown'),
    play: 'demo/#bots',
  },
  {
    id: 'draw-and-play',
    title: 'Draw and play',
    about: 'Two moves, one move a turn: the shortest game of the demo.',
    files: demo('games/draw-and-play', 'boards/draw-and-play'),
    play: 'demo/#draw',
  },
  {
    id: 'draw-then-play',
    title: 'Draw, then play',
    about: 'The same two moves in two phases.',
    files: demo('games/draw-then-play', 'boards/draw-and-play'),
    play: 'demo/#phases',
  },
  {
    id: 'everybody-discards',
    title: 'Everybody discards',
    about: 'A player scores a card, and all others discard one, in any order, before the turn goes on.',
    files: demo('games/everybody-discards', 'boards/everybody-discards'),
    play: 'demo/#discard',
  },
  {
    id: 'turn-orders',
    title: 'Turn orders',
    about: 'Every turn order and every set of active players. Choose them, and see who may move.',
    files: demo('games/turn-orders', 'boards/turn-orders'),
    play: 'demo/#orders',
  },
  {
    id: 'blitz',
    title: 'Blitz',
    about: 'Connect four with chess clocks: a minute for each player, and two seconds for each disc.',
    files: demo('games/blitz', 'games/connect-four', 'boards/blitz'),
    play: 'demo/#blitz',
  },
  {
    id: 'orchard',
    title: 'Orchard',
    about: 'Two players pick fruit at once, without turns, over a network that loses messages.',
    files: demo('games/orchard', 'boards/orchard'),
    play: 'demo/#online',
  },
  {
    id: 'harvest',
    title: 'Harvest',
    about: 'The wheel at the top of the demo: two pieces, eight fields, and coins to collect.',
    files: demo('games/harvest', 'boards/harvest'),
    play: 'demo/',
  },
  {
    id: 'magpies',
    title: 'Magpies',
    about: 'Rules in Rust: simultaneous bids, hidden hands, phases, and raids on the nests of others.',
    files: ['examples/rust/magpies/src/lib.rs', ...demo('boards/magpies')],
    play: 'demo/#magpies',
    start: 'examples/rust/',
  },
  {
    id: 'rust-tic-tac-toe',
    title: 'Tic-tac-toe in Rust',
    about: 'The shortest game in Rust: state, a move, an outcome, and the moves for bots.',
    files: ['examples/rust/tic-tac-toe/src/lib.rs', 'examples/rust/tic-tac-toe/tests/rules.rs', 'examples/rust/tic-tac-toe/tests/web.rs'],
    start: 'examples/rust/',
  },
  {
    id: 'rust-connect-four',
    title: 'Connect four in Rust',
    about: 'The same game as on the first page, with rules in Rust.',
    files: ['examples/rust/connect-four/src/lib.rs', 'examples/rust/connect-four/tests/rules.rs'],
    start: 'examples/rust/',
  },
  {
    id: 'chess',
    title: 'Chess',
    about: 'Chess with clocks, offers of a draw, and a bot, in React. The lobby of its server leads to a match.',
    files: game('chess', 'game.ts', 'laws.ts', 'bot.ts', 'board.tsx', 'grid.tsx'),
    start: 'examples/games/',
  },
  {
    id: 'oh-hell',
    title: 'Oh Hell',
    about: 'A trick-taking game with hidden hands, effects, and a bot that guesses the hands of others, in React.',
    files: game('oh-hell', 'game.ts', 'round.ts', 'cards.ts', 'board.tsx', 'hand.tsx'),
    start: 'examples/games/',
  },
  {
    id: 'oh-hell-vue',
    title: 'Oh Hell in Vue',
    about: 'A second front end for Oh Hell, in Vue. It imports the same rules, and plays at the same server.',
    files: vue('board/Board', 'board/Hand', 'board/Bids', 'board/Players', 'match/MatchPage', 'lobby/LobbyPage', 'App'),
    start: 'examples/games-vue/',
  },
  {
    id: 'strandline',
    title: 'Strandline',
    about: 'A drafting game: all players choose at the same time, and some cards let others react. It also runs on boardgame.io, unchanged.',
    files: game('strandline', 'game.ts', 'beach.ts', 'cards.ts', 'board.tsx', 'hand.tsx'),
    start: 'examples/games/',
  },
  {
    id: 'react-tic-tac-toe',
    title: 'Tic-tac-toe in React',
    about: 'A small Vite app in TypeScript, with undo.',
    files: ['examples/react/src/game.ts', 'examples/react/src/App.tsx', 'examples/react/src/main.tsx'],
    start: 'examples/react/',
  },
  {
    id: 'vue-nim',
    title: 'Nim in Vue',
    about: 'A small Vite app with undo and redo.',
    files: ['examples/vue/src/game.js', 'examples/vue/src/App.vue', 'examples/vue/src/main.js'],
    start: 'examples/vue/',
  },
];

/** Returns the address of the page that shows a file of a game; `null` if there is none. */
export function sourceAddress(path: string): string | null {
  const found = GAMES.find(({ files }) => files[0] === path) ?? GAMES.find(({ files }) => files.includes(path));
  return found ? `games/${found.id}` : null;
}
