import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, open, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How many threads this process has for look-ups of names and for files (`UV_THREADPOOL_SIZE`). */
const THREADS = Number(process.env.UV_THREADPOOL_SIZE ?? 4);

/**
 * Has every thread of this process wait, as look-ups whose name servers do not answer would, until the returned function
 * is called. They wait for somebody to write to a pipe, which costs nothing.
 */
export function holdThreads(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'held-threads-'));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const held = Array.from(
    { length: THREADS },
    () =>
      new Promise<number>((resolve, reject) =>
        open(pipe, 'r', (error, descriptor) => (error ? reject(error) : resolve(descriptor))),
      ),
  );
  return async () => {
    // Both sides at once, so that this one does not wait itself.
    const writer = openSync(pipe, constants.O_RDWR);
    for (const descriptor of await Promise.all(held)) closeSync(descriptor);
    closeSync(writer);
    rmSync(folder, { recursive: true });
  };
}
