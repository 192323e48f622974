/** How far a client may predict. */
export const PREDICTIONS = ['moves', 'flow', 'none'];

/** The same as errors name them. */
export const PREDICTED = /* @__PURE__ */ PREDICTIONS.map((name) => `'${name}'`).join(', ');
