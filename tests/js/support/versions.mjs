// Two versions of a game: another shape of G, and other names of a phase and of a stage.

/** `calls` counts the runs of each version's `migrate`. */
export const calls = { migrate: 0 };

/** Version 1. Wine is a number of bottles; a guest who has drunk may pass, in a separate stage. */
export const before = {
  name: 'cellar',
  version: 1,
  setup: ({ random }) => ({ bottles: 10, drunk: { 0: 0, 1: 0 }, secrets: { 0: 'red', 1: 'white' }, rolled: [random.D20()] }),
  playerView: ({ G: { secrets, ...rest }, playerID }) => ({ ...rest, secrets: { [playerID]: secrets[playerID] } }),
  moves: {},
  phases: {
    drinking: {
      start: true,
      turn: { activePlayers: { all: 'awake' }, stages: { awake: { moves: { drink, spill, roll } } } },
    },
  },
};

/** Version 2. Secrets are `hands` now: its `playerView` would keep `secrets` of version 1. There is no `spill` any more. */
export const after = {
  name: 'cellar',
  version: 2,
  migrate({ G: { bottles, drunk, secrets, rolled }, ctx, plugins }, fromVersion) {
    calls.migrate += 1;
    if (fromVersion !== 1) return undefined;
    const rename = (stages) => stages && Object.fromEntries(Object.entries(stages).map(([id, stage]) => [id, stage === 'awake' ? 'sober' : stage]));
    return {
      G: { cellar: { bottles }, drunk, hands: secrets, rolled },
      ctx: { ...ctx, phase: ctx.phase === 'drinking' ? 'tasting' : ctx.phase, activePlayers: rename(ctx.activePlayers) },
      plugins,
    };
  },
  setup: ({ random }) => ({ cellar: { bottles: 10 }, drunk: { 0: 0, 1: 0 }, hands: { 0: 'red', 1: 'white' }, rolled: [random.D20()] }),
  playerView: ({ G: { hands, ...rest }, playerID }) => ({ ...rest, hands: { [playerID]: hands[playerID] } }),
  moves: {},
  phases: {
    tasting: {
      start: true,
      turn: {
        activePlayers: { all: 'sober' },
        stages: {
          sober: {
            moves: {
              drink: ({ G, playerID }, n = 1) => {
                G.cellar.bottles -= n;
                G.drunk[playerID] += n;
              },
              roll: ({ G, random }) => { G.rolled.push(random.D20()); },
            },
          },
        },
      },
    },
  },
};

/** The message for players if version 1 finds a match of version 2. */
export const TOO_NEW = "match 'm' was last played with version 2; these rules are version 1";

function drink({ G, playerID }, n = 1) {
  G.bottles -= n;
  G.drunk[playerID] += n;
}

function spill({ G }) {
  G.bottles -= 1;
}

function roll({ G, random }) {
  G.rolled.push(random.D20());
}
