import { and, asc, eq, ne, gt } from 'drizzle-orm';
import { googleConnections } from '../database/connection.schema.js';
import type { Database } from '../database/database.js';
import type { TokenCipher } from '../security/token-cipher.js';

/** Small, so that little is done twice after a crash and nobody waits long for a row. */
const BATCH = 50;

export interface ReencryptionProgress {
  /** Connections that are now encrypted under the first key. */
  done: number;
  /** Connections that no key of the ring reads: they stay as they are, and their owners have to reconnect. */
  unreadable: number;
}

/**
 * Encrypts every stored token anew that is not under the first key of the ring, each batch in a transaction of its own.
 * It may be stopped at any moment and begun again, beside servers that run with the same ring: a connection that
 * changes meanwhile is left to them, who write under that key too.
 */
export async function reencryptTokens(
  database: Database,
  cipher: TokenCipher,
  onProgress: (progress: ReencryptionProgress) => void,
): Promise<ReencryptionProgress> {
  const progress = { done: 0, unreadable: 0 };
  let after = '';
  for (;;) {
    const last = await reencryptBatch(database, cipher, after, progress);
    if (last === undefined) return progress;
    after = last;
    onProgress(progress);
  }
}

/** @returns the last uid of the batch; undefined when nothing is left */
async function reencryptBatch(
  { orm }: Database,
  cipher: TokenCipher,
  after: string,
  progress: ReencryptionProgress,
): Promise<string | undefined> {
  const rows = await orm
    .select()
    .from(googleConnections)
    .where(and(gt(googleConnections.uid, after), ne(googleConnections.keyName, cipher.writingKey ?? '')))
    .orderBy(asc(googleConnections.uid))
    .limit(BATCH);
  await orm.transaction(async (tx) => {
    for (const { uid, id, refreshToken, keyName } of rows) {
      const place = { uid, connectionId: id };
      const token = cipher.decrypt({ text: refreshToken, keyName }, place);
      if (token === undefined) {
        progress.unreadable += 1;
        continue;
      }
      const encrypted = cipher.encrypt(token, place);
      await tx
        .update(googleConnections)
        .set({ refreshToken: encrypted.text, keyName: encrypted.keyName })
        .where(and(eq(googleConnections.id, id), eq(googleConnections.refreshToken, refreshToken)));
      progress.done += 1;
    }
  });
  return rows.at(-1)?.uid;
}
