import { ApiProperty } from '@nestjs/swagger';
import type { FindingState } from '../database/advice.schema.js';
import { RawJsonValue } from './raw-json.js';

/** What a rule found at a location. */
export class ExportedFindingDto {
  googleAccount!: string;
  accountId!: string;
  locationId!: string;
  locationName!: string;
  storeCode!: string | null;
  ruleId!: string;

  /** What divides the findings of a rule into tasks, such as a date; empty: nothing. */
  group!: string;
  severity!: number;
  state!: FindingState;

  /** What was read of Google. */
  @RawJsonValue()
  evidence!: unknown;

  @RawJsonValue()
  cure!: unknown;

  @ApiProperty({ format: 'date-time' })
  readAt!: string;

  @ApiProperty({ format: 'date-time' })
  since!: string;

  @ApiProperty({ format: 'date-time' })
  sentAt!: string | null;

  @ApiProperty({ format: 'date-time' })
  doneAt!: string | null;

  @ApiProperty({ format: 'date-time' })
  dismissedAt!: string | null;

  /** The uid of the person. */
  dismissedBy!: string | null;
  dismissedReason!: string | null;

  @ApiProperty({ format: 'date' })
  dismissedUntil!: string | null;
}
