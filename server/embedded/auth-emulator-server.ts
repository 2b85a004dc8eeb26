import { createServer, type Server, type ServerResponse } from 'node:http';
import { createEmulator } from './auth-emulator-firebase-tools.js';
import { answerResetPage, isResetPage } from './auth-emulator-reset-page.js';
import { RecordedState, type Snapshot } from './auth-emulator-state.js';
import { isFromHere } from './local-requests.js';

/**
 * The emulator as an HTTP server, not listening yet, with the accounts of `saved`. `settle` runs before the first byte
 * of every answer: what has changed by then is what the answer acknowledges.
 */
export async function createEmulatorServer(
  projectId: string,
  saved: Snapshot | undefined,
  settle: (state: RecordedState) => void,
): Promise<Server> {
  const state = new RecordedState(projectId, saved);
  const emulator = await createEmulator(projectId, state);
  return createServer((request, response) => {
    // The emulator itself lets every web page in the world call it.
    if (!isFromHere(request)) {
      response.writeHead(403).end('Only programs and pages of this machine are served here.\n');
      return undefined;
    }
    runBeforeAnswer(response, () => settle(state));
    const url = URL.parse(request.url ?? '', 'http://localhost');
    if (!url || !isResetPage(url)) return emulator(request, response);
    // It rejects when the browser goes away in the middle of its request.
    answerResetPage(state, url, request, response).catch(() => response.destroy());
  });
}

// All ways to answer come through writeHead, the implicit ones too.
function runBeforeAnswer(response: ServerResponse, action: () => void): void {
  const writeHead = response.writeHead;
  response.writeHead = (...args: unknown[]) => {
    action();
    return Reflect.apply(writeHead, response, args) as typeof response;
  };
}
