import { ApiProperty } from '@nestjs/swagger';
import type { BULK_EDIT_STATES } from '../database/bulk-edits.schema.js';
import { RawJson } from './raw-json.js';

/** Changes of many locations that a person prepared. What each location would get is worked out from it. */
export class ExportedBulkEditDto {
  /** That of its set of changes, once it is confirmed. */
  @ApiProperty({ format: 'uuid' })
  id!: string;
  googleAccount!: string;

  /** The uid of the person who prepared it. */
  actor!: string;
  name!: string | null;
  state!: (typeof BULK_EDIT_STATES)[number];

  @RawJson()
  choice!: object;

  @RawJson()
  change!: object;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;
}
