import { connect, createServer, type Socket } from 'node:net';
import { listen } from '../network/listen.ts';

/** Stands before a Postgres as PgBouncer in transaction mode does: each transaction may get another connection. */
interface TransactionPooler {
  port: number;
  close(): void;
}

/** A connection to the server, and the client that it works for at present. */
interface Backend {
  socket: Socket;
  client: Socket | undefined;
}

const READY_FOR_QUERY = 'Z'.charCodeAt(0);
const TERMINATE = 'X'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);

/**
 * Starts one on a free port of this machine.
 * @param next which of the free connections is taken: the one that was last used, or each in its turn
 */
export async function startTransactionPooler(
  target: { host: string; port: number },
  next: 'last' | 'in turn',
): Promise<TransactionPooler> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
  };
  const backends = new Set<Backend>();
  const free: Backend[] = [];

  /** With a new connection to the server for each client there are always enough; the client signs in on it. */
  function addBackend(client: Socket): Socket {
    const backend: Backend = { socket: keep(connect(target)), client };
    backends.add(backend);
    eachMessage(backend.socket, (message) => {
      backend.client?.write(message);
      if (message[0] !== READY_FOR_QUERY || message[5] !== IDLE) return;
      backend.client = undefined;
      free.push(backend);
    });
    return backend.socket;
  }

  function backendOf(client: Socket): Backend {
    const backend =
      [...backends].find((each) => each.client === client) ?? (next === 'last' ? free.pop() : free.shift());
    if (!backend) throw new Error('No connection is free.');
    backend.client = client;
    return backend;
  }

  const server = createServer((client) => {
    keep(client).once('data', (startup) => {
      addBackend(client).write(startup);
      eachMessage(client, (message) => {
        if (message[0] === TERMINATE) client.end();
        else backendOf(client).socket.write(message);
      });
    });
  });
  const port = await listen(server);
  return {
    port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Calls back with each whole message: a letter, the length of what follows, and that. */
function eachMessage(socket: Socket, onMessage: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const length = 1 + rest.readUInt32BE(1);
      onMessage(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  });
}
