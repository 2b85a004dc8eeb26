import { createHash, randomBytes } from 'node:crypto';
import type { Call, CallFilter } from '../../dist/server/embedded/google-simulator/calls.js';
import type { FaultKind, FaultOptions } from '../../dist/server/embedded/google-simulator/faults.js';
import {
  startGoogleSimulator,
  type GoogleSimulator,
} from '../../dist/server/embedded/google-simulator/google-simulator.js';
import type { Operation } from '../../dist/server/embedded/google-simulator/operations.js';
import type { Settings } from '../../dist/server/embedded/google-simulator/state.js';
import type { Steering } from '../../dist/server/embedded/google-simulator/steering.js';
import type { World } from '../../dist/server/embedded/google-simulator/control/world.js';

export const GOOGLE_CLIENT = {
  id: 'simulated-client.apps.example.com',
  secret: 'simulated-secret',
  redirectUris: [
    'http://localhost:3000/gbp-callback',
    'http://localhost:3000/api/auth/google/callback',
    'http://127.0.0.1:3000/gbp-callback',
  ],
};

export const BUSINESS_SCOPE = 'https://www.googleapis.com/auth/business.manage';

/** People of the seed, by what is remarkable about them. */
export const PEOPLE = {
  /** 3 accounts with 8 places, each special in one way. */
  tamsin: 'tamsin.okonjo@example.com',
  /** 3 accounts with 5 places, one of them in two accounts. */
  idris: 'idris.vantongeren@example.com',
  /** A Google account without any business. */
  wilhelmina: 'wilhelmina.draycott@example.com',
  /** 3 groups of 1,000 places each. */
  casimir: 'casimir.underhay@example.com',
  /** An agency: 5 places in accounts below its own, and one that she manages without its account. */
  ottoline: 'ottoline.brackenbury@example.com',
} as const;

/** A simulator in this process, in memory unless a file is given, that knows these redirect addresses. */
export function startSimulator({
  redirectUris = GOOGLE_CLIENT.redirectUris,
  ...options
}: { redirectUris?: string[]; port?: number; dataFile?: string } = {}): Promise<GoogleSimulator> {
  return startGoogleSimulator({ ...options, clients: [{ ...GOOGLE_CLIENT, redirectUris }] });
}

export interface Decision {
  email: string;
  /** Presses Cancel. */
  refuse?: boolean;
  /** Leaves only the boxes of these scopes ticked; unless given all stay ticked, as the page has them. */
  scopes?: string[];
}

/**
 * Walks through Google's consent page as a browser would, without a script: chooses the account, ticks, presses.
 * @returns the address that the browser is sent back to.
 * @throws Error with the page's words when it shows an error instead.
 */
export async function consent(url: string, { email, refuse = false, scopes }: Decision): Promise<string> {
  let page = await open(url);
  if (page.location) return page.location;
  if (page.text.includes('Choose an account</h1>')) {
    const chosen = new URL(url);
    chosen.search = String(new URLSearchParams([...hiddenFields(page.text), ['authuser', email]]));
    page = await open(chosen.href);
    if (page.location) return page.location;
  }
  const action = /<form method="post" action="([^"]*)"/.exec(page.text)?.[1];
  if (!action) throw new Error(wordsOf(page.text));
  const form = new URLSearchParams({ decision: refuse ? 'cancel' : 'allow' });
  for (const [, scope = ''] of page.text.matchAll(/name="scope"\s+value="([^"]*)"\s+checked/g))
    if (!scopes || scopes.includes(scope)) form.append('scope', scope);
  const origin = new URL(url).origin;
  const answer = await open(new URL(unescape(action), origin).href, {
    method: 'POST',
    body: form,
    headers: { origin },
  });
  if (!answer.location) throw new Error(wordsOf(answer.text));
  return answer.location;
}

/** The address of the consent page as the specification has it (offline access, asked every time), with PKCE. */
export function consentAddress(
  { addresses }: Pick<Steering, 'addresses'>,
  parameters: Record<string, string | undefined> = {},
  verifier?: string,
): string {
  const url = new URL(addresses.GOOGLE_AUTH_URL);
  const all = {
    client_id: GOOGLE_CLIENT.id,
    redirect_uri: GOOGLE_CLIENT.redirectUris[0],
    response_type: 'code',
    scope: `openid email profile ${BUSINESS_SCOPE}`,
    access_type: 'offline',
    prompt: 'consent',
    state: 'some-state',
    ...(verifier && {
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }),
    ...parameters,
  };
  for (const [name, value] of Object.entries(all)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

/** An answer of the token endpoint. */
export interface TokenAnswer {
  status: number;
  access_token: string;
  refresh_token?: string;
  id_token?: string;
  scope: string;
  expires_in: number;
  error?: string;
  error_description?: string;
}

/** Asks the token endpoint, as the simulator's own client unless the form says otherwise. */
export async function askForToken(
  { addresses }: Pick<Steering, 'addresses'>,
  form: Record<string, string | undefined>,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const all = { client_id: GOOGLE_CLIENT.id, client_secret: GOOGLE_CLIENT.secret, ...form };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const answer = await fetch(addresses.GOOGLE_TOKEN_URL, {
    method: 'POST',
    headers,
    body: new URLSearchParams(given),
  });
  return { ...((await answer.json()) as Omit<TokenAnswer, 'status'>), status: answer.status };
}

/** Consents as that person and exchanges the code: what a connected server holds. */
export async function connect(
  simulator: Pick<Steering, 'addresses'>,
  email: string,
  parameters: Record<string, string | undefined> = {},
): Promise<TokenAnswer> {
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = parameters.redirect_uri ?? GOOGLE_CLIENT.redirectUris[0];
  const location = await consent(consentAddress(simulator, parameters, verifier), { email });
  const code = new URL(location).searchParams.get('code') ?? '';
  return askForToken(simulator, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
}

/** Calls to an API at its base address, with an access token (or without one). The answer's body is looked at as it came. */
export function callerOf(base: string, accessToken?: string) {
  return async (method: string, path: string, body?: object | string) => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: accessToken ? { authorization: `Bearer ${accessToken}` } : {},
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
}

type Action = {
  [Name in keyof World]: World[Name] extends (argument: infer Argument) => infer Answer
    ? (argument: Argument) => Promise<Answer>
    : never;
};

/** Steers a simulator of another process, by what it serves under `/__simulator/`. */
export function controlOf(origin: string) {
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${origin}/__simulator${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const value: unknown = await answer.json();
    if (!answer.ok) throw new Error((value as { error: string }).error);
    return value;
  };
  return {
    about: () => send('GET', '') as Promise<Pick<Steering, 'origin' | 'addresses'>>,
    clock: {
      now: async () => new Date(((await send('GET', '/clock')) as { now: string }).now),
      set: (at: Date, options: { stopped?: boolean } = {}) =>
        send('POST', '/clock', { set: at.toISOString(), ...options }),
      advance: (ms: number) => send('POST', '/clock', { advance: ms }),
    },
    faults: {
      next: (operation: Operation | '*', kind: FaultKind, options?: FaultOptions) =>
        send('POST', '/faults', { operation, kind, options }),
      rate: (
        operation: Operation | '*',
        kind: FaultKind,
        share: number,
        seed: number,
        options?: FaultOptions,
      ) => send('POST', '/faults', { operation, kind, share, seed, options }),
      clear: () => send('DELETE', '/faults'),
    },
    calls: {
      list: (filter: CallFilter = {}) =>
        send(
          'GET',
          `/calls?${new URLSearchParams(Object.entries(filter).map(([k, v]) => [k, String(v)]))}`,
        ) as Promise<Call[]>,
      clear: () => send('DELETE', '/calls'),
    },
    configure: (settings: Partial<Settings>) => send('POST', '/settings', settings),
    reset: () => send('POST', '/reset', {}),
    world: new Proxy({} as Action, {
      get: (_, name) => (argument: object) => send('POST', `/world/${String(name)}`, argument ?? {}),
    }),
  };
}

async function open(url: string, init: RequestInit = {}): Promise<{ location: string | null; text: string }> {
  const answer = await fetch(url, { ...init, redirect: 'manual' });
  return { location: answer.headers.get('location'), text: await answer.text() };
}

function hiddenFields(page: string): [string, string][] {
  return [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [unescape(name), unescape(value)],
  );
}

function unescape(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

function wordsOf(page: string): string {
  const main = page.slice(page.indexOf('<main>'));
  return unescape(
    main
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}
