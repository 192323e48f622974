import * as made from 'made/multiplayer';
import * as declared from 'declared/multiplayer';
import type { TransportOpts } from 'declared/internal';
import type { Undeclared, Unknown } from './fits.js';

type Transports = 'Broadcast' | 'Local' | 'SocketIO' | 'WebSocketTransport';

/** What a browser has of channels, locks and databases: tests bring one of their own. */
type Environment = [environment?: object];

/** Without what is protected, which counts for the one class alone that declares it. */
type All = Omit<typeof declared, Transports | 'broadcastMatches' | 'hostBroadcast'> & {
  [Name in Transports]: (...args: [...Parameters<typeof declared[Name]>, ...(Name extends 'Broadcast' ? Environment : [])]) => (options: TransportOpts) => Pick<declared.Transport, keyof declared.Transport>;
} & {
  [Name in 'broadcastMatches' | 'hostBroadcast']: (...args: [...Parameters<typeof declared[Name]>, ...Environment]) => ReturnType<typeof declared[Name]>;
};

export const all: All = made;
export const undeclared: never = 0 as never as Undeclared<All, typeof made>;
export const unknown: never = 0 as never as Unknown<All, typeof made>;
