// `import type { Game } from 'rondel'`: this entry has types only, its module is empty.
export {};
