import { randomUUID } from 'node:crypto';
import type supertest from 'supertest';
import type { Client, TestApp } from '../app.ts';
import { consent, type Decision } from 'gbp-simulator';

/** A popup on its way through Google's account chooser, in a browser that keeps the binding cookie. */
export interface Popup {
  /** The id that the opener gave its attempt. */
  attempt: string;
  /** `name=value` of the cookie that binds it to the browser. */
  binding: string;
  /** Google's consent page. */
  url: string;
}

/** Opens the popup, in the browser of `client`. */
export async function openPopup(client: Client): Promise<Popup> {
  const attempt = randomUUID();
  const answer = await client.send('get', `/api/auth/google?attempt=${attempt}`).expect(302);
  const cookies = answer.headers['set-cookie'] as unknown as string[];
  const binding = cookies.find((cookie) => cookie.includes('-google='))?.split(';')[0] ?? '';
  return { attempt, binding, url: answer.headers.location ?? '' };
}

/** Path and query of the callback to which Google sends the popup. */
export async function decide({ url }: Popup, decision: Decision): Promise<string> {
  const { pathname, search } = new URL(await consent(url, decision));
  return pathname + search;
}

/** Comes back from Google; the session cookie is not sent along, being SameSite=Strict. */
export function comeBack(
  app: Pick<TestApp, 'visitor'>,
  callback: string,
  binding: string | undefined,
): supertest.Test {
  const request = app.visitor().send('get', callback);
  return binding === undefined ? request : request.set('Cookie', binding);
}

/** What the popup's last page reports. */
export function resultOf({ headers }: supertest.Response): { attempt: string | null; result: string | null } {
  const { pathname, searchParams } = new URL(headers.location ?? '', 'http://localhost');
  if (pathname !== '/google-sign-in') throw new Error(`the popup ended on ${pathname}`);
  return { attempt: searchParams.get('attempt'), result: searchParams.get('result') };
}
