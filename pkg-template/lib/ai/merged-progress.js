/**
 * Progress of several workers at one thought, as that of one: a function that notes what a worker has said.
 *
 * @param {number} workers
 * @param {(progress: import('./thinker.js').Progress) => void} onProgress
 * @returns {(worker: number, progress: import('./thinker.js').Progress) => void}
 */
export function mergedProgress(workers, onProgress) {
  if (workers === 1) return (_worker, progress) => onProgress(progress);
  const said = Array(workers).fill({ iterations: 0, share: 0, candidates: [] });
  return (worker, progress) => {
    said[worker] = progress;
    const sum = (field) => said.reduce((total, one) => total + one[field], 0);
    onProgress({ iterations: sum('iterations'), share: sum('share') / workers, candidates: mergedCandidates(said.flatMap(({ candidates }) => candidates)) });
  };
}

/** For show: what is chosen among is merged by the search. */
function mergedCandidates(candidates) {
  const merged = new Map();
  for (const candidate of candidates) {
    const name = JSON.stringify([candidate.playerID, candidate.action]);
    const known = merged.get(name);
    merged.set(name, known ? together(known, candidate) : candidate);
  }
  return [...merged.values()];
}

function together(one, other) {
  const visits = one.visits + other.visits;
  const known = [one, other].find(({ proven }) => proven);
  const value = known?.value ?? (one.value * one.visits + other.value * other.visits) / Math.max(1, visits);
  return { ...one, visits, value, proven: known !== undefined };
}
