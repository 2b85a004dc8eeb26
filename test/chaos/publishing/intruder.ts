import { spawn } from 'node:child_process';
import { join } from 'node:path';

const WITHIN_MS = 15_000;

/** Starts a second process on the same data folder. @returns what is wrong when it is not sent away with a reason */
export async function tryIntruder(
  server: string,
  folder: string,
  env: Record<string, string>,
): Promise<string | undefined> {
  const child = spawn(process.execPath, [join(server, 'main.js')], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: 'test', PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (words += text));
  const limit = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(limit);
  const isSentAway = code === 1 && words.startsWith('Another Shingle process is using the data folder');
  return isSentAway ? undefined : `a second process on the data folder ended with ${code}: ${words.trim()}`;
}
