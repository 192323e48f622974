/** A match over the network: the board as this page's seat sees it, the players, and the links to send. */
import { WebSocketTransport } from 'rondel/multiplayer';
import { joinAsRondel } from '../online/rondels-way.js';
import { badge } from '../parts.js';
import { listed, seatName, whoActs, winnersOf } from '../seats.js';
import { h } from '../view.js';
import { linkTo } from './address.js';

/** Joins the match. Returns the same as `joinAsRondel`. */
export function joinOverNetwork({ spec, place, credentials, onChange }) {
  const { matchID, playerID } = place;
  const multiplayer = WebSocketTransport({ url: location.origin });
  return joinAsRondel({ game: spec.game, matchID, playerID, credentials, multiplayer, onChange });
}

/** The match. `player` is the result of `joinOverNetwork`. */
export function matchView({ spec, place, player, onLeave }) {
  const { shown, others, isConnected } = player;
  const nameOf = (seat) => others[seat]?.name ?? seatName(seat);
  return h('div', { key: 'match', class: 'network-match' },
    h('div', { key: 'board', class: 'network-board' },
      h('p', { key: 'status', class: 'network-status', role: 'status', 'aria-live': 'polite' }, isConnected && shown ? outcome(shown, nameOf) ?? `${whoActs(shown.ctx, nameOf)}.` : 'Looking for the server.'),
      refusal(player.actions[0]),
      shown && spec.board({ player, nameOf })),
    h('aside', { key: 'people', class: 'network-people', 'aria-label': 'Players in the match' },
      h('ul', { key: 'seats' }, others.map(({ id, name, isConnected: isHere }) => h('li', { key: id, class: 'network-person', 'data-player': id },
        badge(String(id)),
        h('span', { key: 'name', class: 'network-name' }, name ?? 'Free seat', String(id) === place.playerID && ' (you)'),
        name === undefined ? linkButton('Copy the link', { ...place, playerID: String(id) })
          : h('span', { key: 'presence', class: 'network-presence' }, isHere ? 'is here' : 'is away')))),
      linkButton('Copy a link to watch', { ...place, playerID: null }),
      h('button', { key: 'leave', type: 'button', class: 'button is-quiet', onClick: onLeave }, place.playerID === null ? 'Stop watching' : 'Leave the match')));
}

/** A link that is copied when it is pressed. Without permission to copy, it opens. */
function linkButton(label, place) {
  const href = linkTo(place);
  return h('a', { key: `link-${place.playerID}`, class: 'network-link', href, target: '_blank', 'data-link': place.playerID ?? 'watch', onClick: (event) => copy(event, href) }, label);
}

function copy(event, href) {
  if (!navigator.clipboard) return;
  event.preventDefault();
  const link = event.currentTarget ?? event.target;
  navigator.clipboard.writeText(href).then(() => { link.dataset.copied = 'true'; }, () => { window.open(href, '_blank'); });
}

function refusal(last) {
  if (!last?.why) return null;
  return h('p', { key: `refused-${last.number}`, class: 'refusal', role: 'status' },
    h('b', null, last.isTakenBack ? 'Taken back' : 'Refused'), h('code', null, last.label), h('span', { class: 'refusal-reason' }, last.why));
}

function outcome({ ctx }, nameOf) {
  if (ctx.gameover === undefined) return null;
  const points = ctx.gameover.points.map((sum, seat) => `${nameOf(seat)} ${sum}`).join(', ');
  const winners = winnersOf(ctx).map(nameOf);
  return `${points}: ${listed(winners)} ${winners.length === 1 ? 'wins' : 'share the win'}.`;
}
