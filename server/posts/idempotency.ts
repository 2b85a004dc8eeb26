import { Injectable } from '@nestjs/common';
import { and, eq, gte, lt } from 'drizzle-orm';
import { Clock } from '../config/clock.js';
import { DAY_MS } from '../config/durations.js';
import { Database, type Orm } from '../database/database.js';
import { idempotencyKeys } from '../database/publishing.schema.js';
import { AppError } from '../errors/app-error.js';
import type { RequestOwner } from '../people/current-owner.js';
import { sha256 } from '../security/sha256.js';

const KEPT_MS = DAY_MS;
const FORGET_EVERY_MS = 60_000;

/** Stores the answer under the key of the request, in the transaction that does the work. */
type Keep<T> = (tx: Orm, answer: T) => Promise<void>;

type IdempotencyRow = typeof idempotencyKeys.$inferSelect;

/** The operations that know keys, as the API document names them. */
type Route = 'schedulePost' | 'updatePost' | 'planCampaign' | 'confirmBulkEdit';

/** What an answer is kept under. */
type Slot = Pick<IdempotencyRow, 'uid' | 'workspaceId' | 'route' | 'key'>;

/** Another process finished the same request first: the transaction must be undone. */
class KeyTaken extends Error {}

/**
 * Makes repeated requests harmless: under one Idempotency-Key of one person, workspace and route the work is done once, and
 * its answer is repeated for 24 hours. The key commits with the work, so that neither ever exists without the other.
 */
@Injectable()
export class Idempotency {
  /** The body's hash of each running request of this process. */
  private readonly underWay = new Map<string, string>();
  /** When old answers were last deleted. */
  private forgotAt = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Does the work, or repeats the earlier answer. Without a key it just does the work, with nothing to keep.
   * Errors: `validation_failed` for an invalid key, `idempotency_key_reused` for another body under a known key,
   * `request_in_progress` while the same request is still being worked on.
   */
  async once<T extends object>(
    request: { owner: RequestOwner; route: Route; key: string | undefined; body: object },
    work: (keep: Keep<T> | undefined) => Promise<T>,
  ): Promise<T> {
    const { owner, route, key } = request;
    if (key === undefined) return work(undefined);
    if (!/^[\x21-\x7e]{1,100}$/.test(key))
      throw AppError.invalid([
        { field: 'Idempotency-Key', message: 'Must be 1 to 100 visible ASCII characters' },
      ]);
    const hash = hashOf(request.body);
    const slot = { uid: owner.actor, workspaceId: owner.workspaceId, route, key };
    const name = `${slot.uid} ${slot.workspaceId} ${route} ${key}`;
    const running = this.underWay.get(name);
    if (running !== undefined)
      throw AppError.of(running === hash ? 'request_in_progress' : 'idempotency_key_reused');
    this.underWay.set(name, hash);
    try {
      return await this.replayOrDo(slot, hash, work);
    } finally {
      this.underWay.delete(name);
    }
  }

  private async replayOrDo<T extends object>(
    slot: Slot,
    bodyHash: string,
    work: (keep: Keep<T>) => Promise<T>,
  ): Promise<T> {
    const now = this.clock.now();
    const since = new Date(now.getTime() - KEPT_MS);
    const earlier = await this.find(slot, since);
    if (earlier) return answerOf<T>(earlier, bodyHash);
    await this.forgetOld(now, since);
    try {
      return await work(async (tx, answer) => {
        const row = { ...slot, bodyHash, answer: answer as Record<string, unknown>, createdAt: now };
        if (!(await this.insert(tx, row, since))) throw new KeyTaken();
      });
    } catch (error) {
      // It may have failed here because another process did the same work at the same time.
      const mayBeLate = error instanceof KeyTaken || error instanceof AppError;
      const winner = mayBeLate && (await this.find(slot, since));
      if (!winner) throw error;
      return answerOf<T>(winner, bodyHash);
    }
  }

  /** The answer that was given under a key since an instant. */
  private async find(
    { uid, workspaceId, route, key }: Slot,
    since: Date,
  ): Promise<IdempotencyRow | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(idempotencyKeys)
      .where(
        and(
          eq(idempotencyKeys.uid, uid),
          eq(idempotencyKeys.workspaceId, workspaceId),
          eq(idempotencyKeys.route, route),
          eq(idempotencyKeys.key, key),
          gte(idempotencyKeys.createdAt, since),
        ),
      );
    return row;
  }

  /** Stores an answer, and replaces one from before the instant. False when the key has a newer answer. */
  private async insert(tx: Orm, row: IdempotencyRow, since: Date): Promise<boolean> {
    const inserted = await tx
      .insert(idempotencyKeys)
      .values(row)
      .onConflictDoUpdate({
        target: [
          idempotencyKeys.uid,
          idempotencyKeys.workspaceId,
          idempotencyKeys.route,
          idempotencyKeys.key,
        ],
        set: row,
        setWhere: lt(idempotencyKeys.createdAt, since),
      })
      .returning({ key: idempotencyKeys.key });
    return inserted.length > 0;
  }

  private async forgetOld(now: Date, since: Date): Promise<void> {
    if (now.getTime() - this.forgotAt < FORGET_EVERY_MS) return;
    this.forgotAt = now.getTime();
    await this.database.orm.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, since));
  }
}

function answerOf<T>(row: IdempotencyRow, bodyHash: string): T {
  if (row.bodyHash !== bodyHash) throw AppError.of('idempotency_key_reused');
  return row.answer as T;
}

/** SHA-256 (hex) of a body, whatever the order of its fields. */
function hashOf(body: object): string {
  return sha256(JSON.stringify(body, sortFields));
}

function sortFields(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
