import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { BackupFault, type BackupHeader, codeOf } from './backup-format.js';
import { schemaOfProgram } from './migrate.js';

/** A backup of which the header has been read and found good. */
export interface Backup {
  header: BackupHeader;
  /** The lines after the header, read as they are asked for. Errors: `BackupFault`. */
  lines: AsyncGenerator<string, void>;
}

/**
 * Opens a backup for restoring.
 * @throws BackupFault when it is none, or another version of the program has made it.
 */
export async function openBackup(file: string): Promise<Backup> {
  const lines = linesOf(file);
  const first = await lines.next();
  const header = first.done ? undefined : parseHeader(first.value);
  if (!header) throw noBackup(file);
  const own = schemaOfProgram();
  if (header.schema.hash !== own.hash)
    throw new BackupFault(
      `The backup ${file} has the schema ${header.schema.name}, this version of Shingle has ${own.name}. Restore it with the version that made it, then upgrade.`,
    );
  return { header, lines };
}

function parseHeader(line: string): BackupHeader | undefined {
  try {
    const { product, format, schema, madeAt } = JSON.parse(line) as Partial<BackupHeader>;
    const isHeader = product === 'Shingle' && format === 1 && typeof schema?.hash === 'string';
    return isHeader && madeAt !== undefined && !Number.isNaN(Date.parse(madeAt))
      ? { product, format, schema, madeAt }
      : undefined;
  } catch {
    return undefined;
  }
}

async function* linesOf(file: string): AsyncGenerator<string, void> {
  const source = createReadStream(file);
  const text = createGunzip().setEncoding('utf8');
  source.on('error', (error) => text.destroy(error)).pipe(text);
  let rest = '';
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (cause) {
    throw faultOf(file, cause);
  } finally {
    source.destroy();
  }
  if (rest !== '') throw cutOff(file);
}

function faultOf(file: string, cause: unknown): unknown {
  switch (codeOf(cause)) {
    case 'Z_BUF_ERROR':
      return cutOff(file, cause);
    case 'Z_DATA_ERROR':
      return noBackup(file, cause);
    case 'ENOENT':
      return new BackupFault(`There is no file ${file}.`, { cause });
    case 'EACCES':
    case 'EISDIR':
      return new BackupFault(`The file ${file} cannot be read. Check its name and who may read it.`, {
        cause,
      });
    default:
      return cause;
  }
}

function cutOff(file: string, cause?: unknown): BackupFault {
  return new BackupFault(`The backup ${file} is cut off: its end is missing. Take another one.`, { cause });
}

function noBackup(file: string, cause?: unknown): BackupFault {
  return new BackupFault(`The file ${file} is no backup of Shingle, or it is damaged. Take another one.`, {
    cause,
  });
}
