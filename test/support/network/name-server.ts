import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

const [IPV4, IPV6] = [1, 28];
/** Response, recursion wanted and had (RFC 1035, 4.1.1); the last digit says what went wrong. */
const [FOUND, NO_SUCH_NAME] = [0x8180, 0x8183];
const HEADER_BYTES = 12;

/** A name server on this machine, over UDP. */
export interface NameServer {
  /** As `Resolver.setServers` takes it. */
  address: string;
  /** The names whose IPv4 addresses it was asked for, which each look-up does first. */
  asked: string[];
  close(): Promise<void>;
}

/**
 * Starts a name server. `addressesOf` says, at each question for IPv4 addresses, where the name leads by now: to these
 * addresses; to none, when there is no such name; undefined: no answer ever comes. The question for IPv6 that follows has
 * the same answer.
 */
export async function startNameServer(
  addressesOf: (name: string) => readonly string[] | undefined,
): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  const known = new Map<string, readonly string[] | undefined>();
  socket.on('message', (query, { port, address }) => {
    const name = nameIn(query);
    const type = query.readUInt16BE(questionEnd(query) - 4);
    if (type === IPV4) {
      asked.push(name);
      known.set(name, addressesOf(name));
    }
    const found = known.get(name);
    if (found) socket.send(answerTo(query, type, found), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(resolve)),
  };
}

function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = HEADER_BYTES; query[at]; at += 1 + query[at]!)
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
  return labels.join('.');
}

/** Where the question ends, which is the name, its end, a type and a class. */
function questionEnd(query: Buffer): number {
  return query.indexOf(0, HEADER_BYTES) + 5;
}

function answerTo(query: Buffer, type: number, addresses: readonly string[]): Buffer {
  const wanted = addresses.filter((address) => type === (isIPv4(address) ? IPV4 : IPV6));
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(addresses.length > 0 ? FOUND : NO_SUCH_NAME, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(wanted.length, 6);
  return Buffer.concat([
    header,
    query.subarray(HEADER_BYTES, questionEnd(query)),
    ...wanted.map((address) => recordOf(type, address)),
  ]);
}

/** A record with the name of the question, good for no time. */
function recordOf(type: number, address: string): Buffer {
  const bytes = isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address);
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

/** The bytes of an IPv6 address, which may end in one of IPv4. */
function ipv6Bytes(address: string): Buffer {
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = '', right = ''] = plain.split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const missing = 8 - groups(left).length - groups(right).length;
  const all = [...groups(left), ...Array.from({ length: missing }, () => '0'), ...groups(right)];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
