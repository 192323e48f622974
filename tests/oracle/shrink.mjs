// Shrinks a failing game: first drops actions, then parts of the definition, as long as the engines still differ.
import { throughJSON } from '../js/support/json.mjs';
import { kindOf } from './compare.mjs';
import { replay } from './game.mjs';

/** Returns the smallest game found that still differs in the same kind of place, within a budget of replays. */
export function shrink({ definition, actions, step, difference }, engines, budget = 3000) {
  const kind = kindOf(difference);
  let best = { definition, actions: actions.slice(0, step) };
  const fails = (candidate) => {
    if (budget-- <= 0) return false;
    const verdict = replay(candidate.definition, candidate.actions, engines);
    if (verdict.result !== 'differs' || kindOf(verdict.difference) !== kind) return false;
    best = { ...candidate, actions: candidate.actions.slice(0, verdict.step), verdict };
    return true;
  };
  fails(best);
  for (let before = ''; before !== JSON.stringify(best) && budget > 0;) {
    before = JSON.stringify(best);
    dropActions(() => best, fails);
    dropParts(() => best, fails);
  }
  return best;
}

function dropActions(best, fails) {
  for (let size = Math.max(1, best().actions.length >> 1); size >= 1; size >>= 1) {
    for (let at = best().actions.length - size; at >= 0; at -= size) {
      const { definition, actions } = best();
      if (at + size > actions.length) continue;
      fails({ definition, actions: [...actions.slice(0, at), ...actions.slice(at + size)] });
    }
  }
}

/** Omits one part after the other, the biggest first, and continues within the parts that are required. */
function dropParts(best, fails) {
  const visit = (path) => {
    const node = at(best().definition, path);
    if (typeof node !== 'object' || node === null) return;
    // From the end, so that the remaining indices stay valid.
    for (const key of Object.keys(node).reverse()) {
      const { definition, actions } = best();
      const here = [...path, key];
      if (KEPT.has(key) || !fails({ definition: without(definition, here), actions })) visit(here);
    }
  };
  visit([]);
}

/** Fields that instantiate.mjs requires. */
const KEPT = new Set(['numPlayers', 'do', 'name', 'of', 'mod', 'is', 'order']);

const at = (node, path) => path.reduce((part, key) => part?.[key], node);

function without(definition, path) {
  const copy = throughJSON(definition);
  const parent = at(copy, path.slice(0, -1));
  const key = path[path.length - 1];
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
  return copy;
}
