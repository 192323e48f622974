// `import type { Game, Ctx } from 'rondel/legacy'`: this entry has types only, its module is empty.
export {};
