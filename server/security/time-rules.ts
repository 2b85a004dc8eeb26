import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy, type ValidationOptions } from 'class-validator';
import { formatOf } from '../config/wall-time.js';

/** Years from 1000 to 2999: anything else is a slip, and the far ends are beyond the database. */
const INSTANT = /^[12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Longer than any name of a time zone. */
export const MAX_TIME_ZONE = 64;

/** Whether a text is a real instant in ISO 8601 with an offset (2027-02-30 is none). */
export function isInstant(value: unknown): value is string {
  if (typeof value !== 'string' || !INSTANT.test(value)) return false;
  const day = value.slice(0, 10);
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(Date.parse(value)) && parsed.toISOString().startsWith(day);
}

/** The text is a real instant with an offset. */
export function IsInstant(options: ValidationOptions): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ pattern: INSTANT.source, maxLength: 35 }),
    ValidateBy({ name: 'isInstant', validator: { validate: isInstant } }, options),
  );
}

const DAY = /^[12]\d{3}-\d{2}-\d{2}$/;

/** Whether a text is a real calendar day, `YYYY-MM-DD`. */
export function isDay(value: unknown): value is string {
  return typeof value === 'string' && DAY.test(value) && isInstant(`${value}T00:00Z`);
}

/** The text is a real calendar day. */
export function IsDay(options: ValidationOptions): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ format: 'date', maxLength: 10 }),
    ValidateBy({ name: 'isDay', validator: { validate: isDay } }, options),
  );
}

/** Whether a text names an IANA time zone that this server knows. */
export function isTimeZone(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_TIME_ZONE || /^[+-]/.test(value)) return false;
  try {
    formatOf(value);
    return true;
  } catch {
    return false;
  }
}

/** The text names an IANA time zone. */
export function IsTimeZone(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ maxLength: MAX_TIME_ZONE }),
    ValidateBy(
      { name: 'isTimeZone', validator: { validate: isTimeZone } },
      { message: 'Time zone must be an IANA name, such as Europe/Berlin' },
    ),
  );
}
