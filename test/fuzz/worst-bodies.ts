import {
  type ApiDocument,
  type DocumentedOperation,
  operationsIn,
  resolved,
  type Schema,
} from '../support/api-document.ts';
import type { Target } from './fuzzer.ts';
import { Person } from './person.ts';
import { Random } from './random.ts';
import { type RequestParts, RightRequests, targetOf } from './right-request.ts';
import { Sender } from './send.ts';
import type { Finding } from './tally.ts';

/** What a body may cost of the event loop (docs/controls.md, V01). */
export const MAX_COST_MS = 20;

/** All that is allowed, less what stands around it. */
const LONGEST = 99_000;
/** Just below the most keys and items that are allowed, with room for those of a right body. */
const NEARLY_TOO_MANY = 940;
/** The longest text of a post. */
const LONG_TEXT = 1500;
const TRIES = 5;

const BEGINNINGS = ['', 'https://', 'a@', '+', 'gcid:'];
const UNITS = [
  'a',
  ' ',
  '1',
  '(',
  '-',
  '.',
  '@',
  '%',
  '/',
  '\\',
  ':',
  '\t',
  'é',
  '😀',
  '1 ',
  'a.',
  'a@',
  '1.',
  '1-',
  '(1',
];
const REPETITIONS = BEGINNINGS.flatMap((begin) => UNITS.map((unit) => [begin, unit] as const));

/** How many of the worst bodies come at once, and for how long a health check may wait meanwhile. */
const AT_ONCE = 60;
const MAX_HEALTH_MS = 1000;

/** The body that took the most. */
interface Worst {
  operation: string;
  /** What it is made of. */
  body: string;
  costMs: number;
}

export interface Verdict {
  worst: Worst;
  /** What a health check had to wait for among many bodies without a session. */
  healthMs: number;
  findings: Finding[];
}

/**
 * Sends the bodies that take the most of a server in this process to every operation that has one, and measures what
 * each costs.
 * @param only these operations; all when there are none
 */
export async function judgeWorstBodies(target: Target, only: string[] = []): Promise<Verdict> {
  const sender = new Sender(target.address);
  try {
    const { host } = new URL(target.origin);
    const { text } = await sender.send({
      method: 'GET',
      target: '/api/openapi.json',
      headers: { Host: host },
    });
    const document = JSON.parse(text) as ApiDocument;
    const person = new Person(sender, host, undefined);
    await person.begin();
    const operations = operationsIn(document).filter(
      ({ id, body }) => body !== undefined && (only.length === 0 || only.includes(id)),
    );
    const worst: Worst = { operation: '', body: '', costMs: 0 };
    const findings: Finding[] = [];
    for (const operation of operations) {
      await person.learn();
      for (const { name, bodies } of worstBodies(document, operation, person)) {
        for (const body of bodies) {
          const costMs = await costOf(() => send(sender, host, person, body));
          if (costMs > worst.costMs) Object.assign(worst, { operation: operation.id, body: name, costMs });
          if (costMs > MAX_COST_MS)
            findings.push({
              operation: operation.id,
              fault: `a body costs more than ${MAX_COST_MS} ms of the event loop`,
              request: `${name}: ${costMs.toFixed(1)} ms, ${body.body.slice(0, 100)}`,
            });
        }
      }
    }
    const healthMs = await healthAmong(sender, host);
    if (healthMs > MAX_HEALTH_MS)
      findings.push({
        operation: 'logIn',
        fault: `${AT_ONCE} bodies keep a health check waiting`,
        request: '',
      });
    return { worst, healthMs, findings };
  } finally {
    sender.close();
  }
}

/** Sends a body as a person, who begins anew when it was their last deed. */
async function send(sender: Sender, host: string, person: Person, { parts, body }: Body): Promise<void> {
  const answer = await sender.send({
    method: parts.operation.method.toUpperCase(),
    target: targetOf(parts),
    headers: { Host: host, Cookie: person.cookie, 'Content-Type': 'application/json', ...parts.headers },
    body,
  });
  if (answer.status >= 300) return;
  person.keepCookie(answer);
  if (!(await person.isStillThere())) await person.begin();
}

/** What a health check has to wait for (ms) that comes among many bodies, each with as many keys as are allowed. */
async function healthAmong(sender: Sender, host: string): Promise<number> {
  const headers = { Host: host, 'Content-Type': 'application/json' };
  const body = JSON.stringify(unknownKeys(1000));
  const before = process.threadCpuUsage();
  const bodies = Array.from({ length: AT_ONCE }, () =>
    sender.send({ method: 'POST', target: '/api/auth/login', headers, body }),
  );
  await sender.send({ method: 'GET', target: '/api/health/live', headers });
  const waited = msSince(before);
  await Promise.all(bodies);
  return waited;
}

/**
 * The time of this thread (ms) that a request takes: no turn of the event loop was held for longer, and what else runs
 * on the machine does not count. The least of several tries, since garbage of others may be collected meanwhile.
 */
async function costOf(act: () => Promise<void>): Promise<number> {
  let least = Infinity;
  for (let left = TRIES; left > 0 && least > MAX_COST_MS / 2; left -= 1) {
    const before = process.threadCpuUsage();
    await act();
    least = Math.min(least, msSince(before));
  }
  return least;
}

function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

interface Body {
  parts: RequestParts;
  body: string;
}

function* worstBodies(
  document: ApiDocument,
  operation: DocumentedOperation,
  { belongings }: Person,
): Generator<{ name: string; bodies: Body[] }> {
  const right = new RightRequests(document, Random.of(operation.id));
  const parts = right.of(operation, belongings);
  const of = (name: string, ...bodies: unknown[]) => ({
    name,
    bodies: bodies.map((body) => ({ parts, body: JSON.stringify(body) })),
  });
  const brackets = ['['.repeat(LONGEST), '{"a":'.repeat(LONGEST / 5)];
  yield { name: 'brackets', bodies: brackets.map((body) => ({ parts, body })) };
  const whole = everyPart(document, operation.body ?? {});
  for (const [path, value] of nodesOf(whole)) {
    const put = (other: unknown) => withValue(whole, path, other);
    const at = path.join('.') || 'the body';
    yield of(`${at}: levels`, put(levels(28)));
    if (Array.isArray(value))
      for (const item of [{}, [], '', 0, null, ...(value as unknown[])])
        for (const count of [NEARLY_TOO_MANY, fitting(put([]), item)])
          yield of(`${at}: ${count} times ${JSON.stringify(item)}`, put(Array(count).fill(item)));
    else if (typeof value === 'object' && value !== null)
      for (const count of [NEARLY_TOO_MANY, 7_500])
        for (const inner of [1, {}])
          yield of(
            `${at}: ${count} unknown keys with ${JSON.stringify(inner)}`,
            put({ ...value, ...unknownKeys(count, inner) }),
          );
    else if (typeof value === 'string')
      for (const length of [LONGEST, LONG_TEXT])
        yield of(
          `${at}: texts of ${length}`,
          ...REPETITIONS.map(([begin, unit]) => put(repeated(begin, unit, length))),
        );
  }
  for (const [begin, unit] of REPETITIONS) {
    const parts = right.of(operation, belongings, repeated(begin, unit, LONG_TEXT));
    yield {
      name: `right, with ${begin}${unit} as texts`,
      bodies: [{ parts, body: JSON.stringify(parts.body) }],
    };
  }
}

/** A long text that ends unlike the rest, so that a pattern is tried in every way before it fails. */
function repeated(begin: string, unit: string, bytes: number): string {
  const spare = bytes - Buffer.byteLength(begin) - 200;
  // A backslash takes two bytes in JSON.
  const each = Buffer.byteLength(JSON.stringify(unit)) - 2;
  return `${begin}${unit.repeat(Math.floor(spare / each))}!`;
}

/** How many of an item there can be beside the rest of a body. */
function fitting(rest: unknown, item: unknown): number {
  const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
  return Math.floor((LONGEST - bytes(rest)) / (bytes(item) + 1));
}

function levels(depth: number): unknown {
  return depth === 0 ? Array(900).fill({}) : { a: levels(depth - 1) };
}

function unknownKeys(count: number, value: unknown = 1): object {
  return Object.fromEntries(Array(count).fill(value).entries());
}

/** A value of a schema with everything that may be left out. */
function everyPart(document: ApiDocument, schema: Schema): unknown {
  const meant = resolved(document, schema);
  if (meant.properties)
    return Object.fromEntries(
      Object.entries(meant.properties).map(([name, inner]) => [name, everyPart(document, inner)]),
    );
  if (meant.example !== undefined) return meant.example;
  if (meant.type === 'array') return [everyPart(document, meant.items ?? {})];
  return (
    meant.enum?.[0] ??
    { number: 1, integer: 1, boolean: true, string: 'text' }[meant.type as 'string'] ??
    null
  );
}

type Path = (string | number)[];

/** Every value in a body, itself included, with the way to it. */
function nodesOf(value: unknown, path: Path = []): [Path, unknown][] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [[path, value], ...inner.flatMap(([name, part]) => nodesOf(part, [...path, name]))];
}

function withValue(body: unknown, [name, ...rest]: Path, other: unknown): unknown {
  if (name === undefined) return other;
  const copy = structuredClone(body) as Record<string, unknown>;
  copy[name] = withValue(copy[name], rest, other);
  return copy;
}
