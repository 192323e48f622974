import { parentPort, workerData } from 'node:worker_threads';
import { Misuse } from '../util/error.js';
import { messageOf } from '../util/print.js';
import { playShare } from './share.js';

// A thread that plays a part of the games. Posts `{ found }`, or the `objection` to playing with `isMisuse`.
playShare(workerData).then(
  (found) => parentPort?.postMessage({ found }),
  (error) => parentPort?.postMessage({ objection: messageOf(error), isMisuse: error instanceof Misuse }),
);
