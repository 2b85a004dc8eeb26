import { AppError } from '../errors/app-error.js';
import { isInstant } from './time-rules.js';

/** By publish time: the latest or the soonest first. */
export const POST_ORDERS = Object.freeze(['latest', 'soonest'] as const);

export type PostOrder = (typeof POST_ORDERS)[number];

/** The place of a post in the list: the last one that the client has. */
export interface PostPosition {
  publishAt: Date;
  id: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A position as an opaque text for the client. */
export function toCursor({ publishAt, id }: PostPosition): string {
  return Buffer.from(`${publishAt.toISOString()} ${id}`).toString('base64url');
}

/** The position behind a cursor. Errors: `validation_failed` for a text that is none. */
export function fromCursor(cursor: string): PostPosition {
  const [publishAt, id] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (!isInstant(publishAt) || id === undefined || !UUID.test(id))
    throw AppError.invalid([{ field: 'cursor', message: 'Cursor must be one that this list gave' }]);
  return { publishAt: new Date(publishAt), id };
}
