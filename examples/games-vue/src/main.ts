import { createApp } from 'vue';
import '../../games/src/shell/style.css';
import App from './App.vue';
import { router } from './router.ts';

createApp(App).use(router).mount('#app');
