import { diff } from '../online/protocol/patch.js';

/**
 * Where a state that was predicted and what its master made of the same actions differ: the path of the first field, such as
 * `G.hands.0`; null if nowhere.
 */
export function firstDifference(predicted, confirmed) {
  for (const part of ['G', 'ctx']) {
    const [first] = diff(predicted[part], confirmed[part]);
    if (first) return `${part}${first.path.replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')}`;
  }
  return null;
}

/** What developers are told of it. */
export function explainDifference(path) {
  return `the master has ${path} otherwise than was predicted: \`predict: 'flow'\` is for games whose code goes by what players can see, and not for those that hide cards`;
}
