import { Injectable, Logger, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { Clock } from '../config/clock.js';
import type { TargetRow } from '../database/campaigns.schema.js';
import type { googleConnections } from '../database/connection.schema.js';
import type { mirrorLocations } from '../database/mirror.schema.js';
import type { noticeChannels, notices } from '../database/notices.schema.js';
import type { GoogleEditRow } from '../database/record.schema.js';
import type { sessions } from '../database/schema.js';
import { rootOf } from '../errors/database-errors.js';
import { PhotosRepository } from '../photos/photos.repository.js';
import { toAttempt, toPost } from '../posts/post-mapping.js';
import type { AttemptRow, PostRow } from '../posts/posts.repository.js';
import { UsersService } from '../users/users.service.js';
import type {
  AccountExportDto,
  ExportedConnectionDto,
  ExportedLocationDto,
  ExportedPostDto,
  ExportedSessionDto,
} from './account.dto.js';
import { toExportedChange, toExportedGoogleEdit } from './exported-changes.js';
import type { ExportedChangeDto, ExportedGoogleEditDto } from './exported-changes.dto.js';
import type {
  ExportedNoticeChannelDto,
  ExportedNoticeDeliveryDto,
  ExportedNoticeDto,
  ExportedNoticeEventDto,
} from './exported-notices.dto.js';
import {
  type ExportedCampaignLocationDto,
  toExportedCampaign,
  toExportedCampaignLocation,
  toExportedSelection,
} from './exported-campaigns.dto.js';
import { type ExportedFiguresDto, type FiguresRow, toExportedFigures } from './exported-figures.dto.js';
import { toExportedPhoto } from './exported-photos.dto.js';
import { ExportedReviews } from './exported-reviews.js';
import {
  AccountRepository,
  type ExportedChangeRow,
  type NoticeDeliveryRow,
  type NoticeEventRow,
} from './account.repository.js';

const PAGE = 200;
/** How many locations’ figures are read at once: each has up to 550 days. */
const FIGURES_PAGE = 10;

/** The members of the file, where the long lists come in pages. */
type Members = {
  [Name in keyof AccountExportDto]: AccountExportDto[Name] extends (infer Item extends object)[]
    ? Item[] | AsyncIterable<Item[]>
    : AccountExportDto[Name];
};

/** A user's own data as a file. */
@Injectable()
export class AccountExportService {
  private readonly logger = new Logger('Account');

  constructor(
    private readonly account: AccountRepository,
    private readonly users: UsersService,
    private readonly photos: PhotosRepository,
    private readonly reviews: ExportedReviews,
    private readonly clock: Clock,
  ) {}

  /** The file; it is written while the client reads it. Errors: `not_found`. */
  async fileOf(uid: string): Promise<StreamableFile> {
    const now = this.clock.now().toISOString();
    const text = jsonText(await this.membersOf(uid, now));
    this.logger.log({ event: 'account.exported', uid });
    const file = new StreamableFile(Readable.from(text), {
      type: 'application/json; charset=utf-8',
      disposition: `attachment; filename="shingle-${now.slice(0, 10)}.json"`,
    });
    // Half a file must not look like a whole one, so the download fails.
    return file.setErrorHandler((error, response) => {
      this.logger.error({ event: 'account.export_broke_off', uid, reason: String(rootOf(error)) });
      (response as unknown as Response).destroy();
    });
  }

  private async membersOf(uid: string, exportedAt: string): Promise<Members> {
    const connection = await this.account.connection(uid);
    const edits = await this.account.sampleEdits(uid);
    const businessAccounts = await this.account.businessAccounts(uid);
    const settings = await this.account.noticeSettings(uid);
    return {
      exportedAt,
      profile: await this.users.getProfile(uid),
      connection: connection ? toConnection(connection) : null,
      sessions: (await this.account.sessions(uid)).map(toSession),
      sampleEdits: edits.map(({ locationId, changes, updatedAt }) => ({
        locationId,
        changes,
        updatedAt: updatedAt.toISOString(),
      })),
      posts: this.posts(uid),
      photos: (await this.photos.list(uid)).map(toExportedPhoto),
      campaigns: (await this.account.campaigns(uid)).map(toExportedCampaign),
      campaignLocations: this.campaignLocations(uid),
      selections: (await this.account.selections(uid)).map(toExportedSelection),
      businessAccounts: businessAccounts.map(({ subject, id, data }) => ({
        googleAccount: subject,
        id,
        data,
      })),
      locations: this.locations(uid),
      timeZones: (await this.account.timeZones(uid)).map(({ subject, locationId, timeZone, updatedAt }) => ({
        googleAccount: subject,
        locationId,
        timeZone,
        updatedAt: updatedAt.toISOString(),
      })),
      figures: this.figures(uid),
      changes: this.changes(uid),
      googleEdits: this.googleEdits(uid),
      reviews: this.reviews.reviews(uid, PAGE),
      savedReplies: await this.reviews.savedReplies(uid),
      notices: (await this.account.notices(uid)).map(toExportedNotice),
      noticeEvents: this.noticeEvents(uid),
      noticeChannels: (await this.account.noticeChannels(uid)).map(toExportedChannel),
      noticeDeliveries: this.noticeDeliveries(uid),
      quietHours: settings ? { from: settings.quietFrom, until: settings.quietUntil } : null,
    };
  }

  private async *posts(uid: string): AsyncGenerator<ExportedPostDto[]> {
    for await (const page of pages((after: PostRow | undefined) => this.account.posts(uid, after, PAGE))) {
      const attempts = await this.account.attempts(page.map(({ id }) => id));
      const byPost = Map.groupBy(attempts, ({ postId }) => postId);
      yield page.map((post) => toExportedPost(post, byPost.get(post.id) ?? []));
    }
  }

  private async *campaignLocations(uid: string): AsyncGenerator<ExportedCampaignLocationDto[]> {
    for await (const page of pages((after: TargetRow | undefined) =>
      this.account.campaignLocations(uid, after, PAGE),
    ))
      yield page.map(toExportedCampaignLocation);
  }

  private async *locations(uid: string): AsyncGenerator<ExportedLocationDto[]> {
    for await (const page of pages((after: LocationRow | undefined) =>
      this.account.locations(uid, after, PAGE),
    ))
      yield page.map(toExportedLocation);
  }

  private async *figures(uid: string): AsyncGenerator<ExportedFiguresDto[]> {
    for await (const page of pages((after: FiguresRow | undefined) =>
      this.account.figures(uid, after, FIGURES_PAGE),
    ))
      yield page.map(toExportedFigures);
  }

  private async *changes(uid: string): AsyncGenerator<ExportedChangeDto[]> {
    for await (const page of pages((after: ExportedChangeRow | undefined) =>
      this.account.changes(uid, after, PAGE),
    ))
      yield page.map(toExportedChange);
  }

  private async *googleEdits(uid: string): AsyncGenerator<ExportedGoogleEditDto[]> {
    for await (const page of pages((after: GoogleEditRow | undefined) =>
      this.account.googleEdits(uid, after, PAGE),
    ))
      yield page.map(toExportedGoogleEdit);
  }

  private async *noticeEvents(uid: string): AsyncGenerator<ExportedNoticeEventDto[]> {
    for await (const page of pages((after: NoticeEventRow | undefined) =>
      this.account.noticeEvents(uid, after, PAGE),
    ))
      yield page.map(({ noticeId, kind, cause, subject, at }) => ({
        noticeId,
        kind,
        cause,
        subject,
        at: at.toISOString(),
      }));
  }

  private async *noticeDeliveries(uid: string): AsyncGenerator<ExportedNoticeDeliveryDto[]> {
    for await (const page of pages((after: NoticeDeliveryRow | undefined) =>
      this.account.noticeDeliveries(uid, after, PAGE),
    ))
      yield page.map(toExportedDelivery);
  }
}

type LocationRow = typeof mirrorLocations.$inferSelect;

/** All pages. Each begins after the last row of the previous page. */
async function* pages<Row>(next: (after: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let page = await next(undefined); page.length > 0; page = await next(page.at(-1))) yield page;
}

function toConnection(row: typeof googleConnections.$inferSelect): ExportedConnectionDto {
  const { subject, email, practice, scopes, state, connectedAt } = row;
  return { googleAccount: subject, email, practice, scopes, state, connectedAt: connectedAt.toISOString() };
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
    isCampaignException: row.isCampaignException,
    updatedAt: row.updatedAt.toISOString(),
    attempts: attempts.map(toAttempt),
  };
}

function toExportedLocation(row: LocationRow): ExportedLocationDto {
  const { subject, accountId, id, state, readAt, data } = row;
  return { googleAccount: subject, accountId, id, state, readAt: readAt.toISOString(), data };
}

function toExportedNotice(row: typeof notices.$inferSelect): ExportedNoticeDto {
  const { id, kind, cause, events: count, firstAt, lastAt, readAt } = row;
  return {
    id,
    kind,
    cause,
    count,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  };
}

function toExportedChannel(row: typeof noticeChannels.$inferSelect): ExportedNoticeChannelDto {
  const { id, kind, kinds, schedule, isOn, pausedReason, createdAt } = row;
  return { id, kind, kinds, schedule, isOn, pausedReason, createdAt: createdAt.toISOString() };
}

function toExportedDelivery(row: NoticeDeliveryRow): ExportedNoticeDeliveryDto {
  const { id, channelId, kind, content, state, answerCode, answer, createdAt, endedAt } = row;
  return {
    id,
    channelId,
    kind,
    content,
    state,
    answerCode,
    answer,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

/**
 * The text of a JSON object, part by part. A member may be a list in pages: only one page is in memory at a time.
 */
async function* jsonText(
  members: Record<string, object | string | null | AsyncIterable<object[]>>,
): AsyncGenerator<string> {
  let before = '{\n';
  for (const [name, member] of Object.entries(members)) {
    yield `${before}${JSON.stringify(name)}: `;
    if (typeof member === 'object' && member !== null && Symbol.asyncIterator in member)
      yield* listText(member);
    else yield JSON.stringify(member);
    before = ',\n';
  }
  yield '\n}\n';
}

async function* listText(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const page of pages)
    for (const item of page) {
      yield `${before}${JSON.stringify(item)}`;
      before = ',\n';
    }
  yield before === '[\n' ? '[]' : '\n]';
}
