import { ApiProperty } from '@nestjs/swagger';
import { CONNECTION_STATES } from '../database/connection.schema.js';
import { PostDto, PublishAttemptDto } from '../posts/post.dto.js';
import { ProfileDto } from '../users/user.dto.js';

/** An object as Google, or the person, gave it. */
const AsGiven = () => ApiProperty({ type: 'object', additionalProperties: true });

/** The connection to a Google Business Profile, without its secret. */
export class ExportedConnectionDto {
  /** Google's key of the Google account (`sub`). */
  googleAccount!: string;
  email!: string;
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
  @AsGiven()
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

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;

  /** Each time that publishing was tried, oldest first. */
  attempts!: PublishAttemptDto[];
}

/** A business account as Google last told it. */
export class ExportedBusinessAccountDto {
  /** Google's key of the Google account that shows it. */
  googleAccount!: string;
  id!: string;

  @AsGiven()
  data!: Record<string, unknown>;
}

/** A location as Google last told it: once for each business account that shows it. */
export class ExportedLocationDto {
  /** Google's key of the Google account that shows it. */
  googleAccount!: string;
  accountId!: string;
  id!: string;
  state!: 'VERIFIED' | 'UNVERIFIED' | 'SUSPENDED';

  /** When Google was asked, ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  readAt!: string;

  @AsGiven()
  data!: Record<string, unknown>;
}

/**
 * Everything that is stored about a user. Left out is what only serves for a moment: ways to Google that were begun and
 * not ended (10 minutes), answers kept for repeated requests (24 hours; they repeat posts), and when places are read
 * and posts are tried again.
 */
export class AccountExportDto {
  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  exportedAt!: string;
  profile!: ProfileDto;
  connection!: ExportedConnectionDto | null;
  sessions!: ExportedSessionDto[];

  /** What was changed on sample locations. */
  sampleEdits!: ExportedSampleEditDto[];

  /** Oldest first. */
  posts!: ExportedPostDto[];
  businessAccounts!: ExportedBusinessAccountDto[];
  locations!: ExportedLocationDto[];
}
