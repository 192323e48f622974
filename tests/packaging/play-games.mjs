// Plays the games of examples/games on their boards. A place is a page, or the part of a page with the board of one player.

/** Milliseconds after which something counts as never. */
const NEVER = 180_000;

/** Returns the square of a chess board with this name, such as `'White pawn, f2'`. */
export const square = (place, name) => place.getByRole('gridcell', { name });

/** Moves a chess piece by two clicks, when it is the player's turn. */
export async function move(place, piece, to) {
  await place.getByText('Your move.').first().waitFor();
  await square(place, piece).click();
  await square(place, `${to}, possible move`).click();
  await square(place, `${piece.split(',')[0]}, ${to}`).waitFor();
}

/** Returns the text that says what the match waits for, or its outcome. */
export const status = (place) => place.locator('.status').innerText();

/**
 * Lets players act until all boards show the outcome. Returns what each of them says.
 *
 * @param act acts at a place if its player can, and resolves with the name of the action, or with nothing
 */
export async function playToEnd(places, act) {
  const done = new Set();
  for (const end = Date.now() + NEVER; Date.now() < end;) {
    const texts = await Promise.all(places.map(status));
    if (texts.every((text) => /\bwins?\b.*\.$/.test(text))) return { texts, done };
    const acted = await Promise.all(places.map(act));
    for (const name of acted) if (name) done.add(name);
    if (!acted.some(Boolean)) await new Promise((resolve) => { setTimeout(resolve, 30); });
  }
  throw new Error(`the match does not end: ${(await Promise.all(places.map(status))).join(' | ')}`);
}

/** Strandline: keeps the first card of the hand, or reacts by the first choice. */
export async function actInStrandline(place) {
  const reaction = place.locator('.reaction button').first();
  if (await reaction.count() > 0) {
    const name = await reaction.innerText();
    await press(reaction);
    return name.split(' ')[0];
  }
  const card = place.locator('.hand button[aria-disabled="false"]').first();
  if (await card.count() === 0) return undefined;
  await press(card);
  await press(place.getByRole('button', { name: /^Keep / }));
  return 'Keep';
}

/** Oh Hell: bids or plays the first thing that is allowed, and goes on to the next round. */
export async function actInOhHell(place) {
  for (const [name, selector] of [['bid', '.bids button'], ['play', '.hand button'], ['ready', '.result button']]) {
    const button = place.locator(`${selector}:not([aria-disabled="true"])`).first();
    if (await button.count() > 0) {
      await press(button);
      return name;
    }
  }
  return undefined;
}

/** Presses a button as a player with a keyboard does. It may have disappeared meanwhile. */
async function press(button) {
  await button.press('Enter', { timeout: 1000 }).catch((error) => {
    if (error.name !== 'TimeoutError') throw error;
  });
}
