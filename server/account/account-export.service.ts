import { Injectable, Logger, type StreamableFile } from '@nestjs/common';
import { Clock } from '../config/clock.js';
import type { CampaignRow, TargetRow } from '../database/campaigns.schema.js';
import type { googleConnections } from '../database/connection.schema.js';
import type { mirrorLocations } from '../database/mirror.schema.js';
import type { GoogleEditRow } from '../database/changes.schema.js';
import type { sessions } from '../database/schema.js';
import { rootOf } from '../errors/database-errors.js';
import type { ChannelDto } from '../notices/channels/channel.dto.js';
import { ChannelsService } from '../notices/channels/channels.service.js';
import { PhotosRepository } from '../photos/photos.repository.js';
import { toAttempt, toPost } from '../posts/post-mapping.js';
import type { AttemptRow, PostRow } from '../posts/posts.repository.js';
import type { PostUndo } from '../posts/undone-posts.js';
import { OneDownload } from '../security/one-download.js';
import { streamedFile } from '../security/streamed-file.js';
import { UsersService } from '../users/users.service.js';
import type {
  AccountExportDto,
  ExportedConnectionDto,
  ExportedLocationDto,
  ExportedPostDto,
  ExportedSessionDto,
  ExportedTimeZoneDto,
} from './account.dto.js';
import { toExportedChange, toExportedGoogleEdit } from './exported-changes.js';
import type {
  ExportedNoticeChannelDto,
  ExportedNoticeDeliveryDto,
  ExportedNoticeDto,
  ExportedNoticeEventDto,
} from './exported-notices.dto.js';
import {
  toExportedCampaign,
  toExportedCampaignLocation,
  toExportedSelection,
} from './exported-campaigns.dto.js';
import { type ExportedStatisticsRow, toExportedStatistics } from './exported-statistics.dto.js';
import { toExportedPhoto } from './exported-photos.dto.js';
import { ExportedReviews } from './exported-reviews.js';
import { jsonText } from './json-text.js';
import {
  AccountRepository,
  type ExportedChangeRow,
  type NoticeDeliveryRow,
  type NoticeEventRow,
  type NoticeRow,
  type TimeZoneRow,
} from './account.repository.js';

/** How many rows are read at once: what is made of them keeps others waiting for a few milliseconds. */
const PAGE = 100;
/** How many locations’ statistics are read at once: each has up to 550 days. */
const STATISTICS_PAGE = 2;

const UNDER_WAY = 'Your data is being downloaded at the moment. Please wait until that is done.';

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
  private readonly downloads = new OneDownload(UNDER_WAY);

  constructor(
    private readonly account: AccountRepository,
    private readonly users: UsersService,
    private readonly photos: PhotosRepository,
    private readonly reviews: ExportedReviews,
    private readonly channels: ChannelsService,
    private readonly clock: Clock,
  ) {}

  /**
   * The file; it is written while the client reads it. Errors: `not_found`; `too_many_requests` while another one of
   * theirs is sent.
   */
  fileOf(uid: string): Promise<StreamableFile> {
    return this.downloads.of(uid, async () => {
      const now = this.clock.now().toISOString();
      const text = jsonText(await this.membersOf(uid, now));
      const name = `shingle-${now.slice(0, 10)}.json`;
      const file = streamedFile(text, { type: 'application/json', name }, (error) =>
        this.logger.error({ event: 'account.export_broke_off', uid, reason: String(rootOf(error)) }),
      );
      this.logger.log({ event: 'account.exported', uid });
      return file;
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
      campaigns: listed(
        (after: CampaignRow | undefined) => this.account.campaigns(uid, after, PAGE),
        toExportedCampaign,
      ),
      campaignLocations: listed(
        (after: TargetRow | undefined) => this.account.campaignLocations(uid, after, PAGE),
        toExportedCampaignLocation,
      ),
      selections: (await this.account.selections(uid)).map(toExportedSelection),
      businessAccounts: businessAccounts.map(({ subject, id, data }) => ({
        googleAccount: subject,
        id,
        data,
      })),
      locations: listed(
        (after: LocationRow | undefined) => this.account.locations(uid, after, PAGE),
        toExportedLocation,
      ),
      timeZones: listed(
        (after: TimeZoneRow | undefined) => this.account.timeZones(uid, after, PAGE),
        toExportedTimeZone,
      ),
      figures: listed(
        (after: ExportedStatisticsRow | undefined) => this.account.statistics(uid, after, STATISTICS_PAGE),
        toExportedStatistics,
      ),
      changes: listed(
        (after: ExportedChangeRow | undefined) => this.account.changes(uid, after, PAGE),
        toExportedChange,
      ),
      googleEdits: listed(
        (after: GoogleEditRow | undefined) => this.account.googleEdits(uid, after, PAGE),
        toExportedGoogleEdit,
      ),
      reviews: this.reviews.reviews(uid, PAGE),
      savedReplies: await this.reviews.savedReplies(uid),
      notices: listed(
        (after: NoticeRow | undefined) => this.account.notices(uid, after, PAGE),
        toExportedNotice,
      ),
      noticeEvents: listed(
        (after: NoticeEventRow | undefined) => this.account.noticeEvents(uid, after, PAGE),
        toExportedEvent,
      ),
      noticeChannels: (await this.channels.list(uid)).map(toExportedChannel),
      noticeDeliveries: listed(
        (after: NoticeDeliveryRow | undefined) => this.account.noticeDeliveries(uid, after, PAGE),
        toExportedDelivery,
      ),
      quietHours: settings ? { from: settings.quietFrom, until: settings.quietUntil } : null,
    };
  }

  private async *posts(uid: string): AsyncGenerator<ExportedPostDto[]> {
    for await (const page of pages((after: PostRow | undefined) => this.account.posts(uid, after, PAGE))) {
      const attempts = await this.account.attempts(page.map(({ id }) => id));
      const byPost = Map.groupBy(attempts, ({ postId }) => postId);
      const undos = await this.account.undos(page);
      yield page.map((post) => toExportedPost(post, byPost.get(post.id) ?? [], undos.get(post.id)));
    }
  }
}

type LocationRow = typeof mirrorLocations.$inferSelect;

/** All pages. Each begins after the last row of the previous page. */
async function* pages<Row>(next: (after: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let page = await next(undefined); page.length > 0; page = await next(page.at(-1))) yield page;
}

/** The same, as the file has each row. */
async function* listed<Row, Item>(
  next: (after: Row | undefined) => Promise<Row[]>,
  toItem: (row: Row) => Item,
): AsyncGenerator<Item[]> {
  for await (const page of pages(next)) yield page.map(toItem);
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

function toExportedPost(row: PostRow, attempts: AttemptRow[], undo: PostUndo | undefined): ExportedPostDto {
  return {
    ...toPost(row, row.subject, undo),
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

function toExportedTimeZone({ subject, locationId, timeZone, updatedAt }: TimeZoneRow): ExportedTimeZoneDto {
  return { googleAccount: subject, locationId, timeZone, updatedAt: updatedAt.toISOString() };
}

function toExportedEvent({ noticeId, kind, cause, subject, at }: NoticeEventRow): ExportedNoticeEventDto {
  return { noticeId, kind, cause, subject, at: at.toISOString() };
}

function toExportedNotice(row: NoticeRow): ExportedNoticeDto {
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

function toExportedChannel(channel: ChannelDto): ExportedNoticeChannelDto {
  const { id, kind, target: address, kinds, schedule, isOn, pausedReason, createdAt } = channel;
  const target = kind === 'webhook' && address !== '' ? new URL(address).origin : address || null;
  return { id, kind, target, kinds, schedule, isOn, pausedReason, createdAt };
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
