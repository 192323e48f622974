import { modules } from '../modules.ts';

export function App() {
  return <main><h1>Games</h1><ul>{modules.map(({ title }) => <li key={title}>{title}</li>)}</ul></main>;
}
