// A page in a frame of the page: the other player of a match by `Broadcast`.
import { Client } from 'rondel/client';
import { Broadcast } from 'rondel/multiplayer';
import { game } from '../tabs/game.mjs';
import { connected, shown } from './scenarios/support.mjs';

const client = Client({ game, playerID: '1', matchID: 'broadcast', multiplayer: Broadcast(), debug: false, quiet: true });
client.start();
await connected(client);
client.moves.add('from the frame');
await shown(client, ({ G }) => G.list.at(-1) === 'from the page');
client.moves.add('seen');
