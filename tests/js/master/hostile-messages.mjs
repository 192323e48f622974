// Messages that a hostile client may send to a master.
import fc from 'fast-check';

export const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withObjectString: true, withSparseArray: true, withTypedArray: true, maxDepth: 3 });
export const often = (value) => fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: anything });
export const playerID = often(fc.constantFrom('0', '1'));
const few = fc.integer({ min: -1, max: 5 });
const made = fc.record({
  session: fc.constantFrom('a', 'b'),
  seq: few,
  first: few,
  dependsOn: fc.option(few, { nil: undefined }),
  ahead: fc.boolean(),
});
export const forged = fc.record({
  type: often(fc.constantFrom('MAKE_MOVE', 'GAME_EVENT', 'UNDO', 'REDO', 'PLUGIN', 'RESET', 'SYNC', 'PATCH', 'UPDATE', 'PLAYER_LEAVE')),
  payload: often(fc.record({
    type: often(fc.constantFrom('place', 'whisper', 'endTurn', 'setActivePlayers', 'setPhase', 'endPhase', 'setStage', 'pass', 'constructor', '__proto__', 'explode', 'diary')),
    args: often(fc.array(anything, { maxLength: 3 })),
    playerID,
    credentials: anything,
  })),
  sync: often(fc.option(made, { nil: undefined })),
});
