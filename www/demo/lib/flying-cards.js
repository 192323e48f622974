/** Cards that fly from the hand of their player to the table, by the effect `fly` of a game. */

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** Lets the cards that are played fly, in the board inside `root`. */
export function flyCards(client, root) {
  client.onEffect('fly', ({ at }, { playerID, duration }) => {
    let flight;
    // The page is drawn before.
    const frame = requestAnimationFrame(() => { flight = fly(root, { at, playerID, duration }); });
    return () => {
      cancelAnimationFrame(frame);
      flight?.cancel();
    };
  });
}

function fly(root, { at, playerID, duration }) {
  const card = root.querySelectorAll('.played')[at];
  const hand = root.querySelector(`[data-seat="${playerID}"] .hand`);
  if (!card || !hand || calm.matches) return undefined;
  const [from, to] = [hand, card].map((element) => element.getBoundingClientRect());
  const start = `translate(${from.x + from.width / 2 - to.x - to.width / 2}px, ${from.y - to.y}px)`;
  return card.animate([{ transform: start }, { transform: 'none' }], { id: 'fly', duration, easing: 'ease-out' });
}
