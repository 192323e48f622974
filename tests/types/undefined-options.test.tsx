// Options that may be undefined, as props of components are: also where TypeScript tells them from those that are left out.
import { Client, type ClientOpts } from 'rondel/client';
import { defineGame } from 'rondel/core';
import { Client as ReactClient, useClient } from 'rondel/react';
import { Client as VueClient, useClient as useVueClient, type WrappedBoardProps } from 'rondel/vue';

interface Props {
  playerID: string | undefined;
  matchID: string | undefined;
  credentials: string | undefined;
  debug: boolean | undefined;
}
const game = defineGame({ setup: () => ({ n: 0 }), moves: { add: ({ G }, count: number) => { G.n += count; } } });
const others = { numPlayers: undefined, multiplayer: undefined, predict: undefined, setupData: undefined, enhancer: undefined, inspect: undefined, quiet: undefined } satisfies Record<Exclude<keyof ClientOpts, 'game' | keyof Props>, undefined>;
const App = ReactClient({ game, board: undefined, loading: undefined, debug: undefined, ...others });

export const plain = (props: Props) => Client({ game, ...others, ...props }).moves.add(1);
export function Match(props: Props) {
  useClient({ game, playerID: props.playerID }).moves.add(1);
  useClient({ game, ...others, ...props });
  return <App matchID={props.matchID} playerID={props.playerID} credentials={props.credentials} debug={props.debug} />;
}
export function setup(props: Props): WrappedBoardProps {
  useVueClient(() => ({ game, ...others, ...props })).moves.add(1);
  VueClient({ game, board: undefined, loading: undefined, debug: undefined, ...others });
  return props;
}
