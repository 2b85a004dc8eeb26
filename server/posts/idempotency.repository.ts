import { Injectable } from '@nestjs/common';
import { and, eq, gte, lt } from 'drizzle-orm';
import { Database, type Orm } from '../database/database.js';
import { idempotencyKeys } from '../database/schema.js';

export type IdempotencyRow = typeof idempotencyKeys.$inferSelect;

/** The answers that were given under an Idempotency-Key. */
@Injectable()
export class IdempotencyRepository {
  constructor(private readonly database: Database) {}

  /** What was answered under a key since an instant. */
  async find(uid: string, key: string, since: Date): Promise<IdempotencyRow | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(idempotencyKeys)
      .where(
        and(
          eq(idempotencyKeys.uid, uid),
          eq(idempotencyKeys.key, key),
          gte(idempotencyKeys.createdAt, since),
        ),
      );
    return row;
  }

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
