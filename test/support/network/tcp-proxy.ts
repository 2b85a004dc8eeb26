import { createServer, connect, type Socket } from 'node:net';
import { listen } from './listen.ts';

/** Stands between the server and another one that it needs, and breaks in the ways in which networks do. */
export interface TcpProxy {
  port: number;
  /** From now on drops everything in both directions, without closing the connections. */
  halt(): void;
  /** From now on every connection is cut, and new ones are cut at once. */
  cut(): void;
  /** From now on a connection is cut when the client sends this text on it. */
  cutAt(text: string): void;
  /** How many connections were cut at a text so far. */
  cutsAtText: number;
  /** Lets everything through again, and what has waited. */
  resume(): void;
  close(): void;
}

/** Starts a proxy on a free port of this machine. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let mode: 'open' | 'halted' | 'cut' = 'open';
  let fatalText: string | undefined;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    if (mode === 'halted') socket.pause();
    return socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
  };
  const pass = (from: Socket, to: Socket): void => {
    from.on('data', (chunk) => to.write(chunk)).once('end', () => to.end());
    from.once('close', () => to.destroySoon());
    if (mode === 'halted') from.pause();
  };
  const server = createServer((client) => {
    if (mode === 'cut') return void client.on('error', () => undefined).destroy();
    const beyond = connect(target);
    keep(client);
    keep(beyond);
    client.on('data', (chunk) => {
      if (fatalText === undefined || !chunk.includes(fatalText)) return;
      proxy.cutsAtText += 1;
      client.destroy();
    });
    pass(client, beyond);
    pass(beyond, client);
  });
  const port = await listen(server);
  const cutAll = (): void => sockets.forEach((socket) => socket.destroy());
  const proxy: TcpProxy = {
    port,
    halt() {
      mode = 'halted';
      for (const socket of sockets) socket.pause();
    },
    cut() {
      mode = 'cut';
      cutAll();
    },
    cutAt(text) {
      fatalText = text;
    },
    cutsAtText: 0,
    resume() {
      mode = 'open';
      fatalText = undefined;
      for (const socket of sockets) socket.resume();
    },
    close() {
      cutAll();
      server.close();
    },
  };
  return proxy;
}
