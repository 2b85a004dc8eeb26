import { ApiProperty } from '@nestjs/swagger';
import type {
  CHANGE_ORIGINS,
  CHANGE_SET_KINDS,
  CHANGE_STATES,
  GOOGLE_EDIT_STATES,
} from '../database/changes.schema.js';
import { RawJsonValue } from './raw-json.js';

/** A line of the change log. */
export class ExportedChangeDto {
  /** Google's key of the Google account that it was seen or made with. */
  googleAccount!: string;
  accountId!: string;
  locationId!: string;
  locationName!: string;
  field!: string;

  /** The values before and after, in Google's shape; null: none. */
  @RawJsonValue()
  before!: unknown;

  @RawJsonValue()
  after!: unknown;
  origin!: (typeof CHANGE_ORIGINS)[number];
  state!: (typeof CHANGE_STATES)[number];
  error!: string | null;

  /** Changes that were made together have the same set. */
  @ApiProperty({ format: 'uuid' })
  setId!: string | null;
  setKind!: (typeof CHANGE_SET_KINDS)[number] | null;

  /** What the person calls the set. */
  setName!: string | null;

  /** The uid of the person who did it; null: it was seen, or a lock did it. */
  actor!: string | null;
  reason!: string | null;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  at!: string;

  /** When a location that was no longer listed was seen listed again, ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  backAt!: string | null;

  /** How many times it was sent to Google, and when last, ISO 8601. */
  timesSent!: number;

  @ApiProperty({ format: 'date-time' })
  sentAt!: string | null;
}

/** A value that Google or the public put in place of the owner's. */
export class ExportedGoogleEditDto {
  googleAccount!: string;
  accountId!: string;
  locationId!: string;
  locationName!: string;
  field!: string;

  @RawJsonValue()
  ownerValue!: unknown;

  @RawJsonValue()
  publicValue!: unknown;
  state!: (typeof GOOGLE_EDIT_STATES)[number];
  times!: number;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  firstSeenAt!: string;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  lastSeenAt!: string;

  /** The uid of the person who decided. */
  decidedBy!: string | null;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  decidedAt!: string | null;
}
