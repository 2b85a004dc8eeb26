import { isUUID } from 'class-validator';
import { wrongCursor } from '../security/list-cursor.js';

/** A position in the list of reviews: that of the last one that the client has. */
export interface ReviewPosition {
  position: number;
  id: string;
}

/** A position as an opaque text for the client. */
export function toReviewCursor({ position, id }: ReviewPosition): string {
  return Buffer.from(`${position} ${id}`).toString('base64url');
}

/** The position that a cursor encodes. Errors: `validation_failed` for any other text. */
export function fromReviewCursor(cursor: string): ReviewPosition {
  const [position = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (!/^\d{1,16}$/.test(position) || !isUUID(id) || !Number.isSafeInteger(Number(position)))
    throw wrongCursor();
  return { position: Number(position), id };
}
