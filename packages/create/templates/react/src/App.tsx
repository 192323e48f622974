import { AgainstBots } from './AgainstBots.tsx';

export function App() {
  return (
    <main>
      <h1>Last card</h1>
      <AgainstBots />
    </main>
  );
}
