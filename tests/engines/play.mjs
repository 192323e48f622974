// The scenarios that need no page, in the runtime that runs this file, and a server in the same process.
import { LobbyClient } from 'rondel/client';
import { Server } from 'rondel/server';
import { game } from '../tabs/game.mjs';
import { bots } from './scenarios/bots.mjs';
import { modules } from './scenarios/modules.mjs';
import { equal } from './scenarios/support.mjs';
import { transports } from './scenarios/transports.mjs';

const server = Server({ games: [game], origins: false });
const running = await server.run({ port: 0, host: '127.0.0.1' });
const serverURL = `http://127.0.0.1:${running.appServer.address().port}`;

equal(await new LobbyClient({ server: serverURL }).listGames(), [game.name]);
for (const [name, play] of Object.entries({ ...transports, ...bots, ...modules })) {
  await play({ serverURL });
  console.log(name);
}
await server.kill(running);
console.log('played');
