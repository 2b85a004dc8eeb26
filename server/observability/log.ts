import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { type Logger, pino, stdTimeFunctions } from 'pino';
import type { PrettyOptions } from 'pino-pretty';
import type { Env } from '../config/env.js';
import { rootOf } from '../errors/database-errors.js';
import { redact } from './redact.js';

interface Fault {
  name: string;
  message: string;
  code: unknown;
}

/** Formats one line of JSON for reading. */
type Prettify = (line: string) => string;

/** The id of the request that the running code works for; every line of the log has it. */
export const requestIds = new AsyncLocalStorage<string>();

/** Whether the log is formatted for a terminal. In production, in tests and without pino-pretty, a line is JSON. */
export function isForReading(env: Env): boolean {
  return env.NODE_ENV === 'development' && prettifier() !== undefined;
}

/** The log of this process: standard output, one line of JSON for each event, the time in ISO 8601. */
export function createLog(env: Env): Logger {
  const prettify = isForReading(env) ? prettifier() : undefined;
  return pino(
    {
      level: env.LOG_LEVEL,
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      mixin: () => ({ requestId: requestIds.getStore() }),
      formatters: { level: (level) => ({ level }), log: redact },
      serializers: { err: describeError },
      // Not `err`: pino would repeat the message of an error under that name.
      errorKey: 'thrown',
    },
    prettify ? { write: (line) => void process.stdout.write(prettify(line)) } : process.stdout,
  );
}

/**
 * An error as the log shows it: the innermost cause, and the stack of the outermost error. The message of a failed query
 * and its other properties repeat what people wrote.
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
