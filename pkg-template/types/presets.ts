import type { Ctx, FnContext, PlayerID } from './game.js';

/** Preset for `turn.order`. Its functions also accept `(G, ctx)`. */
export interface PresetTurnOrder {
  playOrder?: PresetFunction<PlayerID[]>;
  first: PresetFunction<number>;
  next: PresetFunction<number | undefined>;
}

interface PresetFunction<R> {
  (context: FnContext): R;
  (G: any, ctx: Ctx): R;
}

/** Type of `PlayerView.STRIP_SECRETS`, which hides secret fields of the state. */
export interface StripSecrets {
  (context: { G: any; ctx?: Ctx; playerID?: PlayerID | null }): any;
  (G: any, ctx: Ctx, playerID: PlayerID | null): any;
  // Marks this function. Only types have it.
  readonly [stripsSecrets]: true;
}
declare const stripsSecrets: unique symbol;
