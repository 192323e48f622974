/** A match between two tabs of one browser. One of them hosts it, and the browser stores it. */
import { Broadcast } from 'rondel/multiplayer';
import orchard from '../../games/orchard.js';
import { h, render } from '../view.js';
import { nameOf, outcome, phone } from './phone.js';
import { joinAsRondel } from './rondels-way.js';
import { soon } from './soon.js';

const CHANNEL = 'rondel-demo';

/**
 * Shows the match inside `root`. The address contains the match and this tab's seat. Without these the tab creates a match when the other
 * tab is opened.
 */
export function mountTabs(root) {
  const address = new URLSearchParams(location.search);
  const asked = address.get('seat');
  const seat = asked === '1' ? '1' : '0';
  const matchID = address.get('match') ?? Math.random().toString(36).slice(2, 10);
  let player = null;
  const schedule = soon(draw);
  if (asked !== null) join();
  else draw();

  function join() {
    if (player) return;
    player = joinAsRondel({ game: orchard, matchID, playerID: seat, multiplayer: Broadcast({ channel: CHANNEL }), onChange: schedule });
    // After a reload, this tab continues its match.
    history.replaceState(history.state, '', addressOf(seat));
    draw();
  }

  function draw() {
    const other = seat === '0' ? '1' : '0';
    const gameover = player?.shown?.ctx.gameover;
    render(root,
      h('div', { key: 'text', class: 'tabs-text' },
        h('h2', { id: 'tabs-title' }, 'Two tabs, one match, no server'),
        h('p', null, 'One of the tabs hosts the master, and both talk to it over a BroadcastChannel. Close either of them: the other one takes over from what is stored in this browser, and a closed tab may come back.'),
        h('p', { key: 'cta', class: 'cta' },
          h('a', { class: 'button is-bright', href: addressOf(other), target: '_blank', onClick: join }, `Open ${nameOf(other)}’s tab`),
          player && h('span', { key: 'here', role: 'status' }, gameover ? outcome(gameover) : `This tab is ${nameOf(seat)}’s. ${presence(player, other)}`),
          player && h('a', { key: 'new', href: addressOf(null) }, 'Leave this match'))),
      player && phone({ player, state: player.isConnected ? 'connected' : 'looking for a host' }));
  }

  /** Returns the address of the page with a seat of this match, or with none. */
  function addressOf(playerID) {
    const url = new URL(location.href);
    for (const [name, value] of [['match', matchID], ['seat', playerID]]) {
      if (playerID === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    url.hash = '#tabs';
    return url.href;
  }
}

function presence({ others }, other) {
  return others[other]?.isConnected ? `${nameOf(other)} is here.` : `${nameOf(other)} is not here.`;
}
