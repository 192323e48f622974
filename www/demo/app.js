/** The page: its theme, the playable wheel at the top, the game of the address, and matches over a network. */
import { mountIntro } from './lib/intro.js';
import { mountNetwork } from './lib/network/index.js';
import { mountOnline } from './lib/online/index.js';
import { mountTabs } from './lib/online/tabs.js';
import { showSiteLinks } from './lib/site.js';
import { mountTable } from './lib/table.js';
import { GAMES } from './games/index.js';

const address = new URLSearchParams(location.search);
const seed = address.get('seed') ?? undefined;
const place = document.querySelector('#table');
const tabs = [...document.querySelectorAll('.games-nav a')].filter(keepTab);
let unmount = null;
let shown = null;

mountIntro({ seed });
theme(document.querySelector('#theme'));
window.addEventListener('hashchange', route);
route();
mountOnline(document.querySelector('#online-table'), { seed });
mountTabs(document.querySelector('#tabs'));
mountNetwork(document.querySelector('#network'));
mountBots();
showSiteLinks();

/** Removes the tab of a game that was not built. */
function keepTab(tab) {
  const leads = GAMES.some(({ id }) => `#${id}` === tab.hash);
  if (!leads) tab.remove();
  return leads;
}

function route() {
  const spec = GAMES.find(({ id }) => `#${id}` === location.hash);
  // Other anchors are the browser's business. Without one, the first game is shown.
  if (!spec && shown) return;
  const wanted = spec ?? GAMES[0];
  if (wanted.id !== shown) {
    unmount?.();
    unmount = mountTable(place, wanted, { seed });
    shown = wanted.id;
  }
  for (const tab of tabs) {
    if (tab.hash === `#${wanted.id}`) {
      tab.setAttribute('aria-current', 'page');
      tab.parentElement.scrollLeft = tab.offsetLeft - (tab.parentElement.clientWidth - tab.offsetWidth) / 2;
    } else {
      tab.removeAttribute('aria-current');
    }
  }
  document.title = `${wanted.title} · Rondel`;
  if (!spec) return;
  document.querySelector('#games').scrollIntoView();
  if (!tabs.includes(document.activeElement)) document.querySelector('#table-title').focus({ preventScroll: true });
}

// Loads the search of bots, which is a separate module, without blocking the page.
async function mountBots() {
  const { mountBots: mount } = await import('./lib/bots/index.js');
  const number = (name) => (/^\d+$/.test(address.get(name)) ? Number(address.get(name)) : undefined);
  mount(document.querySelector('#bots-table'), { seed, iterations: number('iterations'), minTime: number('minTime') });
}

function theme(button) {
  const root = document.documentElement;
  const dark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches);
  const show = () => button.setAttribute('aria-pressed', String(dark()));
  root.dataset.theme = stored() ?? '';
  show();
  button.addEventListener('click', () => {
    root.dataset.theme = dark() ? 'light' : 'dark';
    try {
      localStorage.setItem('rondel-theme', root.dataset.theme);
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
    show();
  });

  function stored() {
    try {
      return localStorage.getItem('rondel-theme');
    } catch {
      return null;
    }
  }
}
