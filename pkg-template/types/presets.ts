import type { Ctx, FnContext, PlayerID } from './game.js';

/** A preset for `turn.order`; its functions also take `(G, ctx)`. */
export interface PresetTurnOrder {
  playOrder?: PresetFunction<PlayerID[]>;
  first: PresetFunction<number>;
  next: PresetFunction<number | undefined>;
}

interface PresetFunction<R> {
  (context: FnContext): R;
  (G: any, ctx: Ctx): R;
}

/** The type of `PlayerView.STRIP_SECRETS`, which hides fields of the state from its viewers. */
export interface StripSecrets {
  (context: { G: any; ctx?: Ctx; playerID?: PlayerID | null }): any;
  (G: any, ctx: Ctx, playerID: PlayerID | null): any;
  // The mark of this one function: types alone know it.
  readonly [stripsSecrets]: true;
}
declare const stripsSecrets: unique symbol;
