import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { say } from './command.ts';
import type { Blow, Order, Reached, Step } from './step.ts';

const hook = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const START_AGAIN_MS = 200;
const READY_WITHIN_MS = 180_000;
const STOP_WITHIN_MS = 16_000;
const ASK_EVERY_MS = 500;
/** An end that we caused may be heard of after the answer of a process that was ending. */
const HEARD_WITHIN_MS = 500;
/** So long after it was halted, or without its database, a process may not be ready yet. */
const READY_AGAIN_MS = 10_000;
/** How long a step is waited for by default. */
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

/** A time in which something was struck and not yet back. */
export interface Disturbance {
  /** ms since 1970. */
  from: number;
  to: number;
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
  /** How long each took to end that was asked to, in ms. */
  readonly stops: number[] = [];
  /** How often it was asked whether it is ready. */
  asked = 0;
  /** When it was not, although nothing was done to it, in ms since 1970. */
  private readonly unready: number[] = [];
  /** Ends that nobody has caused, and requests to end that it did not follow. */
  private readonly crashes: string[] = [];
  private readonly setting: ReplicaSetting;
  private child: ChildProcess | undefined;
  private isReady = false;
  private isStopping = false;
  private isStruck = false;
  private isEnding = false;
  private supervising: Promise<void> = Promise.resolve();
  /** How far its clock is ahead by now; undefined: as from the beginning. */
  private skewMs: number | undefined;
  /** Until this it is not started again. */
  private held: Promise<void> = Promise.resolve();

  constructor(setting: ReplicaSetting) {
    this.setting = setting;
    this.origin = `http://127.0.0.1:${setting.port}`;
  }

  get isRunning(): boolean {
    return this.isReady;
  }

  /**
   * What is wrong with how it ran.
   * @param databaseAway when it had no database
   */
  troubles(databaseAway: Disturbance[] = []): string[] {
    const excused = [...databaseAway, ...this.halted];
    const unready = this.unready.filter(
      (at) => !excused.some(({ from, to }) => at >= from && at <= to + READY_AGAIN_MS),
    );
    const said = `process ${this.setting.number} was not ready ${unready.length} times of ${this.asked}`;
    return unready.length > 0
      ? [...this.crashes, `${said}, first at ${new Date(unready[0]!).toISOString()}`]
      : this.crashes;
  }

  /** Starts it, and again whenever it ends. See `ready`. */
  start(): Promise<string | undefined> {
    this.supervising = this.supervise();
    return this.ready();
  }

  /** Resolves when it serves. @returns what is wrong when that takes too long */
  async ready(): Promise<string | undefined> {
    const end = performance.now() + READY_WITHIN_MS;
    while (!this.isReady || this.isEnding) {
      if (performance.now() > end) return `process ${this.setting.number} does not come up`;
      await delay(20);
    }
    return undefined;
  }

  /** From now on its clock is so far ahead, also when it is started again. */
  setSkew(skewMs: number): void {
    this.skewMs = skewMs;
    if (this.child) tell(this.child, { skewMs });
  }

  /** `kill -9`, at once. */
  kill(): void {
    this.isStruck = true;
    this.child?.kill('SIGKILL');
  }

  /** `kill -9`, at once; it is started again after some work that needs it to be away. Resolves when it serves. */
  async without<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.ready();
    const { child } = this;
    const isDone = Promise.withResolvers<void>();
    this.held = isDone.promise;
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    this.kill();
    await ended;
    try {
      return await work();
    } finally {
      isDone.resolve();
      await this.ready();
    }
  }

  /**
   * `kill -9` when it comes to a step. False when it does not come to it.
   * @param withinMs how long a step is waited for, several times
   */
  async killAt(step: Step, withinMs = STEP_WITHIN_MS): Promise<boolean> {
    return (await this.strikeAt(step, 'kill', withinMs)) !== undefined;
  }

  /** SIGTERM, at once. Resolves when it has ended. */
  async endPolitely(): Promise<void> {
    await this.ready();
    const { child } = this;
    if (!child) return;
    this.isStruck = true;
    this.isEnding = true;
    const stopping = this.watchStop(child);
    // A second signal would end it at once.
    tell(child, { arm: null });
    child.kill('SIGTERM');
    await stopping;
  }

  /** SIGTERM when it comes to a step; see `killAt`. Resolves when it has ended. */
  async endPolitelyAt(step: Step, withinMs = STEP_WITHIN_MS): Promise<boolean> {
    const struck = await this.strikeAt(step, 'stop', withinMs);
    if (struck) await this.watchStop(struck);
    return struck !== undefined;
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
    const stopping = this.faultOfStop(child);
    child.kill('SIGTERM');
    const fault = await stopping;
    await this.supervising;
    return fault;
  }

  /** Ends it at once and for good. */
  async destroy(): Promise<void> {
    this.isStopping = true;
    this.child?.kill('SIGKILL');
    await this.supervising;
  }

  private async watchStop(child: ChildProcess): Promise<void> {
    const fault = await this.faultOfStop(child);
    if (fault) this.crashes.push(fault);
  }

  /** Waits until a process that was asked to end has. @returns what was wrong with that */
  private async faultOfStop(child: ChildProcess): Promise<string | undefined> {
    const from = performance.now();
    const code = child.exitCode === null && child.signalCode === null ? await endOf(child) : child.exitCode;
    this.stops.push(performance.now() - from);
    if (code === 0) return undefined;
    child.kill('SIGKILL');
    return `process ${this.setting.number} stopped with ${code ?? 'nothing within 16 s'}`;
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
        this.isStruck = blow !== 'freeze';
        this.isEnding = blow === 'stop';
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
      this.isEnding = false;
      const end = await this.run(() => from && this.away.push({ from, to: Date.now() }));
      this.deaths.push(Date.now());
      const wasReady = this.isReady;
      this.isReady = false;
      if (wasReady && !this.isStruck && !this.isStopping)
        this.crashes.push(`process ${this.setting.number} ended by itself with ${end}`);
      if (wasReady) from = Date.now();
      else await delay(START_AGAIN_MS);
      await this.held;
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
        ...(this.skewMs !== undefined && { CHAOS_SKEW_MS: String(this.skewMs) }),
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
        return this.askReadiness(child);
      }
      await delay(50);
    }
  }

  private async askReadiness(child: ChildProcess): Promise<void> {
    while (child.exitCode === null && child.signalCode === null) {
      const at = Date.now();
      // One that is halted gives no answer.
      const status = await fetch(`${this.origin}/api/health/ready`, {
        signal: AbortSignal.timeout(5000),
      }).then(
        (answer) => answer.status,
        () => undefined,
      );
      if (status !== undefined) this.asked += 1;
      await delay(HEARD_WITHIN_MS);
      if (this.isStruck || this.isStopping || child.exitCode !== null || child.signalCode !== null) return;
      if (status !== undefined && status !== 200) this.unready.push(at);
      await delay(ASK_EVERY_MS);
    }
  }
}

/** Sends something to a process, which may be ending at this moment. */
function tell(child: ChildProcess, message: Order | { skewMs: number }): void {
  if (child.connected) child.send(message, () => undefined);
}

/**
 * Ends all politely at the end of a run, and says how they ran.
 * @param databaseAway when they had no database
 * @returns what is wrong, a sentence each
 */
export async function stopAll(replicas: Replica[], databaseAway: Disturbance[] = []): Promise<string[]> {
  const faults: (string | undefined)[] = [];
  for (const replica of replicas) faults.push(await replica.stop(), ...replica.troubles(databaseAway));
  const asked = replicas.reduce((sum, replica) => sum + replica.asked, 0);
  const stops = replicas.flatMap((replica) => replica.stops);
  say(
    `The servers were asked ${asked} times whether they are ready, and ended ${stops.length} times by SIGTERM, after ${Math.round(Math.max(...stops))} ms at most.`,
  );
  return faults.filter((fault) => fault !== undefined);
}

/** What a process ends with; undefined if it does not. */
function endOf(child: ChildProcess): Promise<number | NodeJS.Signals | undefined> {
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal!)),
  );
  return within(STOP_WITHIN_MS, ended);
}

/** What comes of it in this time; undefined if nothing does. */
async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  const patience = new AbortController();
  const over = delay(ms, undefined, { signal: patience.signal }).catch(() => undefined);
  const result = await Promise.race([work, over]);
  patience.abort();
  return result;
}
