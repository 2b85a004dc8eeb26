import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import type { Image } from './image.ts';
import { type Mount, startInside, withEnvironment, withoutPrivileges } from './sandbox.ts';
import { Trouble } from './say.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** What came of a command: its exit code and everything that it has printed. */
export interface Result {
  code: number;
  output: string;
}

/**
 * The image as a careful platform runs it: as the image's user without any capability, on a read-only root, with the
 * variables of the image and those that are given. It shares the network of this machine.
 */
export class Container {
  /** Resolves with the exit code of its process. */
  readonly ended: Promise<number>;
  private readonly image: Image;
  private readonly env: Record<string, string>;
  private readonly child: ChildProcess;
  private printed = '';

  constructor(image: Image, options: { env: Record<string, string>; data?: string; mountAt: string }) {
    this.image = image;
    this.env = { HOME: '/nonexistent', ...image.env, ...options.env };
    const mounts: Mount[] = [
      { kind: 'bind', source: '/etc/resolv.conf', target: '/etc/resolv.conf', isReadOnly: true },
    ];
    if (options.data !== undefined)
      mounts.push({ kind: 'bind', source: options.data, target: '/data', isReadOnly: false });
    this.child = startInside(
      { root: { lower: image.layers }, mounts, mountAt: options.mountAt },
      this.restricted([...image.entrypoint, ...image.command]),
      ['ignore', 'pipe', 'pipe'],
    );
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding('utf8').on('data', (output: string) => (this.printed += output));
    this.ended = once(this.child, 'close').then(([code]) => (code as number | null) ?? -1);
  }

  /** Everything that it has printed so far. */
  get output(): string {
    return this.printed;
  }

  /** What the system says about its process 1. */
  status(): Record<string, string> {
    const lines = readFileSync(`/proc/${this.pid()}/status`, 'utf8').trim().split('\n');
    return Object.fromEntries(lines.map((line) => line.split(/:\s+/, 2)));
  }

  /** The words that its process 1 was started with. */
  commandLine(): string[] {
    return readFileSync(`/proc/${this.pid()}/cmdline`, 'utf8').split('\0').slice(0, -1);
  }

  /** Runs a command in it, under the same restrictions: as the platform runs a HEALTHCHECK, and a person `docker exec`. */
  async run(words: string[]): Promise<Result> {
    const namespaces = ['--target', String(this.pid()), '--mount', '--pid', '--root', '--wd=/'];
    const child = spawn('nsenter', [...namespaces, ...this.restricted(words)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code: (code as number | null) ?? -1, output: output + errors };
  }

  /** Runs the image's own HEALTHCHECK until it succeeds. @returns how long it took, in ms */
  async untilHealthy(within: number): Promise<number> {
    const began = performance.now();
    let isOver = false;
    void this.ended.then(() => (isOver = true));
    for (let last = 'never asked'; ; await delay(100)) {
      if (isOver) throw new Trouble(`It ended with ${await this.ended}:\n${this.printed}`);
      if (performance.now() - began > within)
        throw new Trouble(`It is not healthy: ${last}\n${this.printed}`);
      if (!this.hasBegun()) continue;
      const { code, output } = await this.run(this.image.healthcheck);
      if (code === 0) return performance.now() - began;
      last = output;
    }
  }

  /** Asks it as a proxy would, with the name that people type. */
  get(path: string, host: string, headers: Record<string, string> = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const port = this.env.PORT ?? '';
      const asking = request({
        host: '127.0.0.1',
        port,
        path,
        headers: { ...headers, host },
        timeout: 10_000,
      });
      asking.once('timeout', () => asking.destroy(new Error(`${path} was not answered`)));
      asking.once('error', reject);
      asking.once('response', (response) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
          reject,
        );
      });
      asking.end();
    });
  }

  /** Sends SIGTERM to its process 1, and ends it for good when that does not help. @returns its exit code */
  async stop(within: number): Promise<number> {
    process.kill(this.pid(), 'SIGTERM');
    const limit = setTimeout(() => void this.kill(), within);
    const code = await this.ended;
    clearTimeout(limit);
    return code;
  }

  /** Ends it at once, whatever state it is in. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  private restricted(words: string[]): string[] {
    const { folder, user } = this.image;
    return withoutPrivileges(user, withEnvironment({ words, env: this.env, folder }));
  }

  /** Whether its files are together and its own program runs. */
  private hasBegun(): boolean {
    try {
      return this.commandLine()[0] === this.image.entrypoint[0];
    } catch {
      return false;
    }
  }

  private pid(): number {
    const outside = this.child.pid ?? 0;
    const children = readFileSync(`/proc/${outside}/task/${outside}/children`, 'utf8').trim();
    return Number(children.split(' ')[0]);
  }
}
