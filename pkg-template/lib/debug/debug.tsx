import { render } from 'preact';
import { OPEN_PANEL } from '../util/marks.js';
import { Panel } from './panel.js';
import { Session } from './session.js';
import { STYLES } from './styles.js';
import type { DebugOptions, DebugPanel, InspectedClient } from '../../types/debug.js';

/** The page, with its panel while there is a client. */
const page = globalThis as { [OPEN_PANEL]?: { session: Session, close: () => void } | undefined };

/** The debug panel: one for all clients of a page, in a shadow root at the end of its body or in another element. */
export const Debug: DebugPanel = {
  add(client: InspectedClient, options: DebugOptions = {}) {
    const shown = (page[OPEN_PANEL] ??= open(options));
    const { session } = shown;
    const remove = session.add(client);
    return () => {
      remove();
      if (session.entries.length > 0 || page[OPEN_PANEL] !== shown) return;
      shown.close();
      page[OPEN_PANEL] = undefined;
    };
  },
};

/** Width of a page in pixels below which the panel covers most of it. */
const NARROW = 700;

function open({ target, collapseOnLoad = !target && innerWidth < NARROW, hideToggleButton }: DebugOptions) {
  const session = new Session();
  session.isOpen = !collapseOnLoad;
  const host = document.createElement('div');
  host.className = 'rondel-debug';
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  root.adoptedStyleSheets = [sheet];
  const content = document.createElement('div');
  content.className = target ? 'root within' : 'root';
  root.append(content);
  (target ?? document.body).append(host);
  session.root = root;
  render(<Panel session={session} hidesToggle={Boolean(hideToggleButton)} />, content);
  return {
    session,
    close() {
      render(null, content);
      host.remove();
    },
  };
}
