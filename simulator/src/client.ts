import type { Call, CallFilter } from './calls.js';
import type { World } from './control/world.js';
import type { FaultKind, FaultOptions } from './faults.js';
import type { JournalEntry, JournalFilter } from './profile/journal.js';
import type { Operation } from './operations.js';
import type { ReplyWrite, ReplyWriteFilter } from './reviews/reply-journal.js';
import type { Settings } from './settings.js';
import type { Steering } from './steering.js';

type Action = {
  [Name in keyof World]: World[Name] extends (argument: infer Argument) => infer Answer
    ? (argument: Argument) => Promise<Answer>
    : never;
};

/** Steers a simulator in another process by its control API, under `/__simulator`. */
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
      setSpeed: (speed: number) => send('POST', '/clock', { speed }),
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
      list: (filter: CallFilter = {}) => send('GET', `/calls${queryOf(filter)}`) as Promise<Call[]>,
      clear: () => send('DELETE', '/calls'),
    },
    journal: {
      list: (filter: JournalFilter = {}) =>
        send('GET', `/journal${queryOf(filter)}`) as Promise<JournalEntry[]>,
      replies: (filter: ReplyWriteFilter = {}) =>
        send('GET', `/journal/replies${queryOf(filter)}`) as Promise<ReplyWrite[]>,
    },
    configure: (settings: Partial<Settings>) => send('POST', '/settings', settings),
    reset: () => send('POST', '/reset', {}),
    world: new Proxy({} as Action, {
      get: (_, name) => (argument: object) => send('POST', `/world/${String(name)}`, argument ?? {}),
    }),
  };
}

function queryOf(filter: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value));
  return `?${query.toString()}`;
}

export interface Decision {
  email: string;
  /** Presses Cancel. */
  refuse?: boolean;
  /** The scopes whose boxes stay ticked; all, unless given. */
  scopes?: string[];
}

/**
 * Goes through the consent page as a browser does: chooses the account, ticks boxes and presses a button.
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
