import { el } from './dom.ts';
import { makeBotGame } from './bot-game.ts';
import './style.css';

document.querySelector('#app')!.append(el('main', {}, el('h1', {}, 'Last card'), makeBotGame().element));
