import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Snapshot } from './state.js';

/** A sentence for the operator that names the file and says what to do. */
export class StateFileError extends Error {}

interface Saved {
  /** The port that it was served on, so that addresses stay good. */
  port: number;
  state: Snapshot;
}

/**
 * The file that keeps the simulator's state, readable by its owner only. It is written by renaming: a process that is
 * killed at any moment leaves a whole file, the old one or the new one. (Nothing in it is worth surviving a power cut.)
 */
export class StateFile {
  constructor(private readonly path: string) {}

  /** What was saved last; undefined if nothing was. @throws StateFileError when the file is damaged or unreadable. */
  load(): Saved | undefined {
    let text: string;
    try {
      text = readFileSync(this.path, 'utf8');
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw this.unusable('read', cause);
    }
    try {
      const saved = JSON.parse(text) as Saved;
      if (!Number.isInteger(saved.port) || !Array.isArray(saved.state.posts))
        throw new Error('it is incomplete');
      return saved;
    } catch (cause) {
      throw this.unusable('read', cause);
    }
  }

  /** Returns when a kill of this process can no longer lose the state. @throws StateFileError. */
  save(saved: Saved): void {
    const next = `${this.path}.next`;
    try {
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
      writeFileSync(next, JSON.stringify(saved), { mode: 0o600 });
      renameSync(next, this.path);
    } catch (cause) {
      throw this.unusable('written', cause);
    }
  }

  private unusable(verb: string, cause: unknown): StateFileError {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new StateFileError(
      `The Google simulator's file ${this.path} cannot be ${verb} (${reason}). ` +
        'Move it away to start afresh, or give this user the right to use it.',
      { cause },
    );
  }
}
