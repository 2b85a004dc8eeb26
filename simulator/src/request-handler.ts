import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Calls } from './calls.js';
import {
  type Exchange,
  type Reply,
  type Route,
  createRouter,
  type Match,
  type ApiExchange,
  type ApiRoute,
} from './routes.js';
import { refusalOfApi, refusalOfOAuth, replyAfter, type Faults } from './faults.js';
import {
  credentialsMissing,
  GoogleError,
  internal,
  OAuthError,
  notFound,
  insufficientScopes,
  unauthenticated,
  unknownParameter,
} from './errors.js';
import { bearerOf, allowsBusiness } from './oauth/clients.js';
import { withOddValues } from './odd-values.js';
import { OPERATIONS } from './operations.js';
import type { Quotas } from './quotas.js';
import type { State } from './state.js';
import { StateFileError } from './state-file.js';
import type { Person } from './model.js';

interface HandlerParts {
  state: State;
  faults: Faults;
  calls: Calls;
  quotas: Quotas;
  routes: Route[];
  /** Answers what is not Google's; undefined for a path that is not its own. */
  control: (exchange: Exchange) => Reply | undefined;
  /** Writes down what has changed. It runs before the first byte of every answer. */
  settle: () => void;
}

type Unrouted = Omit<Exchange, 'params' | 'fault'>;

const MAX_BODY_BYTES = 1024 * 1024;

/** Everything that is asked of the simulator comes through here. */
export function createRequestHandler(parts: HandlerParts): RequestListener {
  const { state, settle, control } = parts;
  const find = createRouter(parts.routes);
  return (request, response) => {
    handle(request, response).catch((error: unknown) => {
      // What cannot be written down is not acknowledged. (Else the other side went away in the middle of its request.)
      if (error instanceof StateFileError) console.error(error.message);
      response.destroy();
    });
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('Date', state.clock.now().toUTCString());
    if (!isFromHere(request))
      return send(response, text(403, 'Only programs and pages of this machine are served here.\n'));
    const url = URL.parse(request.url ?? '', 'http://127.0.0.1');
    const body = await readBody(request);
    if (!url || body === undefined) return send(response, text(400, 'The request cannot be read.\n'));
    const { method = 'GET', headers } = request;
    state.catchUp();
    const exchange = { method, path: decodePath(url.pathname), query: url.searchParams, headers, body };
    const controlled = control({ ...exchange, params: {} });
    if (controlled) {
      settle();
      return send(response, controlled);
    }
    const match = find(exchange);
    if (!match) return send(response, unknownPath(exchange.path));
    await serve(match, exchange, request, response);
  }

  async function serve(
    { route, params }: Match,
    unrouted: Unrouted,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { operation, api } = route;
    const before: Exchange = { ...unrouted, params };
    const email = route.api === undefined ? route.emailOf?.(before) : callerOf(state, before)?.email;
    const { location, account = parentOf(unrouted) } = params;
    const fault = parts.faults.take({ operation, api, email, location, account, query: before.query });
    const kind = fault?.kind;
    const call = parts.calls.add(
      {
        at: state.clock.now().toISOString(),
        operation,
        method: before.method,
        path: before.path,
        ...(kind && { fault: kind }),
        ...(email && { person: email }),
      },
      before.query,
    );
    const record = (isDone: boolean) => {
      if (route.api === undefined) return undefined;
      const outcome = {
        call: call.number,
        isDone,
        ...(email && { person: email }),
        ...(kind && { fault: kind }),
      };
      return route.record?.(before, outcome);
    };
    if (kind === 'silent' || kind === 'reset-before') {
      record(false);
      settle();
      if (kind === 'reset-before') request.socket.resetAndDestroy();
      return;
    }
    if (fault?.kind === 'late') {
      settle();
      send(response, replyAfter(fault.kind, true) ?? {});
      await delay(fault.options.ms ?? 0, undefined, { ref: false });
      state.catchUp();
    }
    const exchange = fault ? { ...before, fault } : before;
    const reply = await answerSafely(route, exchange, call.number);
    const isAccepted = (reply.status ?? 200) < 400;
    const own: Reply =
      kind === 'odd-values' && isAccepted
        ? { ...reply, json: withOddValues(reply.json, fault?.options.values ?? {}) }
        : reply;
    const final = (isAccepted && replyAfter(kind, route.api !== undefined)) || own;
    const status = final.status ?? 200;
    const answered = record(isAccepted);
    if (kind !== 'reset-after' && kind !== 'slow') answered?.(status);
    settle();
    if (reply.accepted) call.accepted = reply.accepted;
    if (reply.email) call.person = reply.email;
    if (kind === 'reset-after') return void request.socket.resetAndDestroy();
    if (kind === 'slow') {
      await untilLater(fault?.options.ms ?? 0, response);
      if (!response.destroyed) answered?.(status);
      settle();
    }
    call.status = status;
    if (kind === 'late') return;
    if (kind === 'half-sent' && isAccepted) return sendHalf(response, final);
    send(response, state.settings.retryAfter ? final : withoutRetryAfter(final));
  }

  async function answerSafely(route: Route, exchange: Exchange, call: number): Promise<Reply> {
    try {
      return await answer(route, exchange, call);
    } catch (error) {
      if (error instanceof OAuthError) return error.toReply();
      const known = error instanceof GoogleError ? error : internal();
      if (known !== error) console.error(error);
      return { status: known.code, headers: known.headers, json: known.toJson() };
    }
  }

  function answer(route: Route, exchange: Exchange, call: number): Reply | Promise<Reply> {
    const { fault } = exchange;
    const isOAuth = OPERATIONS[route.operation] === 'oauth';
    const refusal =
      fault && (route.api ? refusalOfApi(fault, route.api) : isOAuth ? refusalOfOAuth(fault) : undefined);
    if (refusal) throw refusal;
    if (route.api === undefined) return route.answer(exchange);
    return answerApi({ state, quotas: parts.quotas, route, call }, exchange);
  }
}

/** The person whose valid access token a request carries. */
function callerOf(state: State, exchange: Pick<Exchange, 'headers' | 'query'>): Person | undefined {
  const grant = state.grants.findAccessToken(bearerOf(exchange) ?? '');
  return state.people.find(({ sub }) => sub === grant?.sub);
}

/** Parameters that every API of Google takes. */
const OF_EVERY_API: readonly string[] = Object.freeze([
  '$.xgafv',
  'access_token',
  'alt',
  'callback',
  'fields',
  'key',
  'oauth_token',
  'prettyPrint',
  'quotaUser',
  'uploadType',
  'upload_protocol',
]);

/** Answers a request of an API: token, scope and quotas first. @throws GoogleError. */
function answerApi(
  { state, quotas, route, call }: { state: State; quotas: Quotas; route: ApiRoute; call: number },
  exchange: Exchange,
): Reply | Promise<Reply> {
  const { api, isEdit, answer } = route;
  const token = bearerOf(exchange);
  const grant = state.grants.findAccessToken(token ?? '');
  const person = callerOf(state, exchange);
  if (!grant || !person) throw token ? unauthenticated(api) : credentialsMissing(api);
  if (!allowsBusiness(grant.scopes)) throw insufficientScopes(api);
  quotas.countRequest(api);
  const [unknown] = [...exchange.query.keys()].filter(
    (name) => ![...route.query, ...OF_EVERY_API].includes(name),
  );
  if (unknown !== undefined) throw unknownParameter(unknown);
  if (isEdit?.(exchange)) {
    quotas.countEdit(api, exchange.params.location ?? '');
    if (route.operation === 'locations.patch') quotas.countUpdate(api);
  }
  const known: ApiExchange = { ...exchange, person, call };
  return answer(known);
}

/**
 * Whether a request comes from this machine itself: not by a foreign name that resolves to it, and not from a page of
 * another site. The simulator asks for no password.
 */
function isFromHere({ headers, socket }: IncomingMessage): boolean {
  const hosts = [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`];
  return (
    hosts.includes(headers.host ?? '') &&
    (headers.origin === undefined || headers.origin === `http://${headers.host}`)
  );
}

/** Undefined for a body that is longer than any that Google's APIs take. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return length <= MAX_BODY_BYTES ? Buffer.concat(chunks).toString() : undefined;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Waits in real time, but not for a side that has gone. */
function untilLater(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function unknownPath(path: string): Reply {
  if (/^\/[a-z0-9.-]+\.googleapis\.com(\/|$)/.test(path)) return { status: 404, json: notFound().toJson() };
  return text(404, 'The requested URL was not found on this server.\n');
}

function text(status: number, body: string): Reply {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body };
}

/** The head and half of the body, then the connection is gone. */
function sendHalf(response: ServerResponse, { status = 200, headers, json, body = '' }: Reply): void {
  const whole = Buffer.from(json === undefined ? body : JSON.stringify(json));
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=UTF-8',
    ...headers,
    'Content-Length': whole.length,
  });
  response.write(whole.subarray(0, whole.length / 2), () => response.destroy());
}

function withoutRetryAfter({ headers, ...reply }: Reply): Reply {
  const kept = Object.entries(headers ?? {}).filter(([name]) => name !== 'Retry-After');
  return { ...reply, headers: Object.fromEntries(kept) };
}

function send(response: ServerResponse, { status = 200, headers, json, body }: Reply): void {
  response.writeHead(status, {
    ...(json !== undefined && {
      'Content-Type': 'application/json; charset=UTF-8',
      'Cache-Control': 'private',
      'X-Content-Type-Options': 'nosniff',
    }),
    ...headers,
  });
  response.end(json === undefined ? body : JSON.stringify(json));
}

/** The account below which a list of accounts looks. */
function parentOf({ query }: Unrouted): string | undefined {
  return query.get('parentAccount')?.replace(/^accounts\//, '');
}
