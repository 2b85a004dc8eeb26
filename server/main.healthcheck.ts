/**
 * Asks the server of this container whether it is ready, for the image's HEALTHCHECK: exit code 0 if so, else 1.
 * It reads HOST and PORT alone, which the image sets: to load the whole configuration every few seconds would cost more
 * than the question.
 */
const DEADLINE_MS = 4000;

/** Addresses to listen on that are no addresses to ask. */
const EVERYWHERE: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

const { HOST = '127.0.0.1', PORT = '3000' } = process.env;
const address = EVERYWHERE[HOST] ?? HOST;
const host = address.includes(':') ? `[${address}]` : address;

try {
  const { status } = await fetch(`http://${host}:${PORT}/api/health/ready`, {
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  console.log(status === 200 ? 'ready' : `not ready: ${status}`);
  process.exitCode = status === 200 ? 0 : 1;
} catch (error) {
  console.log(`no answer: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

export {};
