import type { WireRequest } from './send.ts';

type Frame = (request: Required<WireRequest>) => string;

const BODY = '{"a":1}';

/** What no client should send, around a request that is right. */
const FRAMES: readonly Frame[] = [
  // Less than it says, and then nothing.
  ({ body, ...head }) =>
    `${headOf(head)}Content-Length: ${Buffer.byteLength(body) + 50}\r\n\r\n${String(body)}`,
  ({ ...head }) => `${headOf(head)}Content-Length: -1\r\n\r\n${BODY}`,
  ({ ...head }) => `${headOf(head)}Content-Length: 1e3\r\n\r\n${BODY}`,
  ({ ...head }) => `${headOf(head)}Content-Length: 7\r\nContent-Length: 8\r\n\r\n${BODY}`,
  ({ ...head }) => `${headOf(head)}Content-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n${BODY}`,
  ({ ...head }) => `${headOf(head)}Transfer-Encoding: chunked\r\n\r\nzz\r\n${BODY}\r\n0\r\n\r\n`,
  ({ ...head }) => `${headOf(head)}Transfer-Encoding: chunked\r\n\r\n7\r\n${BODY}\r\n`,
  ({ ...head }) => `${headOf(head)}Transfer-Encoding: chunked, identity\r\n\r\n${BODY}`,
  ({ ...head }) => `${headOf(head)}Transfer-Encoding: gzip, chunked\r\n\r\n7\r\n${BODY}\r\n0\r\n\r\n`,
  ({ body, ...head }) => `${headOf(head)}Transfer-Encoding: chunked\r\n\r\n${chunked(String(body))}`,
  ({ ...head }) => `${headOf(head)}A\x00B: c\r\n\r\n`,
  ({ ...head }) => `${headOf(head)}A: b\x00c\r\n\r\n`,
  ({ ...head }) => `${headOf(head)} folded: yes\r\n\r\n`,
  ({ ...head }) => `${headOf(head)}No colon\r\n\r\n`,
  ({ ...head }) => `${headOf(head)}A: ${'x'.repeat(17_000)}\r\n\r\n`,
  ({ ...head }) => `${headOf(head)}${'A: b\r\n'.repeat(2100)}\r\n`,
  ({ ...head }) => `${headOf(head)}Host: evil.example\r\n\r\n`,
  ({ ...head }) =>
    headOf({
      ...head,
      target: `${head.target}${head.target.includes('?') ? '&' : '?'}a=${'x'.repeat(17_000)}`,
    }) + '\r\n',
  ({ ...head }) => headOf({ ...head, target: `http://evil.example${head.target}` }) + '\r\n',
  ({ ...head }) => headOf({ ...head, target: `${head.target} HTTP/1.1\r\nX: y` }) + '\r\n',
  ({ ...head }) => headOf({ ...head, target: `/\xff\xfe${head.target}` }) + '\r\n',
  ({ ...head }) => headOf({ ...head, target: head.target.slice(1) }) + '\r\n',
  ({ ...head }) => headOf({ ...head, method: head.method.toLowerCase() }) + '\r\n',
  ({ ...head }) => headOf({ ...head, method: 'TRACE' }) + '\r\n',
  ({ ...head }) => headOf(head).replace('HTTP/1.1', 'HTTP/1.0') + '\r\n',
  ({ ...head }) => headOf(head).replace('HTTP/1.1', 'HTTP/3.7') + '\r\n',
  ({ ...head }) => headOf(head).replace(/Host: .*\r\n/, '') + '\r\n',
  ({ ...head }) => headOf(head).replaceAll('\r\n', '\n') + '\n',
  ({ ...head }) => headOf(head).slice(0, -2),
];

export const FRAME_COUNT = FRAMES.length;

/** The bytes of one of them, for a request as it should be. */
export function brokenFrame(index: number, { body = BODY, ...head }: WireRequest): Buffer {
  const frame = FRAMES[index % FRAMES.length];
  if (!frame) throw new Error('There are no frames.');
  return Buffer.from(frame({ ...head, body }), 'latin1');
}

/** The request up to its last header; what follows ends it. */
function headOf({ method, target, headers }: Omit<WireRequest, 'body'>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}Connection: close\r\n`;
}

function chunked(text: string): string {
  const chunks = text.match(/[^]{1,3}/g) ?? [];
  return `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`;
}
