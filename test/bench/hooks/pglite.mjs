// Loaded into server processes before their program: whoever asks at BENCH_STATEMENTS_PORT learns how long the embedded
// database was at work at most for one message since the last time (ms of the thread's time), and what it was asked. While
// it is, the thread does nothing else. Plain JavaScript, as the other hooks.
import { createServer } from 'node:http';
import { PGlite } from '@electric-sql/pglite';

const PARSE = 0x50;
const { execProtocolRawSync } = PGlite.prototype;
/** @type {Uint8Array} */
let parsed = new Uint8Array();
let longest = { ms: 0, statement: '' };

/** @param {Uint8Array} message */
PGlite.prototype.execProtocolRawSync = function (message) {
  if (message[0] === PARSE) parsed = message;
  const before = process.threadCpuUsage();
  try {
    return execProtocolRawSync.call(this, message);
  } finally {
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1000;
    if (ms > longest.ms) longest = { ms, statement: textOf(message[0] === 0x51 ? message : parsed) };
  }
};

createServer((_request, response) => {
  response.end(JSON.stringify(longest));
  longest = { ms: 0, statement: '' };
})
  .listen(Number(process.env.BENCH_STATEMENTS_PORT), '127.0.0.1')
  .unref();

/** @param {Uint8Array} message */
function textOf(message) {
  return Buffer.from(message.subarray(5))
    .toString('latin1')
    .replace(/[^ -~]+/g, ' ')
    .trim()
    .slice(0, 200);
}
