import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, isUUID, Matches } from 'class-validator';
import { and, type Column, gt, lt, lte, or, type SQL } from 'drizzle-orm';
import { AppError } from '../errors/app-error.js';
import { isInstant } from './time-rules.js';

const MESSAGE = 'Cursor must be one that this list gave';

const DIGITS = /^\d{1,9}$/;

/** A position in a list that is in the order of time: that of the last row that the client has. */
export interface ListPosition {
  at: Date;
  id: string;
}

/** `cursor` of a list: the `nextCursor` of the answer before. */
export function ListCursor(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ maxLength: 120 }),
    IsOptional(),
    Matches(/^[A-Za-z0-9_-]{1,120}$/, { message: MESSAGE }),
  );
}

/** The same of a list whose cursor is the number of rows before. */
export function NumberCursor(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ maxLength: 9, pattern: DIGITS.source }),
    IsOptional(),
    Matches(DIGITS, { message: MESSAGE }),
  );
}

/** A row's position as an opaque text for the client. */
export function toCursor({ at, id }: ListPosition): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url');
}

/** The position that a cursor encodes. Errors: `validation_failed` for any other text. */
export function fromCursor(cursor: string): ListPosition {
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (!isInstant(at) || !isUUID(id)) throw wrongCursor();
  return { at: new Date(at), id };
}

/** A page of rows, of which one more was read than a page may have. `nextCursor` is null where no row follows. */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: last && rows.length > limit ? cursorOf(last) : null };
}

/** The error for a text that no list gave as its cursor. */
export function wrongCursor(): AppError {
  return AppError.invalid([{ field: 'cursor', message: MESSAGE }]);
}

/** The rows after a position in a list that begins with the latest, and of one moment with the smallest id. */
export function isAfter({ at, id }: ListPosition, columns: { at: Column; id: Column }): SQL | undefined {
  // The first condition is redundant with the next; it lets Postgres begin at this row of the index.
  return and(lte(columns.at, at), or(lt(columns.at, at), gt(columns.id, id)));
}
