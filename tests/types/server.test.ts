// A server, and a lobby's client, as users see them.
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { Server as GameServer, InMemory, Origins, SocketIO } from 'rondel/server';
import type { MatchFile, ServerTransport } from 'rondel/server';
import { LobbyClient, LobbyClientError } from 'rondel/client';
import type {
  ChatMessage, CredentialedActionShape, FilteredMetadata, Game, LobbyAPI, PlayerMetadata, Reducer, Server, State, StorageAPI, SyncInfo,
} from 'rondel';
import { equal } from './equal.js';

const game: Game<{ n: number }> = { name: 'add', setup: () => ({ n: 0 }), minPlayers: 2 };

const generateCredentials: Server.GenerateCredentials = async (ctx) => ctx.request.headers.authorization as string;
const byAddress: Server.GenerateCredentials = (ctx) => `${ctx.ip} ${ctx.request.get('user-agent')} ${ctx.params['id']} ${ctx.db}`;
// @ts-expect-error: Koa's context has no such field
const misspelt: Server.GenerateCredentials = (ctx) => ctx.request.haeders.authorization;
const authenticateCredentials: Server.AuthenticateCredentials = (credentials, player) => credentials === player.credentials;
const transport: ServerTransport = {
  init: (app, games) => {
    const hub = app.context.hubs.get('add');
    equal<typeof hub, Server.Hub | undefined>(true);
    const line = hub?.connect((text) => equal<typeof text, string>(true));
    line?.receive({ type: 'sync', args: ['m', null] });
    // @ts-expect-error: there is no such method
    hub?.match();
    games[0].name;
  },
};
const usual = GameServer({ games: [game] });
equal<typeof usual.transport, SocketIO>(true);
const { pubSub } = usual.transport;
usual.router.get('/players', (ctx) => { ctx.body = [...ctx.hubs].map(([name, hub]) => `${name}: ${hub.matches().length}`); });
const own = GameServer({ games: [game], transport: { ...transport, port: 4000 } });
equal<typeof own.transport.port, number>(true);
// @ts-expect-error: a transport of its own has no channels
own.transport.pubSub;

GameServer({ games: [game], transport: new SocketIO({ socketOpts: { path: '/play' } }), limits: {
  messages: { rate: 100 }, connections: { total: 1000 }, unread: { total: 1e9 }, match: { args: 1e6, log: 1e8, answer: 1e6, chat: 0 },
} });
GameServer({
  games: [game],
  limits: { connections: { admit: (request) => request.headers.host === 'a.example' && request.socket.remoteAddress !== undefined } },
  watch(event) {
    if (event.type === 'action') event.milliseconds.toFixed();
    if (event.type === 'refused') event.why.startsWith('o');
    if (event.type === 'refused' && event.transport === 'http') event.request;
    if (event.type === 'limited') event.limit.startsWith('b');
    // @ts-expect-error: a connection has no outcome
    if (event.type === 'connected') event.outcome;
    // @ts-expect-error: there is no such outcome
    if (event.type === 'action') event.outcome === 'accepted';
  },
});
GameServer({ games: [game], operations: { health: true, port: 9000, host: '0.0.0.0', metrics: 'public' }, log: 'info', shutdown: true });
GameServer({ games: [game], ttl: { finished: 60_000, unfinished: Infinity }, watch: (event) => { if (event.type === 'expired') event.why === 'unplayed'; } });
// @ts-expect-error: there are two of them
GameServer({ games: [game], ttl: 60_000 });
// @ts-expect-error: milliseconds
GameServer({ games: [game], ttl: { finished: '7 days' } });
GameServer({ games: [game], log: console, shutdown: { within: 5000, drain: 1000 } });
GameServer({ games: [game], log: pino(), operations: { registry: new Registry() } });
// @ts-expect-error: no registry
GameServer({ games: [game], operations: { registry: 7 } });
// @ts-expect-error: there is no such level
GameServer({ games: [game], log: 'loud' });
// @ts-expect-error: a logger hears of errors
GameServer({ games: [game], log: { info() {}, debug() {} } });
// @ts-expect-error: a list of what there is, and no port
GameServer({ games: [game], operations: 9000 });
GameServer({ games: [{ ...game, random: 'secure' }], random: 'seeded' });
// @ts-expect-error: there is no such way to draw numbers
GameServer({ games: [game], random: 'dice' });
// @ts-expect-error: there is no such limit
GameServer({ games: [game], limits: { speed: 1 } });
GameServer({ games: [game], bots: { games: new URL('https://play.example/games.js'), workers: 2, thinkingTime: 500 } });
GameServer({ games: [game], bots: { minTime: 0 } });
// @ts-expect-error: milliseconds are a number
GameServer({ games: [game], bots: { minTime: '1s' } });
GameServer({ games: [game], bots: false });
// @ts-expect-error: there are none, or there is how they think
GameServer({ games: [game], bots: true });
// @ts-expect-error: there is no such option
GameServer({ games: [game], bots: { threads: 2 } });
new SocketIO({ pubSub: { publish() {}, subscribe() {}, unsubscribeAll() {} } });
new SocketIO().pubSub.subscribe('MATCH-m', ({ type, args }) => { type.length; args[0]; });
// @ts-expect-error: nobody is called
new SocketIO().pubSub.subscribe('MATCH-m');
// @ts-expect-error: channels can be left
new SocketIO({ pubSub: { publish() {}, subscribe() {} } });

const server = GameServer({
  games: [game], db: new InMemory(), transport, origins: ['https://a.example', /b/, Origins.LOCALHOST_IN_DEVELOPMENT],
  apiOrigins: (origin, answer) => answer(null, origin === 'https://a.example'), uuid: () => 'id', generateCredentials, authenticateCredentials, authTimeout: 5000,
  apiBodyLimit: '1mb', trustedProxies: 1, lobbyOnly: true, limits: { address: { matches: Infinity, joins: 5 }, match: { unplayed: 60_000 } },
});
server.app.use((ctx) => { ctx.body = server.addressOf(ctx.req).length; });
const { matches, next } = await server.admin.listMatches({ gameName: 'add', isGameover: false, limit: 10 });
const following = await server.admin.listMatches({ after: next });
const shown = await server.admin.getMatch(matches[0]?.matchID ?? following.matches.length.toString(), { credentials: true });
const address: string | undefined = shown?.connections[0]?.address;
const isEnded: boolean = await server.admin.endMatch('m', { winner: address });
const isDeleted: boolean = isEnded && await server.admin.deleteMatch('m');
const isKicked: boolean = await server.admin.kick('m', '0', { reason: 'cheating', until: Date.now() + (isDeleted ? 1 : 2) });
// @ts-expect-error: a time is a number
server.admin.kick('m', '0', { until: 'tomorrow', reason: String(isKicked) });
const isBanned: boolean = await server.admin.ban({ address: '203.0.113.7', reason: 'rude', until: Date.now() + 1000 });
const isLifted: boolean = await server.admin.unban({ matchID: 'm', playerID: '0' });
const [ban] = (await server.admin.listBans({ limit: 10 })).bans;
const whom: string | undefined = ban?.address ?? ban?.playerID;
// @ts-expect-error: an address or a seat
server.admin.ban({ address: '203.0.113.7', matchID: 'm', playerID: '0' });
// @ts-expect-error: whose seat
server.admin.ban({ matchID: 'm' });
const isSent: boolean = await server.admin.sendNotice('soon', { gameName: 'add' });
// @ts-expect-error: to a match or to a game
server.admin.sendNotice('soon', { gameName: 'add', matchID: 'm' });
const quarantineID: string | null = await server.admin.quarantineMatch('m');
const { quarantined: [put] } = await server.admin.listQuarantined({ after: quarantineID ?? undefined });
const isRestored: boolean = await server.admin.restoreMatch(put?.id ?? '');
const file: MatchFile | null = await server.admin.exportMatch('m');
export { file, isBanned, isLifted, isRestored, isSent, whom };
// @ts-expect-error: there is no such filter
server.admin.listMatches({ isDeleted });
const app: Server.App = server.app;
app.use((ctx: Server.AppCtx, next: () => Promise<void>) => { ctx.db.type(); return next(); });
server.router.get('/health', (ctx: { body: unknown }) => { ctx.body = 'well'; });
server.auth.authenticateCredentials({ playerID: '0', credentials: 'x', metadata: {} as Server.MatchData });
const { appServer, apiServer } = await server.run(8000, () => {});
await server.kill({ appServer, apiServer });
await server.kill(await server.run({ port: 8000, host: '127.0.0.1', lobbyConfig: { apiPort: 8001 } }));

// @ts-expect-error: a list
GameServer({ games: game });
// @ts-expect-error: yes or no
GameServer({ games: [game], lobbyOnly: 'yes' });
// @ts-expect-error: a count
GameServer({ games: [game], trustedProxies: true });
// @ts-expect-error: no such option
GameServer({ games: [game], port: 8000 });
// @ts-expect-error: milliseconds are no answer
const wrong: Server.AuthenticateCredentials = () => 5;

const lobby = new LobbyClient({ server: 'https://a.example' });
const match: LobbyAPI.Match = await lobby.getMatch('add', 'm');
const names: (string | undefined)[] = match.players.map(({ name }) => name);
const joined: LobbyAPI.JoinedMatch = await lobby.joinMatch('add', 'm', { playerName: 'Al', data: 1 });
await lobby.createMatch('add', { numPlayers: 3, bots: { 1: 'hard', 2: { thinkingTime: 500 } }, botsTakeOver: 'beginner' });
// @ts-expect-error: how a bot plays is data
await lobby.createMatch('add', { numPlayers: 2, bots: { 1: class {} } });
// @ts-expect-error: there is no such difficulty
await lobby.createMatch('add', { numPlayers: 2, bots: { 1: { difficulty: 'harder' } } });
const bot: string | undefined = (await lobby.getMatch('add', 'm')).players[1]?.bot;
const { nextMatchID } = await lobby.playAgain('add', 'm', { playerID: '0', credentials: joined.playerCredentials });
const list: LobbyAPI.MatchList = await lobby.listMatches('add', { isGameover: false }, { credentials: 'include' });
await lobby.listMatches('add', { limit: 20, after: list.next });
// @ts-expect-error a page begins behind a text
await lobby.listMatches('add', { after: 20 });
await lobby.leaveGame('add', 'm', { playerID: '0', credentials: '' });
new LobbyClientError('HTTP status 404', {}).details;
// @ts-expect-error: credentials are told to nobody
match.players[0].credentials;
// @ts-expect-error: a name is needed
lobby.joinMatch('add', 'm', { playerID: '0' });

const move: CredentialedActionShape.MakeMove = { type: 'MAKE_MOVE', payload: { type: 'go', args: [], playerID: '0', credentials: 'x' } };
const any: CredentialedActionShape.Any = move;
// @ts-expect-error: its credentials may be missing, but not without saying so
const bare: CredentialedActionShape.Undo = { type: 'UNDO', payload: { type: null, args: null, playerID: '0' } };
const reducer: Reducer = (state: State) => state;
const player: PlayerMetadata = { id: 0, name: 'Al' };
equal<PlayerMetadata, Server.PlayerMetadata>(true);
const info = {} as SyncInfo;
const players: FilteredMetadata = info.filteredMetadata;
const message: ChatMessage = { id: 'a', sender: '0', payload: 'hello' };
const options: StorageAPI.ListMatchesOpts = { gameName: 'add' };

export { any, bare, list, message, names, nextMatchID, options, player, players, pubSub, reducer, wrong };
