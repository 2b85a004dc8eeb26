import { Injectable, Logger, type StreamableFile } from '@nestjs/common';
import { Clock } from '../config/clock.js';
import { rootOf } from '../errors/database-errors.js';
import type { ChannelDto } from '../notices/channels/channel.dto.js';
import { ChannelsService } from '../notices/channels/channels.service.js';
import type { RequestOwner } from '../people/current-owner.js';
import { OneDownload } from '../security/one-download.js';
import { streamedFile } from '../security/streamed-file.js';
import { UsersService } from '../users/users.service.js';
import type { AccountExportDto } from './account.dto.js';
import type { Unwritten } from './exported-list.js';
import { FINDINGS } from './exported-findings.js';
import * as lists from './exported-lists.js';
import type { ExportedNoticeChannelDto } from './exported-notices.dto.js';
import { POSTS } from './exported-posts.js';
import { REVIEWS } from './exported-reviews.js';
import { ExportedRows } from './exported-rows.js';
import { STATISTICS } from './exported-statistics.js';
import { jsonText } from './json-text.js';

const UNDER_WAY = 'Your data is being downloaded at the moment. Please wait until that is done.';

/** The members of the file, where the long lists come in pages. */
type Members = {
  [Name in keyof AccountExportDto]: AccountExportDto[Name] extends (infer Item extends object)[]
    ? Unwritten<Item>[] | AsyncIterable<Unwritten<Item>[]>
    : AccountExportDto[Name] | Unwritten<NonNullable<AccountExportDto[Name]>>;
};

/** What a person and a workspace of theirs have, as a file. */
@Injectable()
export class AccountExportService {
  private readonly logger = new Logger('Account');
  private readonly downloads = new OneDownload(UNDER_WAY);

  constructor(
    private readonly rows: ExportedRows,
    private readonly users: UsersService,
    private readonly channels: ChannelsService,
    private readonly clock: Clock,
  ) {}

  /**
   * The file; it is written while the client reads it. Errors: `not_found`; `too_many_requests` while another one of
   * theirs is sent.
   */
  fileOf(owner: RequestOwner): Promise<StreamableFile> {
    const of = { uid: owner.actor, workspace: owner.workspaceId };
    return this.downloads.of(owner.actor, async () => {
      const now = this.clock.now().toISOString();
      const text = jsonText(await this.membersOf(owner, now));
      const name = `shingle-${now.slice(0, 10)}.json`;
      const file = streamedFile(text, { type: 'application/json', name }, (error) =>
        this.logger.error({ event: 'account.export_broke_off', ...of, reason: String(rootOf(error)) }),
      );
      this.logger.log({ event: 'account.exported', ...of });
      return file;
    });
  }

  private async membersOf(owner: RequestOwner, exportedAt: string): Promise<Members> {
    const { workspaceId, actor } = owner;
    const [connection = null] = await this.rows.whole(lists.CONNECTION, workspaceId);
    const [quietHours = null] = await this.rows.whole(lists.QUIET_HOURS, actor);
    return {
      exportedAt,
      profile: await this.users.getProfile(actor),
      connection,
      sessions: await this.rows.whole(lists.SESSIONS, actor),
      memberships: await this.rows.whole(lists.MEMBERSHIPS, actor),
      sampleEdits: await this.rows.whole(lists.SAMPLE_EDITS, workspaceId),
      posts: this.rows.pages(POSTS, workspaceId),
      photos: await this.rows.whole(lists.PHOTOS, workspaceId),
      campaigns: this.rows.pages(lists.CAMPAIGNS, workspaceId),
      campaignLocations: this.rows.pages(lists.CAMPAIGN_LOCATIONS, workspaceId),
      selections: await this.rows.whole(lists.SELECTIONS, workspaceId),
      businessAccounts: await this.rows.whole(lists.BUSINESS_ACCOUNTS, workspaceId),
      locations: this.rows.pages(lists.LOCATIONS, workspaceId),
      timeZones: this.rows.pages(lists.TIME_ZONES, workspaceId),
      figures: this.rows.pages(STATISTICS, workspaceId),
      changes: this.rows.pages(lists.CHANGES, workspaceId),
      bulkEdits: this.rows.pages(lists.BULK_EDITS, workspaceId),
      locks: await this.rows.whole(lists.LOCKS, workspaceId),
      lockedFields: this.rows.pages(lists.LOCKED_FIELDS, workspaceId),
      lockEvents: this.rows.pages(lists.LOCK_EVENTS, workspaceId),
      findings: this.rows.pages(FINDINGS, workspaceId),
      googleEdits: this.rows.pages(lists.GOOGLE_EDITS, workspaceId),
      reviews: this.rows.pages(REVIEWS, workspaceId),
      savedReplies: await this.rows.whole(lists.SAVED_REPLIES, workspaceId),
      notices: this.rows.pages(lists.NOTICES, workspaceId),
      noticeEvents: this.rows.pages(lists.NOTICE_EVENTS, workspaceId),
      noticeChannels: (await this.channels.list(owner)).map(toExportedChannel),
      noticeDeliveries: this.rows.pages(lists.NOTICE_DELIVERIES, workspaceId),
      quietHours,
    };
  }
}

function toExportedChannel(channel: ChannelDto): ExportedNoticeChannelDto {
  const { id, kind, target: address, kinds, schedule, isOn, pausedReason, createdAt } = channel;
  const target = kind === 'webhook' && address !== '' ? new URL(address).origin : address || null;
  return { id, kind, target, kinds, schedule, isOn, pausedReason, createdAt };
}
