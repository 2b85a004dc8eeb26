import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { resolve } from 'node:path';
import type { Snapshot } from './auth-emulator-firebase-tools.js';

/** A sentence for the operator that names the file and says what to do. */
export class AccountsFileError extends Error {}

/**
 * The file that holds the accounts, readable by its owner only: the emulator's "hashes" contain the passwords.
 * Writing is synchronous on purpose: no other request runs between a change and its save.
 */
export class AccountsFile {
  private readonly path: string;

  /** @throws AccountsFileError when the folder cannot be used or created. */
  constructor(private readonly folder: string) {
    this.path = resolve(folder, 'accounts.json');
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      chmodSync(folder, 0o700);
    } catch (cause) {
      throw new AccountsFileError(
        `The folder ${folder} cannot be used for the accounts (${reason(cause)}). Give this user the right to write there.`,
        { cause },
      );
    }
  }

  /**
   * The last saved state; undefined before the first save.
   * @throws AccountsFileError when the file exists and cannot be read whole, or belongs to another project.
   */
  load(projectId: string): Snapshot | undefined {
    try {
      const saved = parse(readFileSync(this.path, 'utf8'));
      if (saved.projectId !== projectId) throw new Error(`it belongs to the project ${saved.projectId}`);
      return saved;
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
      throw new AccountsFileError(
        `The accounts in ${this.path} cannot be read (${reason(cause)}). The file was left as it is: put a copy of ` +
          'it from a backup in its place, or move it away to start without accounts.',
        { cause },
      );
    }
  }

  /**
   * Returns when the snapshot is on disk. After a crash at any moment the file is whole: the old one or the new one.
   * @throws AccountsFileError when it cannot be written.
   */
  save(snapshot: Snapshot): void {
    const next = `${this.path}.next`;
    try {
      writeDurably(next, JSON.stringify(snapshot));
      renameSync(next, this.path);
      // Windows cannot flush a folder and does not need to: the rename is in its journal.
      if (process.platform !== 'win32') flush(this.folder);
    } catch (cause) {
      throw new AccountsFileError(
        `The accounts could not be written to ${this.path} (${reason(cause)}). ` +
          'Make room, or give this user the right to write there.',
        { cause },
      );
    }
  }
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function flush(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function parse(text: string): Snapshot {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which may contain a password.
    throw new Error('it is damaged or incomplete');
  }
  if (!isSnapshot(value)) throw new Error('it is not a list of accounts');
  return value;
}

function isSnapshot(value: unknown): value is Snapshot {
  return (
    isRecord(value) &&
    typeof value.projectId === 'string' &&
    isRecord(value.config) &&
    isListOf(value.accounts, 'localId') &&
    isListOf(value.codes, 'oobCode')
  );
}

function isListOf(value: unknown, key: string): boolean {
  return Array.isArray(value) && value.every((item) => isRecord(item) && typeof item[key] === 'string');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
