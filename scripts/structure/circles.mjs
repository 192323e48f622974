/**
 * The circles in a graph, each as the shortest way round from its first file; one for all files that reach one another.
 *
 * @param {Map<string, string[]>} graph
 * @returns {string[][]}
 */
export function circlesIn(graph) {
  const found = [];
  const known = new Set();
  for (const start of [...graph.keys()].sort()) {
    if (known.has(start)) continue;
    const way = wayBack(graph, start);
    if (!way) continue;
    found.push(way);
    for (const file of way) known.add(file);
  }
  return found;
}

/** Breadth first, so that the way is short. */
function wayBack(graph, start) {
  const ways = [[start]];
  const seen = new Set();
  for (const way of ways) {
    for (const next of graph.get(way.at(-1)) ?? []) {
      if (next === start) return way;
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return undefined;
}
