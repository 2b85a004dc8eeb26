import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '../errors/app-error.js';
import type { CleanPhoto } from './photo-cleaning.js';
import type { DecoderAnswer, DecoderOrder } from './photo-decoder-process.js';

const PROGRAM = fileURLToPath(new URL('./photo-decoder-process.js', import.meta.url));
/** Pixels are not on its heap, which hardly needs anything. */
const FLAGS = ['--max-semi-space-size=2', '--max-old-space-size=64'];
/** None of the server’s settings. Each thread’s own part of memory would be hardly used, and never given back (glibc). */
const ENV = { MALLOC_ARENA_MAX: '2' };

/** What is let through takes a second of a processor: this is for one that is busy, and ends what was not thought of. */
const WITHIN_MS = 20_000;
/** After this time without a photo the process ends, and gives its memory back. */
const IDLE_MS = 30_000;

/**
 * Decodes photos in a process of its own, one at a time. That yields the processor to the server, has a memory of its own,
 * and knows nothing of the server’s secrets. It starts with a photo, and ends after half a minute without one, or with the
 * server. What it costs the server if a photo ends it is this photo.
 */
@Injectable()
export class PhotoDecoder implements OnApplicationShutdown {
  private readonly logger = new Logger('Photos');
  private child: ChildProcess | undefined;
  private idle: NodeJS.Timeout | undefined;

  /** Process id of the process, while there is one. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** As `cleanPhoto`. Errors: those of `cleanPhoto`; `unavailable` when the process ends over it, or takes 20 s. */
  async clean(file: Buffer): Promise<CleanPhoto> {
    const answer = await this.ask({ make: 'photo', file });
    if ('photo' in answer) return answer.photo;
    throw refusalIn(answer);
  }

  /** As `previewOf`. Errors: `unavailable`, as `clean`. */
  async preview(file: Buffer): Promise<Buffer | undefined> {
    const answer = await this.ask({ make: 'preview', file });
    if ('preview' in answer) return answer.preview;
    throw refusalIn(answer);
  }

  /** After the last request. */
  onApplicationShutdown(): Promise<void> {
    return this.end();
  }

  /** Ends the process, if there is one, and resolves when it is gone. The next photo starts another one. */
  async end(): Promise<void> {
    clearTimeout(this.idle);
    const { child } = this;
    if (!child) return;
    this.child = undefined;
    const closed = once(child, 'close');
    child.ref();
    child.kill('SIGKILL');
    await closed;
  }

  private async ask(order: DecoderOrder): Promise<DecoderAnswer> {
    clearTimeout(this.idle);
    const child = (this.child ??= this.start());
    const limit = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS);
    let closed = (): void => undefined;
    try {
      return await new Promise<DecoderAnswer>((resolve, reject) => {
        closed = () => reject(AppError.of('unavailable'));
        child.once('message', resolve).once('close', closed);
        // One that is gone is noticed by its end.
        child.send(order, () => undefined);
      });
    } finally {
      clearTimeout(limit);
      child.removeAllListeners('message').off('close', closed);
      this.idle = setTimeout(() => void this.end(), IDLE_MS).unref();
    }
  }

  private start(): ChildProcess {
    const child = fork(PROGRAM, {
      execArgv: FLAGS,
      env: ENV,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('error', (err) => this.logger.error({ event: 'photos.decoder_failed', err }));
    child.once('close', (code, signal) => {
      if (this.child !== child) return;
      this.child = undefined;
      this.logger.error({ event: 'photos.decoder_ended', ended: signal ?? code });
    });
    // The server may end without it.
    child.unref();
    child.channel?.unref();
    yieldToServer(child);
    return child;
  }
}

/** Before it has threads of its own, which take its priority over. */
function yieldToServer({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system allows no one to do so.
  }
}

function refusalIn(answer: DecoderAnswer): Error {
  if ('refused' in answer) return AppError.invalid(answer.refused);
  return new Error('failed' in answer ? answer.failed : 'The photo decoder gave another answer.');
}
