import { COMMON, control, oneOf, readTable, type Values, whole } from '../options.ts';
import { REPLY_CONTROLS } from './reply-controls.ts';

const OPTIONS = {
  ...COMMON,
  /** Each is about a review of its own. */
  runs: whole(1, 2_000, 40),
  /** Whether every blow is a SIGTERM, in place of those of the plan. */
  blow: oneOf(['planned', 'stop'], 'planned'),
  control: control(REPLY_CONTROLS),
};

export type ReplyOptions = Values<typeof OPTIONS>;

/** @throws OptionFault */
export function readReplyOptions(args: string[]): ReplyOptions {
  return readTable(args, OPTIONS);
}
