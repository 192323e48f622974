/**
 * Who is charged if an engine's instance fails.
 *
 * @typedef {object} Payer
 * @property {(milliseconds: number) => void} charge
 * @property {() => boolean} isBroke whether nothing more may be risked at their expense
 */

/** @type {Payer | null} */
let present = null;
/** When their work began, or last failed. */
let since = 0;

/** Who pays at this moment, for work that goes on later; null if nobody does. */
export function presentPayer() {
  return present;
}

/**
 * Does work that this payer is charged for if an instance fails, whatever it calls. Work within it may have another payer.
 *
 * @template T
 * @param {Payer | null} payer
 * @param {() => T} work
 * @returns {T}
 */
export function paidBy(payer, work) {
  const outer = present;
  const began = since;
  present = payer;
  if (payer !== null) since = performance.now();
  try {
    return work();
  } finally {
    present = outer;
    since = began;
  }
}

/** What is owed for work that may be tried again, and may not have been at fault: `pay` charges it, as one failure, to whoever pays at the moment. */
export function openTab() {
  const payer = present;
  let owed = 0;
  const tab = { charge: (milliseconds) => { owed += milliseconds; }, isBroke: () => payer?.isBroke() ?? false };
  return {
    /** @template T @param {() => T} work */
    run: (work) => paidBy(tab, work),
    pay() {
      if (owed > 0) payer?.charge(owed);
    },
  };
}

/** An instance has failed: another one takes its place, and all that it held is loaded again. */
export function chargeForFailure() {
  if (present === null) return;
  const now = performance.now();
  const took = now - since;
  since = now;
  present.charge(took);
}
