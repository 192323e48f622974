import type { PlayerID } from 'rondel';
import { isRed, nameOfCard, type Card } from './cards.ts';
import { el, setChildren, setText, type Part } from './dom.ts';
import { textOfRefusal, textOfTurn } from './texts.ts';
import { cardsOf, deckSize, handSize, topCard, type GameClient } from './view.ts';

/** The board: what the client's player sees of a match, and their moves. It starts the client, and disposes of it. */
export function makeTable(client: GameClient, nameOf: (id: PlayerID) => string): Part {
  const status = el('p', { role: 'status' });
  const players = el('ul', { className: 'players', ariaLabel: 'Players' });
  const deckSizeText = el('small');
  const drawText = el('b');
  const draw = el('button', { type: 'button', className: 'card back', onclick: () => client.moves.draw() }, drawText, deckSizeText);
  const top = el('div', { role: 'group', ariaLabel: 'On top' });
  const hand = el('ul', { className: 'hand', ariaLabel: 'Your hand', tabIndex: -1 });
  const reason = el('p', { role: 'alert' });
  const element = el('section', { className: 'table', ariaLabel: 'Table', hidden: true }, status, players, el('div', { className: 'middle' }, draw, top), hand, reason);
  /** The cards that are shown, or were. */
  const places = new Map<Card, HTMLElement>();

  client.subscribe(update);
  client.start();
  return { element, remove: () => client.dispose() };

  function update() {
    const state = client.getState();
    const { playerID = null, lastError } = client;
    element.hidden = !state;
    setText(reason, lastError ? textOfRefusal(lastError) : '');
    if (!state) return;
    const { G, ctx } = state;
    setText(status, textOfTurn(state, playerID, nameOf));
    players.replaceChildren(...ctx.playOrder.map((id) => (
      el('li', { className: id === ctx.currentPlayer && !ctx.gameover ? 'next' : '' }, `${nameOf(id)} `, el('span', {}, `${handSize(G, id)} cards`))
    )));
    draw.disabled = playerID === null;
    setText(drawText, deckSize(G) > 0 ? 'Draw' : 'Pass');
    setText(deckSizeText, `${deckSize(G)} left`);
    showTop(topCard(G));
    hand.hidden = playerID === null;
    if (playerID !== null) showHand(cardsOf(G, playerID));
  }

  function showTop(card: Card | undefined) {
    top.hidden = card === undefined;
    if (card === undefined) return;
    if (top.textContent !== card) top.replaceChildren(face(card));
    top.className = cardClass(card);
  }

  function showHand(cards: Card[]) {
    setChildren(hand, cards.map((card) => {
      const place = places.get(card) ?? makePlace(card);
      place.firstElementChild!.className = cardClass(card, client.canMove('play', card));
      return place;
    }));
  }

  function makePlace(card: Card) {
    const place = el('li', {}, el('button', { type: 'button', onclick: () => play(card) }, face(card)));
    places.set(card, place);
    return place;
  }

  function play(card: Card) {
    const { status: outcome } = client.moves.play(card);
    // The button of a played card disappears. The focus stays in the hand.
    if (outcome !== 'rejected') hand.focus();
  }
}

/** Creates a card. Screen readers read its name in place of its symbols. */
const face = (card: Card) => el('span', { role: 'img', ariaLabel: nameOfCard(card) }, card);

const cardClass = (card: Card, isPlayable = false) => ['card', isRed(card) && 'red', isPlayable && 'playable'].filter(Boolean).join(' ');
