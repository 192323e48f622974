import * as made from 'made/internal';
import * as declared from 'declared/internal';
import type { Undeclared, Unknown } from './fits.js';

/** What is left to those who write a storage or a transport. */
type Storages = 'connect' | 'setState' | 'setMetadata' | 'fetch' | 'wipe';
type Transports =
  'connect' | 'disconnect' | 'sendAction' | 'sendChatMessage' | 'requestSync' | 'updateMatchID' | 'updatePlayerID' | 'updateCredentials';

/** What is protected counts for the one class alone that declares it: here it is seen. */
abstract class Transport extends declared.Transport {
  declare gameName: string;
  declare credentials?: string;
  declare numPlayers: number;
  abstract override get playerID(): string | null;
  abstract override set playerID(id: string | number | null);
  abstract override get matchID(): string;
  abstract override set matchID(id: string | number);
  abstract override setConnectionStatus(...args: Parameters<declared.Transport['subscribeToConnectionStatus']> extends [(...status: infer Trouble) => void] ? [isConnected: boolean, ...Trouble] : never): void;
  abstract override notifyClient(data: declared.TransportData): void;
}

type All = Omit<typeof declared, 'Async' | 'Sync' | 'Transport'> & {
  Async: new () => Omit<declared.Async, Storages>;
  Sync: new () => Omit<declared.Sync, Exclude<Storages, 'connect'>>;
  Transport: new (options: declared.TransportOpts) => Omit<Transport, Transports>;
};

export const all: All = made;
export const undeclared: never = 0 as never as Undeclared<All, typeof made>;
export const unknown: never = 0 as never as Unknown<All, typeof made>;
