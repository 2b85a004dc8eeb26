import { createServer, type Server, type ServerResponse, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { escaped, htmlPage } from '../config/html-page.js';
import {
  createEmulator,
  RecordedState,
  type Snapshot,
  resetPassword,
  type ProjectState,
} from './auth-emulator-firebase-tools.js';
import { text } from 'node:stream/consumers';

// The package has no types. Express's own middleware uses it to act before the headers of an answer are sent.
const onHeaders = createRequire(import.meta.url)('on-headers') as (
  response: ServerResponse,
  listener: () => void,
) => void;

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The pages are served by another port, which has no style sheet. */
const HEAD = `<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-width: 24rem; margin: 4rem auto; padding: 0 1rem; }
  h1 { font-size: 1.5rem; }
  a { color: inherit; }
  label, input, button { display: block; }
  label { margin-top: 1rem; font-weight: 600; }
  input, button { box-sizing: border-box; width: 100%; min-height: 2.75rem; margin: 0.5rem 0 1rem; padding: 0 0.75rem; font: inherit; }
  .sign { font-weight: 700; }
</style>`;

/**
 * The emulator as an HTTP server, not listening yet, with the accounts of `saved`. It calls `save` before the first byte
 * of every answer, so that each change is on disk before its answer leaves.
 */
export async function createEmulatorServer(
  projectId: string,
  saved: Snapshot | undefined,
  save: (state: RecordedState) => void,
): Promise<Server> {
  const state = new RecordedState(projectId, saved);
  const emulator = await createEmulator(projectId, state);
  return createServer((request, response) => {
    // The emulator itself accepts requests of every web page.
    if (!isFromHere(request)) {
      response.writeHead(403).end('Only programs and pages of this machine are served here.\n');
      return undefined;
    }
    onHeaders(response, () => save(state));
    const url = URL.parse(request.url ?? '', 'http://localhost');
    if (!url || !isResetPage(url)) return emulator(request, response);
    // It rejects when the browser closes the connection during its request.
    answerResetPage(state, url, request, response).catch(() => response.destroy());
  });
}

/**
 * Whether a request comes from this machine: not under a foreign name that resolves to it, and not from a page of
 * another site. The emulator asks for no password.
 */
function isFromHere({ headers, socket }: IncomingMessage): boolean {
  const hosts = [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`];
  return (
    hosts.includes(headers.host ?? '') &&
    (headers.origin === undefined || headers.origin === `http://${headers.host}`)
  );
}

/** Whether the request is for our reset page or its form. (The emulator itself answers a link with `newPassword`.) */
function isResetPage(url: URL): boolean {
  const query = url.searchParams;
  return (
    url.pathname === '/emulator/action' && query.get('mode') === 'resetPassword' && !query.has('newPassword')
  );
}

/**
 * The page behind a reset link, as Firebase hosts it in production: GET shows a form, POST sets the password.
 * The emulator itself answers with JSON that asks for a password in the address.
 */
async function answerResetPage(
  state: ProjectState,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const oobCode = url.searchParams.get('oobCode') ?? '';
  const code = state.oobs.get(oobCode);
  if (code?.requestType !== 'PASSWORD_RESET') return send(response, 400, expired());
  if (request.method !== 'POST') return send(response, 200, form(code.email));
  const newPassword = new URLSearchParams(await text(request)).get('newPassword') ?? '';
  const refusal = set(state, oobCode, newPassword);
  if (refusal === 'WEAK_PASSWORD')
    return send(response, 400, form(code.email, 'Password should be at least 6 characters.'));
  if (refusal === 'INVALID_OOB_CODE') return send(response, 400, expired());
  send(response, 200, done(url.searchParams.get('continueUrl')));
}

/** @returns Firebase's code if the password was refused. */
function set(state: ProjectState, oobCode: string, newPassword: string): string | undefined {
  try {
    resetPassword(state, oobCode, newPassword);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && /^[A-Z_]+(?= : |$)/.exec(error.message)?.[0];
    if (!code) throw error;
    return code;
  }
}

/** A page without its frame. */
type Page = [title: string, body: string];

function form(email: string, error?: string): Page {
  return [
    'Choose a new password',
    `<form method="post">
      <label for="email">Email</label>
      <input id="email" type="email" autocomplete="username" value="${escaped(email)}" readonly />
      <label for="password">New password</label>
      ${error ? `<p id="error" role="alert">${error}</p>` : ''}
      <input id="password" name="newPassword" type="password" autocomplete="new-password" required minlength="6"
        ${error ? 'aria-invalid="true" aria-describedby="error"' : ''} />
      <button>Save password</button>
    </form>`,
  ];
}

function done(continueUrl: string | null): Page {
  const onward = continueUrl && /^https?:\/\//.test(continueUrl);
  return [
    'Password changed',
    `<p>You can sign in with your new password now.</p>
    ${onward ? `<p><a href="${escaped(continueUrl)}">Continue</a></p>` : ''}`,
  ];
}

function expired(): Page {
  return [
    'This link no longer works',
    '<p>It has been used already or is incomplete. Ask for a new one on the sign-in page.</p>',
  ];
}

function send(response: ServerResponse, status: number, [title, body]: Page): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-store',
    // The address holds the code. (`no-referrer` would make the form's Origin "null".)
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(htmlPage(title, body, HEAD));
}
