// What 'rondel/multiplayer' and the network of 'rondel/testing' take and give.
import { Broadcast, broadcastMatches, hostBroadcast, Local, localMatches, SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import type { Multiplayer, Transport as MadeTransport } from 'rondel/multiplayer';
import { Transport, type StorageAPI, type TransportOpts } from 'rondel/internal';
import { network } from 'rondel/testing';
import type { Game } from 'rondel';

const game = { name: 'list', setup: () => ({ list: [] as string[] }) } satisfies Game<{ list: string[] }>;

declare const storage: StorageAPI.Async;

class Bot {
  async play(state: { G: any }, playerID: string) {
    return { action: { type: 'MAKE_MOVE', payload: { type: 'add', args: [state.G], playerID } } };
  }
}

const net = network({ seed: 7, latency: 80, jitter: 20, loss: 0.1, duplicate: 0.1, reorder: 0.1 });
const other = network({ clock: net.clock });
const real = network({ clock: 'real' });
const ran: Promise<void> = net.run(100);
net.latency = 200;
// @ts-expect-error: time passes by itself
net.now = 7;
// @ts-expect-error: a clock is a clock
network({ clock: 'fast' });
const link = net.link((message) => message.n);
link.send({ n: 7 });
link.close();
const unwatch: () => void = real.watch((isConnected: boolean) => isConnected);

const options: TransportOpts = { transportDataCallback: () => {}, game, gameKey: game };
const multiplayer: Multiplayer[] = [Local(), SocketIO(), Broadcast(), WebSocketTransport()];
const made: MadeTransport = Local()(options);
const transports: Transport[] = [
  made,
  Local()(options),
  Local({ bots: { 1: Bot }, persist: true, storageKey: 'mine' })(options),
  Local({ latency: 50, jitter: 10, loss: 0.1, duplicate: 0.1 })(options),
  Local({ network: other })(options),
  Broadcast()(options),
  Broadcast({ channel: 'room', host: false })(options),
  Broadcast({ storage: storage })(options),
  SocketIO()(options),
  SocketIO({ server: 'localhost:8000', socketOpts: { transports: ['websocket'] } })(options),
  WebSocketTransport()(options),
  WebSocketTransport({ url: 'wss://play.example', WebSocket: class { constructor(public url: string) {} } })(options),
];
// @ts-expect-error: it is called `url`
WebSocketTransport({ server: 'localhost' });
// @ts-expect-error: and here `server`
SocketIO({ url: 'localhost' });
// @ts-expect-error: a bot has to play
Local({ bots: { 1: class {} } });
// @ts-expect-error: there is no such option
Broadcast({ server: 'localhost' });

const quarantined: string | undefined = localMatches({ game, storageKey: 'mine' }).quarantine('default');
const isBack: Promise<boolean> = broadcastMatches({ game, channel: 'room' }).restoreQuarantined('1');
// @ts-expect-error: it needs a game
localMatches({ storageKey: 'mine' });
const hosted = hostBroadcast({ game, channel: 'room', storage: storage });
hosted.close();
// @ts-expect-error: it needs a game
hostBroadcast({ channel: 'room' });

export { ran, transports, unwatch };
