import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { type Logger, pino } from 'pino';
import type { PrettyOptions } from 'pino-pretty';
import type { Env } from '../config/env.js';
import { rootOf } from '../errors/root-cause.js';
import { redact } from './redact.js';

interface Fault {
  name: string;
  message: string;
  code: unknown;
}

/** What `prettyFactory` makes of one line of JSON. */
type Prettify = (line: string) => string;

/** The id of the request that whatever happens belongs to; every line of the log says it. */
export const requestIds = new AsyncLocalStorage<string>();

/** Whether somebody reads along: in production, in tests and without pino-pretty (no production package) a line is JSON. */
export function isForReading(env: Env): boolean {
  return env.NODE_ENV === 'development' && prettifier() !== undefined;
}

let lastMs = NaN;
let lastTime = '';

/** The time as pino puts it into a line, made once for each millisecond. */
function isoTime(): string {
  const now = Date.now();
  if (now !== lastMs) lastTime = `,"time":"${new Date(now).toISOString()}"`;
  lastMs = now;
  return lastTime;
}

/** What was logged in the present turn of the event loop, for one write: many requests end in one. */
let waiting = '';

function writeSoon(line: string): void {
  if (waiting === '') setImmediate(writeNow);
  waiting += line;
}

function writeNow(): void {
  const lines = waiting;
  waiting = '';
  if (lines !== '') process.stdout.write(lines);
}

// However it ends, but for being killed: the last words count the most.
process.on('exit', writeNow);

/** The log of this process: standard output, one line of JSON for each event, the time in ISO 8601. */
export function createLog(env: Env): Logger {
  const prettify = isForReading(env) ? prettifier() : undefined;
  return pino(
    {
      level: env.LOG_LEVEL,
      messageKey: 'message',
      timestamp: isoTime,
      mixin: () => ({ requestId: requestIds.getStore() }),
      formatters: { level: (level) => ({ level }), log: redact },
      serializers: { err: describeError },
      // Of an error under this name pino would repeat the message: it must not be `err`.
      errorKey: 'thrown',
    },
    { write: (line) => writeSoon(prettify ? prettify(line) : line) },
  );
}

/**
 * What an error says in the log: the innermost cause, and where we were when it came. A failed query's own message, and
 * what hangs on the error besides, repeat what people wrote.
 */
function describeError(error: unknown): object {
  const root = rootOf(error);
  const { name, message, code } = (
    root instanceof Error ? root : { message: String(root) }
  ) as Partial<Fault>;
  const frames = error instanceof Error ? error.stack?.split('\n').filter((line) => /^ +at /.test(line)) : [];
  return {
    type: name,
    message,
    code: typeof code === 'string' ? code : undefined,
    stack: frames?.join('\n'),
  };
}

function prettifier(): Prettify | undefined {
  try {
    const { prettyFactory } = createRequire(import.meta.url)('pino-pretty') as {
      prettyFactory: (options: PrettyOptions) => Prettify;
    };
    return prettyFactory({
      colorize: process.stdout.isTTY,
      errorLikeObjectKeys: ['err'],
      ignore: 'pid,hostname,context,event,requestId',
      messageKey: 'message',
      messageFormat: ({ message, event }) => onOneLine(message ?? event),
      singleLine: true,
      translateTime: 'SYS:HH:MM:ss',
    });
  } catch {
    return undefined;
  }
}

/** Control characters could pretend to be another line, or move the cursor of a terminal. */
function onOneLine(text: unknown): string {
  return String(text).replaceAll(/\p{Cc}+/gu, ' ');
}
