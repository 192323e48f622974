// The debug panel, in a shadow root of the page.
import { Client } from 'rondel/client';
import { Debug } from 'rondel/debug';
import { game } from '../../tabs/game.mjs';
import { equal, until } from './support.mjs';

async function playInPanel() {
  const client = Client({ game, debug: { impl: Debug }, quiet: true });
  client.start();
  const root = document.querySelector('.rondel-debug').shadowRoot;
  const find = (selector) => until(() => root.querySelector(selector));
  (await find('#tab-play')).click();
  const field = await find('[data-call=add]');
  field.value = '"a"';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.form.requestSubmit();
  equal(client.getState().G, { list: ['a'] });
  for (const tab of ['log', 'network', 'bots', 'match', 'state']) {
    (await find(`#tab-${tab}`)).click();
    await find(`#tab-${tab}[aria-selected=true]`);
  }
  await until(() => /list/.test(root.querySelector('.tree')?.textContent ?? ''));
  client.stop();
  equal(document.querySelector('.rondel-debug'), null);
  client.dispose();
}

/** Scenarios by test name. */
export const debugPanel = { 'the debug panel plays a move and shows its tabs': playInPanel };
