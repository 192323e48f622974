import { diff } from '../online/protocol/patch.js';

/**
 * The path of the first field in which a predicted state differs from the master's after the same actions, such as
 * `G.hands.0`; null if there is none.
 */
export function firstDifference(predicted, confirmed) {
  for (const part of ['G', 'ctx']) {
    const [first] = diff(predicted[part], confirmed[part]);
    if (first) return `${part}${first.path.replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')}`;
  }
  return null;
}

/** The warning for developers. */
export function explainDifference(path) {
  return `the master has ${path} otherwise than was predicted: \`predict: 'flow'\` is for games whose code goes by what players can see, and not for those that hide cards`;
}
