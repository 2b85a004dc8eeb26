import type { RequestHandler } from 'express';

interface Patience {
  /** How long a client may take nothing of a response that waits for it. */
  unreadMs: number;
  /** How often that is looked at. */
  everyMs: number;
}

/** A phone in a tunnel comes back within a minute, or asks again. */
const PATIENCE: Patience = { unreadMs: 60_000, everyMs: 5_000 };

/**
 * Ends the connection of a client that takes nothing of its response for a minute. A response that moves may take as long
 * as it does. Node's own limit of a connection may take twice its time for the first, since Node counts what it has in its
 * own buffers as progress.
 */
export function endUnread({ unreadMs, everyMs }: Patience = PATIENCE): RequestHandler {
  return (request, response, next) => {
    const { socket } = request;
    let taken = -1;
    let since = 0;
    const look = setInterval(() => {
      const { bytesWritten, writableLength } = socket;
      const now = bytesWritten - writableLength;
      // Where nothing waits, it is the server's turn, or all has been taken.
      if (writableLength === 0 || now !== taken) {
        taken = now;
        since = performance.now();
      } else if (performance.now() - since >= unreadMs) socket.destroy();
    }, everyMs).unref();
    response.once('close', () => clearInterval(look));
    next();
  };
}
