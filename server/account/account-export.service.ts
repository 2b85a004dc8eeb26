import { Injectable, Logger, type StreamableFile } from '@nestjs/common';
import { Clock } from '../config/clock.js';
import { rootOf } from '../errors/database-errors.js';
import type { ChannelDto } from '../notices/channels/channel.dto.js';
import { ChannelsService } from '../notices/channels/channels.service.js';
import { OneDownload } from '../security/one-download.js';
import { streamedFile } from '../security/streamed-file.js';
import { UsersService } from '../users/users.service.js';
import type { AccountExportDto } from './account.dto.js';
import type { Unwritten } from './exported-list.js';
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

/** A user's own data as a file. */
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
    const [connection = null] = await this.rows.whole(lists.CONNECTION, uid);
    const [quietHours = null] = await this.rows.whole(lists.QUIET_HOURS, uid);
    return {
      exportedAt,
      profile: await this.users.getProfile(uid),
      connection,
      sessions: await this.rows.whole(lists.SESSIONS, uid),
      sampleEdits: await this.rows.whole(lists.SAMPLE_EDITS, uid),
      posts: this.rows.pages(POSTS, uid),
      photos: await this.rows.whole(lists.PHOTOS, uid),
      campaigns: this.rows.pages(lists.CAMPAIGNS, uid),
      campaignLocations: this.rows.pages(lists.CAMPAIGN_LOCATIONS, uid),
      selections: await this.rows.whole(lists.SELECTIONS, uid),
      businessAccounts: await this.rows.whole(lists.BUSINESS_ACCOUNTS, uid),
      locations: this.rows.pages(lists.LOCATIONS, uid),
      timeZones: this.rows.pages(lists.TIME_ZONES, uid),
      figures: this.rows.pages(STATISTICS, uid),
      changes: this.rows.pages(lists.CHANGES, uid),
      googleEdits: this.rows.pages(lists.GOOGLE_EDITS, uid),
      reviews: this.rows.pages(REVIEWS, uid),
      savedReplies: await this.rows.whole(lists.SAVED_REPLIES, uid),
      notices: this.rows.pages(lists.NOTICES, uid),
      noticeEvents: this.rows.pages(lists.NOTICE_EVENTS, uid),
      noticeChannels: (await this.channels.list({ workspaceId: uid, actor: uid })).map(toExportedChannel),
      noticeDeliveries: this.rows.pages(lists.NOTICE_DELIVERIES, uid),
      quietHours,
    };
  }
}

function toExportedChannel(channel: ChannelDto): ExportedNoticeChannelDto {
  const { id, kind, target: address, kinds, schedule, isOn, pausedReason, createdAt } = channel;
  const target = kind === 'webhook' && address !== '' ? new URL(address).origin : address || null;
  return { id, kind, target, kinds, schedule, isOn, pausedReason, createdAt };
}
