import { Bot, dealUnseen, MCTSBot, serveBots, Simulate } from 'rondel/ai';
import { Client } from 'rondel/client';
import { Async, CreateGameReducer, createMatch, getFilterPlayerView, InitializeGame, ProcessGameConfig, Sync, Transport } from 'rondel/internal';
import { Master } from 'rondel/master';
import { Broadcast, Local, localMatches, SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import { checkDeterminism, checkSecrecy, checkStorage, MockRandom, network, replay } from 'rondel/testing';
import { game, plain } from './game.js';

export const local = Local();
export const client = Client({ game, multiplayer: local });
export const state = client.getState();
export const socket = SocketIO();
export const web = WebSocketTransport();
export const tabs = Broadcast();
export const stored = localMatches({ game });
export const reducer = CreateGameReducer({ game });
export const first = InitializeGame({ game: plain });
export const processed = ProcessGameConfig(game);
export const filter = getFilterPlayerView(game);
export const match = createMatch({ game });

export abstract class Store extends Async {}
export abstract class QuickStore extends Sync {}
export abstract class Wire extends Transport {}
export const masterOf = (storage: QuickStore) => new Master(game, storage, { send() {}, sendAll() {} });
export const ownMaster = () => class extends Master {};
export const syncedBy = (master: Master) => master.onSync('m', '0');

export abstract class FirstBot extends Bot {}
export const idleBot = () => class extends Bot { async play() { return { action: null }; } };
export const bot = new MCTSBot({ game });
export const best = bot.play;
export const played = Simulate;
export const deal = dealUnseen;
export const served = serveBots;

export const random = MockRandom({ D6: () => 6 });
export const line = network();
export const leaks = checkSecrecy(plain);
export const same = checkDeterminism(plain);
export const keptBy = (storage: QuickStore) => checkStorage(() => storage);
export const again = replay;
