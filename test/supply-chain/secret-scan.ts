import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { secretsIn } from './secrets.ts';

/** Secrets in all files of a checkout that are committed or could be: a sentence for each, with the place. */
export function secretsInFiles(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const files = [...new Set(listed.split('\0'))].filter(
    (file) => file !== '' && existsSync(join(root, file)),
  );
  return files.flatMap((file) =>
    readFileSync(join(root, file), 'latin1')
      .split('\n')
      .flatMap((line, index) => secretsIn(line).map((kind) => `${file}:${index + 1} holds ${kind}`)),
  );
}

/** What was looked through, and a sentence for each secret that any commit holds, with the commit. */
export interface HistoryScan {
  commits: number;
  /** Whether older commits are missing from this clone. */
  isShallow: boolean;
  found: string[];
}

/**
 * Secrets in every commit that is here, on whatever branch or tag: in messages, in lines that were added, and in those
 * taken out again, since whoever has the history has them.
 * @throws Error when git cannot tell
 */
export async function secretsInHistory(root: string): Promise<HistoryScan> {
  const git = spawn(
    'git',
    [
      'log',
      '--all',
      '-p',
      '-m',
      '--root',
      '--text',
      '--unified=0',
      '--no-ext-diff',
      '--no-textconv',
      '--format=%x00%H%n%B',
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const closed = once(git, 'close');
  let [commits, commit, place] = [0, '', 'its message'];
  const found = new Set<string>();
  git.stdout.setEncoding('latin1');
  for await (const line of createInterface({ input: git.stdout, crlfDelay: Infinity })) {
    if (/^\0[0-9a-f]{40,64}$/.test(line))
      [commits, commit, place] = [commits + 1, line.slice(1, 13), 'its message'];
    else if (line.startsWith('diff --git ')) place = line.slice(line.lastIndexOf(' b/') + 3);
    for (const kind of secretsIn(line)) found.add(`commit ${commit}, ${place} holds ${kind}`);
  }
  const [code] = (await closed) as [number | null];
  if (code !== 0) throw new Error(`git log ended with code ${code}`);
  const shallow = execFileSync('git', ['rev-parse', '--is-shallow-repository'], {
    cwd: root,
    encoding: 'utf8',
  });
  return { commits, isShallow: shallow.trim() === 'true', found: [...found] };
}
