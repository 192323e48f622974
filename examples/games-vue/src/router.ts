import { createRouter, createWebHashHistory } from 'vue-router';
import LobbyPage from './lobby/LobbyPage.vue';
import MatchPage from './match/MatchPage.vue';

/** The addresses of the React page: the part after the `#` leads to the same match on both. */
export const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    { path: '/oh-hell', name: 'lobby', component: LobbyPage },
    { path: '/oh-hell/:matchID', name: 'match', component: MatchPage, props: true },
    { path: '/:others(.*)', redirect: '/oh-hell' },
  ],
});
