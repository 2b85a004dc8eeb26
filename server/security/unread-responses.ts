import type { RequestHandler } from 'express';

/** A phone in a tunnel comes back within half a minute, or asks again. */
const SILENT_MS = 30_000;

/**
 * Ends the connection of a client that takes nothing of its response for half a minute: after at most a whole one, since
 * Node forgives the first look at what is on its way. A response that moves may take as long as it does, in pieces or
 * written at once: Node also sees which part of a piece the network has taken. While nothing waits for the client it is the
 * server's turn, which has twice as long.
 */
export function endUnread(silentMs = SILENT_MS): RequestHandler {
  return ({ socket }, response, next) => {
    let written = -1;
    response.setTimeout(silentMs, () => {
      if (socket.writableLength > 0 || socket.bytesWritten === written) socket.destroy();
      else {
        written = socket.bytesWritten;
        socket.setTimeout(silentMs);
      }
    });
    next();
  };
}
