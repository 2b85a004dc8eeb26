import { Injectable, Logger, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { Clock } from '../config/clock.js';
import type { googleConnections } from '../database/connection.schema.js';
import type { mirrorLocations } from '../database/mirror.schema.js';
import type { sessions } from '../database/schema.js';
import { rootOf } from '../errors/root-cause.js';
import { toAttempt, toPost } from '../posts/post-mapping.js';
import type { AttemptRow, PostRow } from '../posts/posts.repository.js';
import { UsersService } from '../users/users.service.js';
import type {
  AccountExportDto,
  ExportedConnectionDto,
  ExportedLocationDto,
  ExportedPostDto,
  ExportedSessionDto,
} from './account-export.dto.js';
import { AccountExportRepository } from './account-export.repository.js';
import { jsonText } from './json-text.js';

const PAGE = 200;

/** The members of the file, where the long lists come in pages. */
type Members = {
  [Name in keyof AccountExportDto]: AccountExportDto[Name] extends (infer Item extends object)[]
    ? Item[] | AsyncIterable<Item[]>
    : AccountExportDto[Name];
};

/** A person's own data as a file. */
@Injectable()
export class AccountExportService {
  private readonly logger = new Logger('Account');

  constructor(
    private readonly rows: AccountExportRepository,
    private readonly users: UsersService,
    private readonly clock: Clock,
  ) {}

  /** The file, which is made while it is read. Errors: `not_found`. */
  async fileOf(uid: string): Promise<StreamableFile> {
    const now = this.clock.now().toISOString();
    const text = jsonText(await this.membersOf(uid, now));
    this.logger.log({ event: 'account.exported', uid });
    const file = new StreamableFile(Readable.from(text), {
      type: 'application/json; charset=utf-8',
      disposition: `attachment; filename="shingle-${now.slice(0, 10)}.json"`,
    });
    // Half a file must not look like a whole one: the download breaks off.
    return file.setErrorHandler((error, response) => {
      this.logger.error({ event: 'account.export_broke_off', uid, reason: String(rootOf(error)) });
      (response as unknown as Response).destroy();
    });
  }

  private async membersOf(uid: string, exportedAt: string): Promise<Members> {
    const connection = await this.rows.connection(uid);
    const edits = await this.rows.sampleEdits(uid);
    const businessAccounts = await this.rows.businessAccounts(uid);
    return {
      exportedAt,
      profile: await this.users.getProfile(uid),
      connection: connection ? toConnection(connection) : null,
      sessions: (await this.rows.sessions(uid)).map(toSession),
      sampleEdits: edits.map(({ locationId, changes, updatedAt }) => ({
        locationId,
        changes,
        updatedAt: updatedAt.toISOString(),
      })),
      posts: this.posts(uid),
      businessAccounts: businessAccounts.map(({ subject, id, data }) => ({
        googleAccount: subject,
        id,
        data,
      })),
      locations: this.locations(uid),
    };
  }

  private async *posts(uid: string): AsyncGenerator<ExportedPostDto[]> {
    for await (const page of pages((after: PostRow | undefined) => this.rows.posts(uid, after, PAGE))) {
      const attempts = await this.rows.attempts(page.map(({ id }) => id));
      const byPost = Map.groupBy(attempts, ({ postId }) => postId);
      yield page.map((post) => toExportedPost(post, byPost.get(post.id) ?? []));
    }
  }

  private async *locations(uid: string): AsyncGenerator<ExportedLocationDto[]> {
    for await (const page of pages((after: LocationRow | undefined) => this.rows.locations(uid, after, PAGE)))
      yield page.map(toExportedLocation);
  }
}

type LocationRow = typeof mirrorLocations.$inferSelect;

/** Page after page, each from behind the last row of the one before. */
async function* pages<Row>(next: (after: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let page = await next(undefined); page.length > 0; page = await next(page.at(-1))) yield page;
}

function toConnection(row: typeof googleConnections.$inferSelect): ExportedConnectionDto {
  const { subject, email, scopes, state, connectedAt } = row;
  return { googleAccount: subject, email, scopes, state, connectedAt: connectedAt.toISOString() };
}

function toSession(row: typeof sessions.$inferSelect): ExportedSessionDto {
  return {
    remembered: row.remembered,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

function toExportedPost(row: PostRow, attempts: AttemptRow[]): ExportedPostDto {
  return {
    ...toPost(row),
    source: row.source,
    googleAccount: row.subject,
    googleName: row.googleName,
    updatedAt: row.updatedAt.toISOString(),
    attempts: attempts.map(toAttempt),
  };
}

function toExportedLocation(row: LocationRow): ExportedLocationDto {
  const { subject, accountId, id, state, readAt, data } = row;
  return { googleAccount: subject, accountId, id, state, readAt: readAt.toISOString(), data };
}
