import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Disturbance } from './oracle.ts';
import type { Blow, Order, Reached, Step } from './step.ts';

const hook = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const START_AGAIN_MS = 200;
const READY_WITHIN_MS = 180_000;
const STOP_WITHIN_MS = 16_000;
/** A step that does not come in this time is not waited for, unless told otherwise. */
const STEP_WITHIN_MS = 20_000;
const TRIES = 3;
/** How long an answer of a process may be on its way. */
const LAST_WORD_MS = 500;

export interface ReplicaSetting {
  number: number;
  port: number;
  /** Where it runs and logs. */
  folder: string;
  /** The build that it runs. */
  server: string;
  env: Record<string, string>;
  /** Files below this folder to load before its program. */
  hooks: string[];
}

/** A server process that is started again whenever it ends, as a supervisor would. */
export class Replica {
  readonly origin: string;
  /** When it was away. */
  readonly away: Disturbance[] = [];
  /** When it was halted. */
  readonly halted: Disturbance[] = [];
  /** When each of its processes ended, in ms since 1970. */
  readonly deaths: number[] = [];
  /** Ends that nobody has caused. */
  readonly crashes: string[] = [];
  private readonly setting: ReplicaSetting;
  private child: ChildProcess | undefined;
  private isReady = false;
  private isStopping = false;
  private isStruck = false;
  private supervising: Promise<void> = Promise.resolve();

  constructor(setting: ReplicaSetting) {
    this.setting = setting;
    this.origin = `http://127.0.0.1:${setting.port}`;
  }

  get isRunning(): boolean {
    return this.isReady;
  }

  /** Starts it, and again whenever it ends. See `ready`. */
  start(): Promise<string | undefined> {
    this.supervising = this.supervise();
    return this.ready();
  }

  /** Resolves when it serves. @returns what is wrong when that takes too long */
  async ready(): Promise<string | undefined> {
    const end = performance.now() + READY_WITHIN_MS;
    while (!this.isReady) {
      if (performance.now() > end) return `process ${this.setting.number} does not come up`;
      await delay(20);
    }
    return undefined;
  }

  /** From now on, until it ends, its clock is so far ahead. */
  setSkew(skewMs: number): void {
    if (this.child) tell(this.child, { skewMs });
  }

  /** `kill -9`, at once. */
  kill(): void {
    this.isStruck = true;
    this.child?.kill('SIGKILL');
  }

  /**
   * `kill -9` when it comes to a step. False when it does not come to it.
   * @param withinMs how long a step is waited for, several times
   */
  async killAt(step: Step, withinMs = STEP_WITHIN_MS): Promise<boolean> {
    return (await this.strikeAt(step, 'kill', withinMs)) !== undefined;
  }

  /**
   * Halts it when it comes to a step.
   * @param withinMs how long a step is waited for, several times
   * @returns what lets it go on; undefined when it does not come to the step
   */
  async freezeAt(step: Step, withinMs = STEP_WITHIN_MS): Promise<(() => void) | undefined> {
    const struck = await this.strikeAt(step, 'freeze', withinMs);
    if (!struck) return undefined;
    const from = Date.now();
    return () => {
      struck.kill('SIGCONT');
      this.halted.push({ from, to: Date.now() });
    };
  }

  /** Ends it politely. @returns what was wrong with that */
  async stop(): Promise<string | undefined> {
    this.isStopping = true;
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return undefined;
    child.kill('SIGCONT');
    const ended = new Promise<string>((resolve) =>
      child.once('exit', (code, signal) => resolve(String(code ?? signal))),
    );
    child.kill('SIGTERM');
    const code = await within(STOP_WITHIN_MS, ended);
    child.kill('SIGKILL');
    await this.supervising;
    if (code === '0') return undefined;
    return `process ${this.setting.number} stopped with ${code ?? 'nothing within 16 s'}`;
  }

  /** Ends it at once and for good. */
  async destroy(): Promise<void> {
    this.isStopping = true;
    this.child?.kill('SIGKILL');
    await this.supervising;
  }

  /** Lets the process strike itself. @returns it, when it has come to the step */
  private async strikeAt(step: Step, blow: Blow, withinMs: number): Promise<ChildProcess | undefined> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      await this.ready();
      const { child } = this;
      if (!child) continue;
      const outcome = Promise.withResolvers<'reached' | 'ended'>();
      const hear = (message: Reached) => {
        if (message.reached !== step) return;
        this.isStruck = blow === 'kill';
        outcome.resolve('reached');
      };
      const end = () => outcome.resolve('ended');
      child.on('message', hear).once('exit', end);
      tell(child, { arm: { step, blow } });
      let reached = await within(withinMs, outcome.promise);
      if (!reached) {
        tell(child, { arm: null });
        // It may have come to the step at this moment.
        reached = await within(LAST_WORD_MS, outcome.promise);
      }
      child.off('message', hear).off('exit', end);
      if (reached === 'reached') return child;
    }
    return undefined;
  }

  private async supervise(): Promise<void> {
    let from: number | undefined;
    while (!this.isStopping) {
      this.isStruck = false;
      const end = await this.run(() => from && this.away.push({ from, to: Date.now() }));
      this.deaths.push(Date.now());
      const wasReady = this.isReady;
      this.isReady = false;
      if (wasReady && !this.isStruck && !this.isStopping)
        this.crashes.push(`process ${this.setting.number} ended by itself with ${end}`);
      if (wasReady) from = Date.now();
      else await delay(START_AGAIN_MS);
    }
  }

  private async run(onReady: () => void): Promise<string> {
    const { number, port, folder, server, env, hooks } = this.setting;
    const log = openSync(join(folder, `process-${number}.log`), 'a');
    const imports = hooks.flatMap((file) => ['--import', hook(file)]);
    const child = spawn(process.execPath, [...imports, join(server, 'main.js')], {
      // Not where a .env of the checkout would be read.
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        THROTTLE: 'off',
        PORT: String(port),
        PUBLIC_ORIGIN: this.origin,
        CHAOS_SERVER: server,
        CHAOS_NUMBER: String(number),
        ...env,
      },
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    this.child = child;
    const ended = new Promise<string>((resolve) =>
      child.once('exit', (code, signal) => resolve(String(code ?? signal))),
    );
    void this.watchUntilReady(child, onReady);
    return ended;
  }

  private async watchUntilReady(child: ChildProcess, onReady: () => void): Promise<void> {
    while (child.exitCode === null && child.signalCode === null) {
      const isUp = await fetch(`${this.origin}/api/health/live`, { signal: AbortSignal.timeout(1000) }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isUp && child === this.child && child.exitCode === null && child.signalCode === null) {
        this.isReady = true;
        onReady();
        return;
      }
      await delay(50);
    }
  }
}

/** Sends something to a process, which may be ending at this moment. */
function tell(child: ChildProcess, message: Order | { skewMs: number }): void {
  if (child.connected) child.send(message, () => undefined);
}

/** What comes of it in this time; undefined if nothing does. */
async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  const patience = new AbortController();
  const over = delay(ms, undefined, { signal: patience.signal }).catch(() => undefined);
  const result = await Promise.race([work, over]);
  patience.abort();
  return result;
}
