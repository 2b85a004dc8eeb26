import { number, oneOf, parse } from '../options.ts';
import { REPLY_CONTROLS, type ReplyControl } from './reply-controls.ts';

export interface ReplyOptions {
  store: 'pglite' | 'postgres';
  /** Each is about a review of its own. */
  runs: number;
  /** Whether every blow is a SIGTERM, in place of those of the plan. */
  blow: 'planned' | 'stop';
  seed: number;
  control: ReplyControl | undefined;
  /** Keeps the logs of the processes also when nothing is wrong. */
  keepLogs: boolean;
}

/** @throws OptionFault */
export function readReplyOptions(args: string[]): ReplyOptions {
  const given = parse(args, ['store', 'runs', 'blow', 'seed', 'control'], ['keep-logs']);
  return {
    store: oneOf(given, 'store', ['pglite', 'postgres']) ?? 'postgres',
    runs: number(given, 'runs', 1, 2_000) ?? 40,
    blow: oneOf(given, 'blow', ['planned', 'stop']) ?? 'planned',
    seed: number(given, 'seed', 0, 2 ** 31) ?? 1,
    control: oneOf(given, 'control', REPLY_CONTROLS),
    keepLogs: given['keep-logs'] === true,
  };
}
