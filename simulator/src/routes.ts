import type { IncomingHttpHeaders } from 'node:http';
import type { Fault, FaultKind } from './faults.js';
import type { Person } from './model.js';
import { type Api, type Operation, API_HOSTS } from './operations.js';

/** A request as routes see it. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** What the `{name}` parts of the route's path stand for. */
  readonly params: Record<string, string>;
  /** The fault that this request was chosen for, for those that only its route can bring about. */
  readonly fault?: Fault;
}

/** A request that came with a good access token. */
export interface ApiExchange extends Exchange {
  readonly person: Person;
  /** Its number in the record of calls. */
  readonly call: number;
}

/** What a route answers: JSON or another body, 200 unless it says otherwise. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  body?: string;
  /** The name of the resource that was accepted by this request. */
  accepted?: string;
  /** Whose request it was, where no access token says so. */
  email?: string;
}

/** What became of a request. */
export interface Outcome {
  /** Its number in the record of calls. */
  call: number;
  /** The e-mail address of the person on whose behalf it was made. */
  person?: string;
  fault?: FaultKind;
  /** Whether it was carried out. */
  isDone: boolean;
}

interface RouteBase {
  operation: Operation;
  method: string;
  /** Google's path with `{name}` parts, under the API's host if it is an API's. */
  path: string;
}

/** A route of one of the business APIs: a token with the business scope is asked for before it is called. */
export interface ApiRoute extends RouteBase {
  api: Api;
  /** The parameters of its query; any other one is refused. */
  query: readonly string[];
  /** Whether the request counts as an edit of its location, of which there may be few a minute. */
  isEdit?: (exchange: Exchange) => boolean;
  answer: (exchange: ApiExchange) => Reply | Promise<Reply>;
  /** Writes down what became of a request, and answers what is called with the status once there is an answer. */
  record?: (exchange: Exchange, outcome: Outcome) => (status: number) => void;
}

/** A route for browsers, or one that checks its caller itself. */
export interface PlainRoute extends RouteBase {
  api?: undefined;
  /** Tells apart the operations that share a path. */
  serves?: (exchange: Exchange) => boolean;
  /** Whose request it is, as far as can be known before it is answered. */
  emailOf?: (exchange: Exchange) => string | undefined;
  answer: (exchange: Exchange) => Reply;
}

export type Route = ApiRoute | PlainRoute;

/** A route and the values of its path's parts. */
export interface Match {
  route: Route;
  params: Record<string, string>;
}

/** Finds the route of a request; undefined when Google has none like it. */
export function createRouter(routes: Route[]): (exchange: Omit<Exchange, 'params'>) => Match | undefined {
  const compiled = routes.map((route) => ({ route, pattern: patternOf(route) }));
  return (exchange) => {
    for (const { route, pattern } of compiled) {
      if (route.method !== exchange.method) continue;
      const found = pattern.exec(exchange.path);
      if (!found) continue;
      if (route.api === undefined && route.serves && !route.serves({ ...exchange, params: {} })) continue;
      return { route, params: { ...found.groups } };
    }
    return undefined;
  };
}

function patternOf(route: Route): RegExp {
  const path = route.api === undefined ? route.path : `/${API_HOSTS[route.api]}${route.path}`;
  const source = path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/:]+)');
  return new RegExp(`^${source}$`);
}
