import type { RequestHandler } from 'express';
import type { Socket } from 'node:net';

/** Browsers and proxies wait for each answer. A program that does not sends a few requests ahead. */
const MAX_WAITING = 16;

/**
 * Begins a request when the answer to the one before on its connection is out. Node itself begins all that a client sends
 * ahead, and keeps what each has to say until its turn: hundreds of files open and read in part, for one client that reads
 * nothing. When the connection ends, answers that had no turn hear nothing of it, and their files stay open. A client that
 * sends more ahead than a few has its connection ended.
 */
export function oneRequestAtATime(): RequestHandler {
  const lines = new WeakMap<Socket, (() => void)[]>();
  return ({ socket }, response, next) => {
    const line = lines.get(socket);
    const begin = () => {
      response.once('close', () => {
        const following = lines.get(socket)?.shift();
        if (!following) lines.delete(socket);
        // Nothing is begun that cannot be answered any more.
        else if (socket.writable) following();
      });
      next();
    };
    if (!line) {
      lines.set(socket, []);
      begin();
    } else if (line.length < MAX_WAITING) line.push(begin);
    else socket.destroy();
  };
}
