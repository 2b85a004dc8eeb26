import type { Schemas } from '../../../client/api/client.js';

/** A request as the page sent it. */
export interface SentRequest {
  method: string;
  path: string;
  /** What the `:name` parts of the route's pattern stand for. */
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  headers: Record<string, string>;
}

/**
 * Gives the answer's data (200; 204 for undefined), a Response (`failWith`), `elsewhere`, or a promise of either; may
 * throw.
 */
export type Handler = (request: SentRequest) => unknown;

/** By method and path, for example `'GET /api/locations/:id'`. */
export type Handlers = Record<string, Handler>;

/** An error answer in the API's one shape. */
export function failWith(
  status: number,
  code: string,
  message: string,
  errors?: Schemas['FieldErrorDto'][],
): Response {
  return Response.json(
    { statusCode: status, code, message, requestId: 'test', ...(errors && { errors }) },
    { status },
  );
}

/** A 429 as the throttle guard gives it for signing in. */
export const tooManyTries = (retryAfter: string): Response => {
  const words = 'Too many failed attempts. Please try again later.';
  const answer = failWith(429, 'auth/too-many-requests', words);
  answer.headers.set('Retry-After', retryAfter);
  return answer;
};

/** A 401 as the session guard gives it. */
export const sessionEnded = (): Response =>
  failWith(401, 'not_signed_in', 'You’re not logged in, or your session has ended.');

/** The network is gone: the request gets no answer. */
export const noNetwork = (): never => {
  throw new TypeError('Failed to fetch');
};

/** The handler leaves this request to an earlier route. */
export const elsewhere = Symbol('elsewhere');

/** Keeps an answer back until the test lets it go. */
export function held<T>(): { promise: Promise<T>; release: (value: T) => void } {
  const { promise, resolve } = Promise.withResolvers<T>();
  return { promise, release: resolve };
}

/**
 * A server in memory at the edge of fetch: routes as a table, and a record of what was asked. A request without a
 * route is answered with 404 and listed in `unexpected`.
 */
export class FakeServer {
  readonly requests: SentRequest[] = [];
  readonly unexpected: string[] = [];
  private isClosed = false;
  private routes: { method: string; pattern: Matcher; handler: Handler }[] = [];

  constructor(handlers: Handlers) {
    this.on(handlers);
  }

  /** Adds routes; a later one wins over an earlier one. */
  on(handlers: Handlers): void {
    for (const [route, handler] of Object.entries(handlers)) {
      const [method = '', path = ''] = route.split(' ');
      this.routes.unshift({ method, pattern: compile(path), handler });
    }
  }

  /** What was asked of a route, oldest first. */
  sent(route: string): SentRequest[] {
    const [method, path = ''] = route.split(' ');
    const pattern = compile(path);
    return this.requests.filter((request) => request.method === method && pattern(request.path));
  }

  /** Stands in for the browser's own: answers, unless the request is given up before. */
  readonly fetch = (request: Request, { signal }: RequestInit = {}): Promise<Response> => {
    const givenUp = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
    return this.unlessClosed(Promise.race([this.answer(request), givenUp]));
  };

  /** From now on no request comes to an end, be it well or not. */
  close(): void {
    this.isClosed = true;
  }

  private unlessClosed<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      answer.then(
        (value) => !this.isClosed && resolve(value),
        (error: Error) => !this.isClosed && reject(error),
      );
    });
  }

  private async answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const isJson = request.headers.get('Content-Type')?.startsWith('application/json');
    const text = isJson ? await request.text() : '';
    const sent: SentRequest = {
      method: request.method,
      path: url.pathname,
      params: {},
      query: Object.fromEntries(url.searchParams),
      body: text ? (JSON.parse(text) as unknown) : undefined,
      headers: Object.fromEntries(request.headers),
    };
    this.requests.push(sent);
    for (const { method, pattern, handler } of this.routes) {
      const params = method === request.method && pattern(url.pathname);
      if (!params) continue;
      const answer = await handler(Object.assign(sent, { params }));
      if (answer === elsewhere) continue;
      if (answer instanceof Response) return answer;
      return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer);
    }
    this.unexpected.push(`${request.method} ${url.pathname}${url.search}`);
    return failWith(404, 'not_found', 'The requested resource was not found.');
  }
}

type Matcher = (path: string) => Record<string, string> | undefined;

function compile(pattern: string): Matcher {
  const expression = new RegExp(`^${pattern.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  return (path) => {
    const match = expression.exec(path);
    if (!match) return undefined;
    return Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  };
}
