/** Node's error codes for a client that has gone. */
const GONE = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'];

/** Whether an error means that a client has not waited for the end of its response, or has sent what is no HTTP behind its request. */
export function isOfClient(error: unknown) {
  const { code } = Object(error);
  return GONE.includes(code) || (typeof code === 'string' && code.startsWith('HPE_'));
}
