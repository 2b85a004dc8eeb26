import { ApiProperty } from '@nestjs/swagger';
import { LOCK_EVENT_KINDS, LOCK_WAITS } from '../database/locks.schema.js';
import { RawJsonValue } from './raw-json.js';

/** A field that is kept as its owner has it. The kept value is always the owner’s at Google. */
export class ExportedLockDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;
  googleAccount!: string;
  field!: string;
  title!: string | null;

  /** The uid of the person who locked it. */
  actor!: string;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

/** A location of a lock, by the names of the time at which it was locked. */
export class ExportedLockedFieldDto {
  @ApiProperty({ format: 'uuid' })
  lockId!: string;
  accountId!: string;
  locationId!: string;
  locationName!: string;
  storeCode!: string | null;
  field!: string;

  /** Why it waits for a person. */
  @ApiProperty({ enum: LOCK_WAITS })
  waits!: (typeof LOCK_WAITS)[number] | null;

  @ApiProperty({ format: 'date-time' })
  waitsSince!: string | null;
}

/** What happened to a locked field. */
export class ExportedLockEventDto {
  googleAccount!: string;

  /** Null: the lock has ended. */
  @ApiProperty({ format: 'uuid' })
  lockId!: string | null;
  field!: string;
  locationId!: string | null;
  locationName!: string | null;
  storeCode!: string | null;

  @ApiProperty({ enum: LOCK_EVENT_KINDS })
  kind!: (typeof LOCK_EVENT_KINDS)[number];

  /** In Google’s shape; null: none. */
  @RawJsonValue()
  value!: unknown;
  heldSeconds!: number | null;
  reason!: string | null;

  @ApiProperty({ format: 'date-time' })
  at!: string;
}
