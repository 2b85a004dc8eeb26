// Decodes photos for the server that has started it (`photo-decoder.ts`), one at a time.
import '../config/compile-cache.js';
import { writeFileSync } from 'node:fs';
import { AppError, type FieldError } from '../errors/app-error.js';
import { type CleanPhoto, cleanPhoto, previewOf } from './photo-cleaning.js';

/** What this process is asked: a file, and what is to be made of it. */
export interface DecoderOrder {
  make: 'photo' | 'preview';
  file: Buffer;
}

/** What became of it. `preview` is undefined when a stored photo cannot be decoded. */
export type DecoderAnswer =
  { photo: CleanPhoto } | { preview: Buffer | undefined } | { refused: FieldError[] } | { failed: string };

/** Above 0 Linux ends this process before others when memory is short; at most 1,000. */
const ENDED_FIRST = '500';

async function answerTo({ make, file }: DecoderOrder): Promise<DecoderAnswer> {
  try {
    return make === 'photo' ? { photo: await cleanPhoto(file) } : { preview: await previewOf(file) };
  } catch (error) {
    if (error instanceof AppError && error.errors) return { refused: error.errors };
    return { failed: (error as Error).stack ?? String(error) };
  }
}

try {
  writeFileSync('/proc/self/oom_score_adj', ENDED_FIRST);
} catch {
  // Another system, or it is not allowed here.
}
// It ends with the server, which finishes its requests first: a signal of a terminal goes to both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (order: DecoderOrder) => {
  void answerTo(order).then((answer) => process.send?.(answer));
});
