import { Injectable } from '@nestjs/common';
import { lt } from 'drizzle-orm';
import { isAmong } from '../database/among.js';
import { batched } from '../database/batched.js';
import { Database, type Orm, PLANNED_EACH_TIME } from '../database/database.js';
import { idempotencyKeys } from '../database/schema.js';

export type IdempotencyRow = typeof idempotencyKeys.$inferSelect;

/** Whose key. */
type UsedKey = Pick<IdempotencyRow, 'uid' | 'key'>;

/** The answers that were given under an Idempotency-Key. */
@Injectable()
export class IdempotencyRepository {
  private readonly ofPairs;

  constructor(private readonly database: Database) {
    const { uid, key } = idempotencyKeys;
    this.ofPairs = database.orm
      .select()
      .from(idempotencyKeys)
      .where(isAmong({ uids: uid, keys: key }))
      .prepare(PLANNED_EACH_TIME);
  }

  /** What was answered under a key since an instant. */
  async find(uid: string, key: string, since: Date): Promise<IdempotencyRow | undefined> {
    const row = await this.findNext({ uid, key });
    return row && row.createdAt >= since ? row : undefined;
  }

  private readonly findNext = batched<UsedKey, IdempotencyRow | undefined>(async (used) => {
    const rows = await this.ofPairs.execute({
      uids: used.map(({ uid }) => uid),
      keys: used.map(({ key }) => key),
    });
    return used.map(({ uid, key }) => rows.find((row) => row.uid === uid && row.key === key));
  });

  /** Keeps an answer, over one from before the instant; false when a newer one holds the key already. */
  async insert(tx: Orm, row: IdempotencyRow, since: Date): Promise<boolean> {
    const inserted = await tx
      .insert(idempotencyKeys)
      .values(row)
      .onConflictDoUpdate({
        target: [idempotencyKeys.uid, idempotencyKeys.key],
        set: row,
        setWhere: lt(idempotencyKeys.createdAt, since),
      })
      .returning({ key: idempotencyKeys.key });
    return inserted.length > 0;
  }

  async deleteBefore(instant: Date): Promise<void> {
    await this.database.orm.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, instant));
  }
}
