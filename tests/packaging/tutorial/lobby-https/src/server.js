const { Server, Origins } = require('boardgame.io/server');
const fs = require('fs');
const { TicTacToe } = require('./Game');

const server = Server({
  games: [TicTacToe],
  origins: [Origins.LOCALHOST],

  https: {
    cert: fs.readFileSync('path/to/cert'),
    key: fs.readFileSync('path/to/key'),
  },
});

server.run(8000);
