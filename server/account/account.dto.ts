import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty, IsOptional, IsString, IsTimeZone, MaxLength } from 'class-validator';
import { figure } from '../config/figure.js';
import { CONNECTION_STATES } from '../database/connection.schema.js';
import type { Role } from '../database/people.schema.js';
import { PostDto, PublishAttemptDto } from '../posts/post.dto.js';
import { MAX_TIME_ZONE } from '../security/time-rules.js';
import { Trimmed } from '../security/validation.js';
import { ProfileDto } from '../users/user.dto.js';
import { RawJson } from './raw-json.js';
import { ExportedBulkEditDto } from './exported-bulk-edits.dto.js';
import { ExportedFindingDto } from './exported-findings.dto.js';
import { ExportedLockDto, ExportedLockedFieldDto, ExportedLockEventDto } from './exported-locks.dto.js';
import { ExportedChangeDto, ExportedGoogleEditDto } from './exported-changes.dto.js';
import { ExportedStatisticsDto } from './exported-statistics.dto.js';
import {
  ExportedCampaignDto,
  ExportedCampaignLocationDto,
  ExportedSelectionDto,
} from './exported-campaigns.dto.js';
import { ExportedPhotoDto } from './exported-photos.dto.js';
import { ExportedReviewDto, ExportedSavedReplyDto } from './exported-reviews.dto.js';
import {
  ExportedNoticeChannelDto,
  ExportedNoticeDeliveryDto,
  ExportedNoticeDto,
  ExportedNoticeEventDto,
  ExportedQuietHoursDto,
} from './exported-notices.dto.js';

/** The longest e-mail address. */
const MAX_EMAIL = 254;
/** Firebase's own limit for a password. */
const MAX_PASSWORD = 4096;

/** The contents of an account, for a person who is about to delete it. */
export class AccountCountsDto {
  /**
   * Their posts that wait or are on their way, also those that a campaign is about to make, both sample and Google; examples
   * do not count.
   * @example 3
   */
  scheduledPosts!: number;

  /**
   * In how many browsers they are signed in, this one included.
   * @example 2
   */
  sessions!: number;
}

export class DeleteAccountDto {
  /**
   * The e-mail address of the account, typed once more; capitals do not matter.
   * @example 'owner@example.com'
   */
  @Trimmed()
  @MaxLength(MAX_EMAIL, { message: 'This isn’t your account’s email address' })
  @IsNotEmpty({ message: 'Please type your email address' })
  @IsString({ message: 'Please type your email address' })
  confirmation!: string;

  /**
   * Needed from a person who signs in by password. All others must have signed in within the last 5 minutes.
   * @example 'correct horse'
   */
  @IsOptional()
  @MaxLength(MAX_PASSWORD, { message: `Password must be at most ${figure(MAX_PASSWORD)} characters` })
  @IsString({ message: 'Password must be text' })
  password?: string;
}

export class AccountDeletedDto {
  /** Whether Google has confirmed that the access to the Business Profile is revoked; null: there was none. */
  revoked!: boolean | null;

  /** Whether Firebase has deleted the sign-in; if not, that is tried again until it has. */
  signInDeleted!: boolean;

  /** The outcome, in sentences for the person. */
  message!: string;
}

export class OverviewQueryDto {
  /**
   * The IANA time zone in which "this month" is meant; UTC without it.
   * @example 'Europe/Dublin'
   */
  @IsOptional()
  @MaxLength(MAX_TIME_ZONE, { message: 'Time zone must be an IANA name such as Europe/Dublin' })
  @IsTimeZone({ message: 'Time zone must be an IANA name such as Europe/Dublin' })
  timeZone?: string;
}

/** The four counters of the overview; all 0 on sample data, which does not count as the user's own. */
export class OverviewDto {
  businessAccounts!: number;
  locations!: number;

  /** Posts that wait for their time or are on their way. */
  scheduledPosts!: number;

  /** Posts published since the first of the month, 00:00 in the given time zone. */
  publishedThisMonth!: number;
}

/** The connection to a Google Business Profile, without its secret. */
export class ExportedConnectionDto {
  /** Google's key of the Google account (`sub`). */
  googleAccount!: string;
  email!: string;

  /** Whether it is an account of the practice Google. */
  practice!: boolean;
  scopes!: string[];
  state!: (typeof CONNECTION_STATES)[number];

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  connectedAt!: string;
}

/** One signed-in browser. */
export class ExportedSessionDto {
  /** Whether "Remember me" was chosen. */
  remembered!: boolean;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  lastSeenAt!: string;

  /** When it ends at the latest, ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  endsAt!: string;

  /** When it was ended, ISO 8601; null: it was not. */
  @ApiProperty({ format: 'date-time' })
  endedAt!: string | null;
}

export class ExportedSampleEditDto {
  /** @example 'sample-101' */
  locationId!: string;

  /** The fields that were changed. */
  @RawJson()
  changes!: Record<string, unknown>;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;
}

export class ExportedPostDto extends PostDto {
  /** Where it is, or was to be, published. */
  source!: 'sample' | 'google';

  /** Google's key of the Google account that it was scheduled with; null for a sample post. */
  googleAccount!: string | null;

  /** Google's name of it, once Google has it. */
  googleName!: string | null;

  /** Whether it was changed by itself since its campaign made it. */
  isCampaignException!: boolean;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;

  /** Each time that publishing was tried, oldest first. */
  attempts!: PublishAttemptDto[];
}

/** A business account, as in the last answer of Google. */
export class ExportedBusinessAccountDto {
  /** Google's key of the Google account that shows it. */
  googleAccount!: string;
  id!: string;

  @RawJson()
  data!: Record<string, unknown>;
}

/** A location, as in the last answer of Google: once for each business account that shows it. */
export class ExportedLocationDto {
  /** Google's key of the Google account that shows it. */
  googleAccount!: string;
  accountId!: string;
  id!: string;
  state!: 'VERIFIED' | 'UNVERIFIED' | 'SUSPENDED';

  /** When Google was asked, ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  readAt!: string;

  @RawJson()
  data!: Record<string, unknown>;
}

/** The time zone that a person has set for a location. */
export class ExportedTimeZoneDto {
  googleAccount!: string;
  locationId!: string;

  /** IANA name. */
  timeZone!: string;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;
}

/** A workspace in which the person may work. */
export class ExportedMembershipDto {
  workspaceId!: string;
  role!: Role;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

/**
 * Everything that is stored about a user. Left out are things of a moment: connections that were begun and not finished
 * (10 minutes), answers kept for repeated requests (24 hours), previews of bulk edits (24 hours), the times at which locations are read and posts tried again.
 */
export class AccountExportDto {
  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  exportedAt!: string;
  profile!: ProfileDto;
  connection!: ExportedConnectionDto | null;
  sessions!: ExportedSessionDto[];
  memberships!: ExportedMembershipDto[];

  /** Changes of sample locations. */
  sampleEdits!: ExportedSampleEditDto[];

  /** Oldest first. */
  posts!: ExportedPostDto[];
  photos!: ExportedPhotoDto[];

  /** Oldest first. */
  campaigns!: ExportedCampaignDto[];
  campaignLocations!: ExportedCampaignLocationDto[];
  selections!: ExportedSelectionDto[];
  businessAccounts!: ExportedBusinessAccountDto[];
  locations!: ExportedLocationDto[];

  /** The time zones that a person has set for locations. */
  timeZones!: ExportedTimeZoneDto[];

  /** How often locations were seen and used, by Google’s count. */
  figures!: ExportedStatisticsDto[];

  /** The change log, oldest first. */
  changes!: ExportedChangeDto[];
  bulkEdits!: ExportedBulkEditDto[];
  locks!: ExportedLockDto[];
  lockedFields!: ExportedLockedFieldDto[];

  /** What happened to locked fields, oldest first. */
  lockEvents!: ExportedLockEventDto[];

  /** What rules found at locations, oldest first. */
  findings!: ExportedFindingDto[];
  googleEdits!: ExportedGoogleEditDto[];

  /** Google’s content: it may be kept for 30 days after it was last read. */
  reviews!: ExportedReviewDto[];
  savedReplies!: ExportedSavedReplyDto[];

  /** Oldest first. */
  notices!: ExportedNoticeDto[];
  noticeEvents!: ExportedNoticeEventDto[];
  noticeChannels!: ExportedNoticeChannelDto[];
  noticeDeliveries!: ExportedNoticeDeliveryDto[];
  quietHours!: ExportedQuietHoursDto | null;
}
