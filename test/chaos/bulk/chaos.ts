import { command } from '../command.ts';
import { dates } from './dates.ts';
import { randomEdits } from './edits.ts';
import { type Options, readOptions } from './options.ts';
import { underQuota } from './quota.ts';

/** Many locations changed at once: two dates for all of them, random edits while others write, or the time that it takes. */
export async function chaos(args: string[]): Promise<void> {
  await command(args, readOptions, (options, run) => chosen(options)(options, run));
}

function chosen({ quota, edits }: Options) {
  if (quota === 'on') return underQuota;
  return edits > 0 ? randomEdits : dates;
}
