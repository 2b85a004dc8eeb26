import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A shell of its own, with everything that it was given and printed. */
export interface Terminal {
  /** What a terminal would show: commands behind their prompt, and output without empty lines. */
  lines(): string[];
  /** Begins a command. A part of it can be shown before with `type`. */
  run(command: string): void;
  /** Shows what is being typed. */
  type(text: string): void;
  /** Resolves when a line of output since the last command matches. */
  sees(words: RegExp): Promise<void>;
  close(): Promise<void>;
}

const PROMPT = '$ ';
const PATIENCE_MS = 120_000;

/** Starts bash with job control, so that `kill -9 %1` ends what a background command has started. */
export function openTerminal(cwd: string, env: Record<string, string | undefined>): Terminal {
  const shell = spawn('bash', ['--noprofile', '--norc'], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  const lines: string[] = [];
  let typed = '';
  let asked = 0;
  const print = (text: string): void => {
    lines.push(
      ...text
        .split('\n')
        .map((line) => line.trimEnd())
        .filter(Boolean),
    );
  };
  for (const stream of [shell.stdout, shell.stderr]) stream.setEncoding('utf8').on('data', print);
  shell.stdin.write('set -m\n');
  return {
    lines: () => [...lines, PROMPT + typed],
    type: (text) => void (typed = text),
    run(command) {
      typed = '';
      lines.push(PROMPT + command);
      asked = lines.length;
      shell.stdin.write(`${command}\n`);
    },
    async sees(words) {
      const last = Date.now() + PATIENCE_MS;
      while (!lines.slice(asked).some((line) => words.test(line))) {
        if (Date.now() > last) throw new Error(`${words.source} was not printed:\n${lines.join('\n')}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async close() {
      const ended = once(shell, 'exit');
      shell.stdin.end('kill -9 %1 %2 2>/dev/null; exit\n');
      await ended;
    },
  };
}
