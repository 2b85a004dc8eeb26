import { CURSORS, HOSTILE_BODIES, HOSTILE_NAMES, HOSTILE_TEXTS, HOSTILE_VALUES } from './hostile-values.ts';
import { Members, toJsonText } from './json-text.ts';
import type { Random } from './random.ts';
import { type Belongings, type RequestParts, RightRequests, targetOf } from './right-request.ts';
import type { WireRequest } from './send.ts';
import type { ApiDocument, DocumentedOperation } from '../support/api-document.ts';

/** A request of an operation, and what was done to it. */
export interface HostileRequest {
  wire: WireRequest;
  /** For the report: the kinds of harm, none for one that is as it should be. */
  harms: string[];
}

/** Who sends, as far as it concerns the request. */
export interface Sending {
  /** The host that the server is known under. */
  host: string;
  cookie: string | undefined;
  own: Belongings;
  /** What belongs to others. */
  foreign: Belongings;
}

type Draft = RequestParts & { rawBody?: string | Buffer; target?: string };
type Harm = (draft: Draft, random: Random, sending: Sending) => void;

/** The longest value of a header, and the longest path: together they stay below what Node reads at all. */
const MAX_HEADER = 3000;
const MAX_PATH = 6000;
/** How many requests are left as they are: they keep things moving, and their answers have the most to tell. */
const RIGHT_SHARE = 0.1;

const HEADERS: readonly [name: string, values: readonly string[]][] = [
  ['Accept', ['text/html', '*/*;q=x', 'application/json;q=0', ',,,']],
  ['Accept-Encoding', ['gzip;q=x', 'identity;q=0, *;q=0', 'br']],
  ['Accept-Language', ['x'.repeat(MAX_HEADER), '*']],
  ['Authorization', ['Bearer owner', 'Basic Og==', 'Bearer ']],
  ['Cookie', ['shingle=a.b.c', 'shingle=; shingle=', '__Host-shingle=a.b.c', '=', ';;;', 'shingle-google=x']],
  ['Expect', ['100-continue']],
  ['Forwarded', ['for=127.0.0.1;host=evil.example;proto=https']],
  ['Host', ['evil.example', '127.0.0.1', 'localhost:3000.', '']],
  ['Idempotency-Key', ['', ' ', 'a'.repeat(101), 'key-1', 'é', `"'; drop table`]],
  ['If-Match', ['*']],
  ['If-Modified-Since', ['Sat, 01 Jan 2600 00:00:00 GMT', 'x']],
  ['If-None-Match', ['*', '"x"']],
  ['Origin', ['https://evil.example', 'null', '', 'http://localhost:3000']],
  ['Range', ['bytes=0-0', 'bytes=9-1', 'bytes=-']],
  ['Referer', ['https://evil.example/']],
  ['Sec-Fetch-Site', ['cross-site', 'same-site', 'same-origin', 'none', 'x']],
  ['Upgrade', ['websocket', 'h2c']],
  ['User-Agent', ['', 'GoogleHC/1.0', 'x'.repeat(MAX_HEADER)]],
  ['X-Forwarded-For', ['127.0.0.1', 'x'.repeat(MAX_HEADER)]],
  ['X-Forwarded-Host', ['evil.example']],
  ['X-Forwarded-User', ['owner']],
  ['X-HTTP-Method-Override', ['DELETE', 'GET']],
  ['X-Original-URL', ['/api/posts']],
  ['X-Request-Id', ['forged', '{}']],
];

const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'application/json; charset=x',
  'application/json;',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/xml',
  '',
];

const HARMS: Record<string, Harm> = {
  value: (draft, random) => (draft.body = withHarm(draft.body, random, () => hostileValue(random))),
  text: (draft, random) => (draft.body = withHarm(draft.body, random, () => random.pick(HOSTILE_TEXTS))),
  list: (draft, random) => (draft.body = withHarm(draft.body, random, (value) => [value, value])),
  id: (draft, random, { foreign }) =>
    (draft.body = withHarm(draft.body, random, () => someId(foreign, random))),
  name: (draft, random) => (draft.body = withMember(draft.body, random)),
  lack: (draft, random) => (draft.body = withHarm(draft.body, random, () => undefined)),
  query: (draft, random) => {
    const known = draft.operation.parameters.filter((parameter) => parameter.in === 'query');
    const name =
      known.length > 0 && random.chance(0.8) ? random.pick(known).name : random.pick(HOSTILE_NAMES);
    const value = random.pick(HOSTILE_TEXTS).slice(0, MAX_PATH / 3);
    draft.query = random.chance(0.6)
      ? [...draft.query.filter(([other]) => other !== name), [name, value]]
      : [...draft.query, [name, value], [name, value]];
  },
  'query id': (draft, random, { foreign }) => {
    const ids = draft.operation.parameters.filter(
      ({ in: place, name }) => place === 'query' && /Id$/.test(name),
    );
    for (const { name } of ids) draft.query.push([name, someId(foreign, random)]);
  },
  cursor: (draft, random) => {
    if (draft.operation.parameters.some(({ name }) => name === 'cursor'))
      draft.query.push(['cursor', random.pick(CURSORS)]);
  },
  'raw query': (draft, random) => {
    const query = random.pick([
      '&&&',
      '=',
      '=1',
      '%',
      '%ff',
      '%00=%00',
      'a[b]=1',
      'a[]=1',
      '+',
      'limit=1;limit=2',
      '?',
    ]);
    draft.target = `${targetOf(draft)}?${query}`;
  },
  path: (draft, random) => {
    for (const name of Object.keys(draft.path))
      draft.path[name] = random.pick(HOSTILE_TEXTS).slice(0, MAX_PATH / 3) || '-';
  },
  'path id': (draft, random, { foreign }) => {
    for (const name of Object.keys(draft.path)) draft.path[name] = someId(foreign, random);
  },
  'raw path': (draft, random) => {
    const part = random.pick([
      '%',
      '%ff',
      '%00',
      '..;',
      '%2e%2e',
      '%2f',
      ';a=b',
      '%5c',
      '!',
      '[',
      '|',
      'é',
      '%F0%9F%92%A9',
    ]);
    draft.target = targetOf(draft).replace(/^[^?]*/, (path) =>
      random.chance(0.5) ? path + part : `${path}/${part}`,
    );
  },
  header: (draft, random) => {
    const [name, values] = random.pick(HEADERS);
    draft.headers[name] = random.pick(values);
  },
  type: (draft, random) => (draft.headers['Content-Type'] = random.pick(CONTENT_TYPES)),
  encoding: (draft, random) =>
    (draft.headers['Content-Encoding'] = random.pick(['gzip', 'br', 'deflate', 'identity', 'x', ''])),
  body: (draft, random) => (draft.rawBody = random.pick(HOSTILE_BODIES)),
};

/** The harms that an operation gives no hold for, and the ones that change nothing about a request without a body. */
const NEEDS_BODY = ['value', 'text', 'list', 'id', 'name', 'lack'];
const NEEDS_PATH = ['path', 'path id'];

/** Makes requests of an operation that are almost right, and some that are. */
export class HostileRequests {
  private readonly random: Random;
  private readonly requests: RightRequests;

  constructor(document: ApiDocument, random: Random) {
    this.random = random;
    this.requests = new RightRequests(document, random);
  }

  /** One that is as it should be. */
  right(operation: DocumentedOperation, sending: Sending): HostileRequest {
    return this.harmed(operation, sending, []);
  }

  /** One with this text wherever any text may stand. */
  withText(operation: DocumentedOperation, sending: Sending, text: string): HostileRequest {
    const draft = this.requests.of(operation, sending.own, text);
    return { wire: toWire(draft, sending), harms: ['poison'] };
  }

  /** One that is harmed in some ways, or in none. */
  of(operation: DocumentedOperation, sending: Sending): HostileRequest {
    const { random } = this;
    const possible = harmsFor(operation);
    const harms = random.chance(RIGHT_SHARE)
      ? []
      : Array.from({ length: 1 + random.below(3) }, () => random.pick(possible));
    return this.harmed(operation, sending, harms);
  }

  private harmed(operation: DocumentedOperation, sending: Sending, harms: string[]): HostileRequest {
    const draft: Draft = this.requests.of(operation, sending.own);
    for (const harm of harms) HARMS[harm]?.(draft, this.random, sending);
    return { wire: toWire(draft, sending), harms };
  }
}

function harmsFor({ body, path }: DocumentedOperation): string[] {
  return (
    Object.keys(HARMS)
      .filter((name) => (body === undefined ? !NEEDS_BODY.includes(name) : true))
      .filter((name) => (!path.includes('{') ? !NEEDS_PATH.includes(name) : true))
      // What the operation reads is harmed more often than what every request has.
      .flatMap((name) =>
        NEEDS_BODY.includes(name) || NEEDS_PATH.includes(name) ? [name, name, name] : [name],
      )
  );
}

function toWire(draft: Draft, { host, cookie }: Sending): WireRequest {
  const body = draft.rawBody ?? (draft.body === undefined ? undefined : toJsonText(draft.body));
  const own = {
    Host: host,
    Origin: `http://${host}`,
    ...(cookie && { Cookie: cookie }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  const headers = { ...own, ...draft.headers };
  return {
    method: draft.operation.method.toUpperCase(),
    target: asciiOnly(draft.target ?? targetOf(draft)).slice(0, MAX_PATH),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, latinOnly(value)])),
    ...(body !== undefined && { body }),
  };
}

/** Node sends bytes alone; what is no byte it would not send at all. */
function asciiOnly(target: string): string {
  return target.replace(/[^!-~]/g, (other) =>
    other.isWellFormed() ? encodeURIComponent(other) : '%ED%A0%80',
  );
}

function latinOnly(value: string): string {
  return value.replace(/[^\t -~\x80-\xff]/g, '?');
}

function hostileValue(random: Random): unknown {
  return random.pick(random.chance(0.5) ? HOSTILE_VALUES : HOSTILE_TEXTS);
}

function someId({ posts, locations, accounts }: Belongings, random: Random): string {
  return random.pick([...posts, ...locations, ...accounts]);
}

/** A copy in which one value, somewhere, is another; undefined takes it away. */
function withHarm(body: unknown, random: Random, harm: (value: unknown) => unknown): unknown {
  const names = isTree(body) ? Object.keys(body) : [];
  if (names.length === 0 || random.chance(0.1)) return harm(body) ?? null;
  const chosen = random.pick(names);
  const copy = (Array.isArray(body) ? [...(body as unknown[])] : { ...(body as object) }) as Record<
    string,
    unknown
  >;
  const inner = copy[chosen];
  const harmed = isTree(inner) && random.chance(0.7) ? withHarm(inner, random, harm) : harm(inner);
  if (harmed === undefined && !Array.isArray(copy)) delete copy[chosen];
  else copy[chosen] = harmed ?? null;
  return copy;
}

/** A copy in which an object, somewhere, has a name that is not known there, or one twice. */
function withMember(body: unknown, random: Random): unknown {
  if (Array.isArray(body)) return body.map((item) => withMember(item, random));
  if (!isTree(body)) return body;
  const members = Object.entries(body);
  const nested = members.filter(([, value]) => isTree(value));
  if (nested.length > 0 && random.chance(0.6)) {
    const [chosen, inner] = random.pick(nested);
    return { ...body, [chosen]: withMember(inner, random) };
  }
  const twice = members.length > 0 && random.chance(0.2);
  const name = twice ? random.pick(members)[0] : random.pick(HOSTILE_NAMES);
  return new Members([...members, [name, hostileValue(random)]]);
}

/** Whether there is something in it to harm. */
function isTree(value: unknown): value is object {
  return Array.isArray(value) || (value != null && Object.getPrototypeOf(value) === Object.prototype);
}
