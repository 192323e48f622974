// The packages of the games in examples/rust: see scripts/build-rust-games.

/** A game, imported as by users of its package. */
export async function builtGame(name) {
  const { default: game } = await import(new URL(`../../../examples/rust/${name}/pkg/index.js`, import.meta.url).href);
  return game;
}
