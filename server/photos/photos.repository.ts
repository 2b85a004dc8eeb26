import { Injectable } from '@nestjs/common';
import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  lt,
  lte,
  notExists,
  or,
  sql,
  sum,
} from 'drizzle-orm';
import { DAY_MS } from '../config/durations.js';
import { campaigns } from '../database/campaigns.schema.js';
import { Database, type Orm } from '../database/database.js';
import { photos } from '../database/photos.schema.js';
import { posts } from '../database/schema.js';
import { lockWorkspaceExclusively } from '../database/workspace-lock.js';
import { AppError } from '../errors/app-error.js';
import { type DueTask, FIRST_OF_OWNER } from '../jobs/due-work.js';
import { PeopleInTurns } from '../jobs/people-in-turns.js';
import { asBase64, asBytes, cutIntoPieces, readPieces, writePieces } from './photo-pieces.js';

/** What is known of a photo, without its bytes. */
export type PhotoFacts = Omit<typeof photos.$inferSelect, 'bytes' | 'preview'>;

/** A photo, and how long its small JPEG is, in bytes; null: it has none. */
export type FoundPhoto = PhotoFacts & { previewSize: number | null };

/** What has to be known to answer the file of a photo. */
export type PhotoFile = Pick<PhotoFacts, 'id' | 'workspaceId' | 'type' | 'size' | 'sha256'>;

/** What a workspace has: photos added within a day, all of them, and the bytes of their files. */
export interface PhotoUsage {
  today: number;
  kept: number;
  bytes: number;
}

/** For how long a photo stays without a post. */
const UNUSED_MS = DAY_MS;
/** For how long Google may fetch the photo of a post again after it has decided. */
const SERVED_AFTER_MS = DAY_MS;
/** Rows of one statement. */
const BATCH = 100;

const { bytes: _bytes, preview: _preview, ...facts } = getTableColumns(photos);
const PHOTO_OF_POST = sql`${posts.body} ->> 'photoId'`;

/** Stores photos, and finds those that are needed. */
@Injectable()
export class PhotosRepository {
  /** One piece of a file at a time is read, in a third of the time: the rest of database and thread is for all else. */
  private readonly readers = new PeopleInTurns(2);

  constructor(private readonly database: Database) {}

  /**
   * Stores a photo, or answers the same one that is there already. `check` may refuse it by what the workspace has; the
   * workspace's row stays locked until it is stored, so that several requests at once do not all take the last place.
   */
  add(
    photo: PhotoFacts,
    files: { bytes: Uint8Array; preview: Uint8Array },
    check: (usage: PhotoUsage) => void,
  ): Promise<PhotoFacts> {
    const { workspaceId, sha256, lastNeededAt } = photo;
    return this.database.transaction(async (tx) => {
      await lockWorkspaceExclusively(tx, workspaceId);
      const [same] = await tx
        .update(photos)
        .set({ lastNeededAt })
        .where(and(eq(photos.workspaceId, workspaceId), eq(photos.sha256, sha256)))
        .returning(facts);
      if (same) return same;
      check(await usageOf(tx, workspaceId, photo.createdAt));
      await tx.insert(photos).values({ ...photo, preview: asBytes(files.preview) });
      await writePieces(tx, photo.id, files.bytes);
      return photo;
    });
  }

  /** A photo of the workspace without its bytes. */
  async find(workspaceId: string, id: string): Promise<FoundPhoto | undefined> {
    const previewSize = sql<number | null>`octet_length(${photos.preview})`;
    const [row] = await this.database.orm
      .select({ ...facts, previewSize })
      .from(photos)
      .where(isPhoto(workspaceId, id));
    return row;
  }

  /** All photos of the workspace without their bytes, oldest first. */
  list(workspaceId: string): Promise<PhotoFacts[]> {
    return this.database.orm
      .select(facts)
      .from(photos)
      .where(eq(photos.workspaceId, workspaceId))
      .orderBy(asc(photos.createdAt), asc(photos.id));
  }

  /** The file of a photo that was found before, in pieces. Errors: as `readPieces`. */
  read(photo: Pick<PhotoFile, 'id' | 'workspaceId' | 'size'>): AsyncGenerator<Buffer, void, void> {
    return readPieces(this.database.orm, photo, this.readers);
  }

  /** The small JPEG of a photo that has one, in one piece. Errors: `not_found` when the photo has been deleted. */
  async *readPreview({ id, workspaceId }: PhotoFile): AsyncGenerator<Buffer, void, void> {
    const [row] = await this.readers.run(workspaceId, () =>
      this.database.orm
        .select({ base64: asBase64(photos.preview) })
        .from(photos)
        .where(eq(photos.id, id)),
    );
    if (!row?.base64) throw AppError.of('not_found');
    yield Buffer.from(row.base64, 'base64');
  }

  /** Keeps a photo for another day, so that a post can be stored that refers to it. False: there is none. */
  async keep(workspaceId: string, id: string, now: Date): Promise<boolean> {
    const rows = await this.database.orm
      .update(photos)
      .set({ lastNeededAt: now })
      .where(isPhoto(workspaceId, id))
      .returning({ id: photos.id });
    return rows.length > 0;
  }

  /**
   * The photo of a post while Google may need it: from when the post is being sent until a day after Google has decided.
   * Undefined at any other time, and once the post has another photo or is deleted.
   */
  async served(
    { photoId, postId }: { photoId: string; postId: string },
    now: Date,
  ): Promise<PhotoFile | undefined> {
    const since = new Date(now.getTime() - SERVED_AFTER_MS);
    const [row] = await this.database.orm
      .select({
        id: photos.id,
        workspaceId: photos.workspaceId,
        type: photos.type,
        size: photos.size,
        sha256: photos.sha256,
      })
      .from(photos)
      .innerJoin(
        posts,
        and(eq(posts.workspaceId, photos.workspaceId), eq(PHOTO_OF_POST, sql`${photos.id}::text`)),
      )
      .where(
        and(
          eq(photos.id, photoId),
          eq(posts.id, postId),
          or(
            eq(posts.status, 'QUEUED'),
            and(eq(posts.status, 'PUBLISHED'), gt(posts.publishedAt, since)),
            and(eq(posts.status, 'FAILED'), gt(posts.updatedAt, since)),
          ),
        ),
      );
    return row;
  }

  /** Deletes photos that no post has, nor a campaign that is still to make posts, and that were added or chosen more than a day ago. Answers how many. */
  async dropUnused(now: Date): Promise<number> {
    const { orm } = this.database;
    const isOld = lt(photos.lastNeededAt, new Date(now.getTime() - UNUSED_MS));
    const isUnused = notExists(
      orm
        .select({ id: posts.id })
        .from(posts)
        .where(and(eq(posts.workspaceId, photos.workspaceId), eq(PHOTO_OF_POST, sql`${photos.id}::text`))),
    );
    const isUnplanned = notExists(
      orm
        .select({ id: campaigns.id })
        .from(campaigns)
        .where(
          and(
            eq(campaigns.workspaceId, photos.workspaceId),
            eq(sql`${campaigns.body} ->> 'photoId'`, sql`${photos.id}::text`),
            inArray(campaigns.state, ['draft', 'scheduling']),
          ),
        ),
    );
    const unused = orm
      .select({ id: photos.id })
      .from(photos)
      .where(and(isOld, isUnused, isUnplanned))
      .limit(BATCH);
    let dropped = 0;
    for (let rows = BATCH; rows === BATCH; dropped += rows)
      rows = (
        await orm
          .delete(photos)
          // A photo that is chosen at this moment stays.
          .where(and(inArray(photos.id, unused), isOld))
          .returning({ id: photos.id })
      ).length;
    return dropped;
  }

  /** Photos of older versions whose files are not in pieces yet: of each workspace the first ones. */
  async unconverted(): Promise<DueTask<'convert'>[]> {
    const { id, workspaceId, createdAt } = photos;
    const turn = sql<number>`row_number() over (partition by ${workspaceId} order by ${createdAt}, ${id})`;
    const due = this.database.orm
      .select({
        id,
        owner: sql<string>`${workspaceId}`.as('owner'),
        dueAt: sql<number>`extract(epoch from ${createdAt}) * 1000`.mapWith(Number).as('due_at'),
        turn: turn.as('turn'),
      })
      .from(photos)
      .where(isNotNull(photos.bytes))
      .as('due');
    const rows = await this.database.orm.select().from(due).where(lte(due.turn, FIRST_OF_OWNER));
    return rows.map(({ turn: _, ...task }) => ({ ...task, exclusiveKey: task.owner, lane: 'convert' }));
  }

  /** What is known of a photo that is still to be converted. */
  async findUnconverted(id: string): Promise<PhotoFacts | undefined> {
    const isUnconverted = and(eq(photos.id, id), isNotNull(photos.bytes));
    const [row] = await this.database.orm.select(facts).from(photos).where(isUnconverted);
    return row;
  }

  /**
   * Puts the file of an older photo into pieces and gives it its preview, if one could be made. Nothing happens when
   * another process has done it, or the photo is gone.
   */
  convert(photo: Pick<PhotoFile, 'id' | 'size'>, preview: Uint8Array | undefined): Promise<void> {
    return this.database.transaction(async (tx) => {
      const isUnconverted = and(eq(photos.id, photo.id), isNotNull(photos.bytes));
      const [locked] = await tx.select({ id: photos.id }).from(photos).where(isUnconverted).for('update');
      if (!locked) return;
      if (preview)
        await tx
          .update(photos)
          .set({ preview: asBytes(preview) })
          .where(eq(photos.id, photo.id));
      await cutIntoPieces(tx, photo);
    });
  }

  /** How many photos are stored, and their bytes. */
  async countAll(): Promise<{ photos: number; bytes: number }> {
    const [row] = await this.database.orm
      .select({ photos: count(), bytes: sum(photos.size).mapWith(Number) })
      .from(photos);
    return { photos: row?.photos ?? 0, bytes: row?.bytes ?? 0 };
  }
}

function isPhoto(workspaceId: string, id: string) {
  return and(eq(photos.workspaceId, workspaceId), eq(photos.id, id));
}

async function usageOf(tx: Orm, workspaceId: string, now: Date): Promise<PhotoUsage> {
  const isOfToday = gt(photos.createdAt, new Date(now.getTime() - DAY_MS));
  const [row] = await tx
    .select({
      today: sql<number>`count(*) filter (where ${isOfToday})`.mapWith(Number),
      kept: count(),
      bytes: sum(photos.size).mapWith(Number),
    })
    .from(photos)
    .where(eq(photos.workspaceId, workspaceId));
  return { today: row?.today ?? 0, kept: row?.kept ?? 0, bytes: row?.bytes ?? 0 };
}
