import { join } from 'node:path';
import { builtPage, weightOf } from '../../support/page/built-page.ts';
import { freePort, startProgram, untilReady } from '../../support/processes/program.ts';
import { type Peer, startPeer } from './first-load-peer.ts';
import { openLighthouse, type Verdict } from './lighthouse.ts';
import { atLeast, atMost, type Bench, median, type Row, stated } from '../row.ts';

/** What is weighed: a page, and the most that its scripts and styles may weigh (kB of brotli). */
const WEIGHTS = [
  ['home', 'index', 115],
  ['login', 'login', 110],
  ['dashboard', 'dashboard', 150],
] as const;

/** What Lighthouse looks at, and the least score. */
const PAGES = [
  { name: 'home', path: '/', least: 95 },
  { name: 'login', path: '/login', least: 95 },
  { name: 'dashboard', path: '/dashboard', least: 92, signedIn: true },
  { name: 'calendar', path: '/dashboard?view=calendar', least: 88, signedIn: true },
];

/** What a browser that has never been here fetches, and what Lighthouse makes of it on a phone with slow 4G. */
export async function rows(bench: Bench): Promise<Row[]> {
  const peer = await startPeer(bench);
  const origin = await startProduct(bench);
  const cookie = await signUp(origin);
  const found = WEIGHTS.flatMap(([name, file, most]) => weights(name, file, most, peer));

  const look = await openLighthouse(bench);
  const lookAt = async (name: string, url: string, sent?: string): Promise<Verdict[]> => {
    const verdicts: Verdict[] = [];
    for (let round = 1; round <= bench.rounds; round += 1) {
      const verdict = await look(url, sent);
      verdicts.push(verdict);
      bench.say(`first-load/${name}, round ${round}: ${verdict.score} points`);
    }
    return verdicts;
  };
  const alone = of(await lookAt('framework', `${peer.origin}/`), 'score');
  for (const { name, path, least, signedIn } of PAGES) {
    const verdicts = await lookAt(name, origin + path, signedIn ? cookie : undefined);
    found.push(...judged(name, path, least, verdicts, alone));
  }
  return found;
}

function weights(name: string, file: string, most: number, peer: Peer): Row[] {
  const page = builtPage(file);
  return [
    atMost(most, {
      name: `first-load/${name}-weight`,
      what: `scripts and styles of ${name}`,
      ours: weightOf(page) / 1000,
      unit: 'kB',
      peer: { what: 'the framework alone', value: peer.bytes / 1000 },
    }),
    stated({
      name: `first-load/${name}-requests`,
      what: `the page of ${name} and the files that it names`,
      ours: page.named.length + 1,
      unit: 'requests',
    }),
  ];
}

function judged(name: string, path: string, least: number, verdicts: Verdict[], alone: number): Row[] {
  const score = {
    name: `first-load/${name}-lighthouse`,
    what: `Lighthouse, phone, slow 4G: ${path}`,
    ours: of(verdicts, 'score'),
    unit: 'points',
    peer: { what: 'the framework alone', value: alone },
  };
  const told = (row: string, what: string, figure: keyof Verdict): Row =>
    stated({
      name: `first-load/${name}-${row}`,
      what: `${what} of ${path}`,
      ours: of(verdicts, figure),
      unit: 'ms',
    });
  return [
    atLeast(least, score),
    told('first-paint', 'first paint', 'firstPaint'),
    told('largest-paint', 'largest paint', 'largestPaint'),
    told('blocked', 'blocked time', 'blocked'),
    atMost(0, {
      name: `first-load/${name}-shift`,
      what: `layout shift of ${path}`,
      ours: Math.max(...verdicts.map(({ shift }) => shift)),
      unit: 'points',
    }),
  ];
}

function of(verdicts: Verdict[], figure: keyof Verdict): number {
  return median(verdicts.map((verdict) => verdict[figure]));
}

/** The whole product as `npm start` runs it. */
async function startProduct({ folder, server, ends }: Bench): Promise<string> {
  const port = await freePort();
  const env = {
    PORT: `${port}`,
    DATA_DIR: join(folder, 'data'),
    SAMPLE_DELAYS: 'off',
    THROTTLE: 'off',
    LOG_LEVEL: 'warn',
  };
  const program = startProgram(env, join(server, 'embedded/start.js'));
  ends.push(() => {
    program.process.kill();
    return program.ended;
  });
  await untilReady(program);
  return `http://localhost:${port}`;
}

/** @returns the cookie of somebody new, with the sample of their own */
async function signUp(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify({
      fullName: 'Robin van Berg',
      email: 'robin@example.com',
      password: 'correct horse',
    }),
  });
  if (!answer.ok) throw new Error(`Nobody can sign up: ${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}
