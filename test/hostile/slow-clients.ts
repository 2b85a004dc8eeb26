import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ask } from '../support/network/raw-http.ts';
import { freePort, type Program, startProgram, untilReady } from '../support/processes/program.ts';
import { type Patience, SLOW_READER, SlowCallers, type Way } from './slow-callers.ts';

const SERVER = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
const EVERYBODY_ASKS = ['/', '/api/auth/session', '/theme.js', '/api/health/live'];
const ASK_EVERY_MS = 20;
/** So long everybody is served before the slow ones come: the server has then loaded what it loads but once. */
const WARM_UP_MS = 5_000;
const MAX_GROWTH_MB = 50;
/** Nobody else waits longer, though the machine may have other things to do. */
const MAX_P99_MS = 1_000;
/** The limits of `server/security/request-rules.ts` and `unread-responses.ts`, each with 10 s for a busy machine to look at it. */
const MAX_PATIENCE_MS: Record<Way, number> = {
  'says nothing': 20_000,
  'sends its headers byte by byte': 20_000,
  'sends its body byte by byte': 40_000,
  'asks for much and reads nothing': 75_000,
  'asks for much and reads a little at a time': Infinity,
};

/** Runs what run.mjs describes, prints what came of it, and sets the exit code. */
export async function slowClients(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      connections: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '60' },
    },
  });
  const [connections, seconds] = [Number(values.connections), Number(values.seconds)];
  const folder = await mkdtemp(join(tmpdir(), 'shingle-slow-'));
  // Not where a .env of the checkout would be read.
  process.chdir(folder);
  const port = await freePort();
  const program = startProgram(
    { PORT: String(port), DATA_DIR: join(folder, 'data'), NODE_ENV: 'test', THROTTLE: 'off' },
    SERVER,
  );
  try {
    await untilReady(program);
    const faults = await run(program, port, connections, seconds * 1000);
    console.log(faults.length === 0 ? 'ok' : faults.join('\n'));
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    program.process.kill('SIGKILL');
    await program.ended;
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(program: Program, port: number, connections: number, ms: number): Promise<string[]> {
  const warmUp = await askFor(port, WARM_UP_MS);
  const before = await residentMb(program);
  const callers = new SlowCallers(port, connections);
  let most = before;
  let fewest = connections;
  const watch = (async () => {
    for (const end = performance.now() + ms; performance.now() < end;) {
      await delay(500);
      callers.notice(await callersOf(port));
      most = Math.max(most, await residentMb(program));
      fewest = Math.min(fewest, callers.connected);
    }
  })();
  const others = await askFor(port, ms);
  await watch;
  const patience = callers.end();
  const grown = most - before;

  console.log(`${connections} slow connections for ${ms / 1000} s (never fewer than ${fewest} at a time)`);
  for (const { way, cut, longestMs } of patience)
    console.log(`  who ${way}: ${cut} cut, none borne for more than ${(longestMs / 1000).toFixed(1)} s`);
  console.log(`everybody else: before ${describe(warmUp)}; meanwhile ${describe(others)}`);
  console.log(`memory: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`);
  return [
    ...(others.failed > 0 ? [`${others.failed} requests of others failed`] : []),
    ...(others.p99 > MAX_P99_MS
      ? [`others waited ${others.p99.toFixed(0)} ms (p99), more than ${MAX_P99_MS}`]
      : []),
    ...(grown > MAX_GROWTH_MB
      ? [`the server grew by ${grown.toFixed(0)} MB, more than ${MAX_GROWTH_MB}`]
      : []),
    ...(fewest < connections * 0.9 ? ['too few slow connections were there to show anything'] : []),
    ...patience.flatMap((each) => faultsOf(each, ms)),
  ];
}

function faultsOf({ way, cut, longestMs }: Patience, ms: number): string[] {
  if (way === SLOW_READER) return cut === 0 ? [] : [`${cut} of those who ${way} were cut`];
  const limit = MAX_PATIENCE_MS[way];
  if (longestMs > limit) return [`who ${way} was borne for more than ${limit / 1000} s`];
  return cut === 0 && ms > limit ? [`nobody who ${way} was cut`] : [];
}

interface Service {
  answered: number;
  failed: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** Asks at a steady pace, however long the answers take, for so many milliseconds. */
async function askFor(port: number, ms: number): Promise<Service> {
  const times: number[] = [];
  const asked: Promise<void>[] = [];
  let failed = 0;
  for (const end = performance.now() + ms; performance.now() < end;) {
    const from = performance.now();
    const path = EVERYBODY_ASKS[asked.length % EVERYBODY_ASKS.length] ?? '/';
    const question = { path, headers: { Host: `localhost:${port}` } };
    asked.push(
      ask(`127.0.0.1:${port}`, question).then(
        ({ status }) => {
          if (status === 200) times.push(performance.now() - from);
          else failed += 1;
        },
        () => void (failed += 1),
      ),
    );
    await delay(ASK_EVERY_MS);
  }
  await Promise.all(asked);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Infinity;
  return { answered: times.length, failed, p50: at(0.5), p99: at(0.99) };
}

function describe({ answered, failed, p50, p99 }: Service): string {
  return `${answered} answered, ${failed} failed, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}

/** What the process holds in memory, by the kernel's count. */
async function residentMb({ process: { pid } }: Program): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** The ports of those who hold a connection to this one on the server's side, by the kernel's list. */
async function callersOf(port: number): Promise<Set<number>> {
  const portOf = (address = '') => parseInt(address.slice(-4), 16);
  const connections = (await readFile('/proc/net/tcp', 'utf8'))
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const ESTABLISHED = '01';
  return new Set(
    connections
      .filter(([, local, , state]) => portOf(local) === port && state === ESTABLISHED)
      .map(([, , remote]) => portOf(remote)),
  );
}
