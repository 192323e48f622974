// The packages of the games in examples/rust: see scripts/build-rust-games.

/** A game as whoever installs its package imports it. */
export async function builtGame(name) {
  const { default: game } = await import(new URL(`../../../examples/rust/${name}/pkg/index.js`, import.meta.url).href);
  return game;
}
