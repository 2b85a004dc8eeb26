import type { DeliveryRow } from '../../database/notices.schema.js';

/** A message to one channel. Its id is the same in each repeat. */
export type OutgoingDelivery = Pick<DeliveryRow, 'id' | 'workspaceId' | 'kind' | 'content' | 'createdAt'>;

/** The outcome of one try. */
export type DeliveryOutcome = (
  | { is: 'delivered' }
  /** It may succeed later. */
  | { is: 'retry' }
  /** It never will. `pause`: why nothing more is sent to the channel, as a sentence. */
  | { is: 'failed'; pause?: string }
) & {
  /** The HTTP status or SMTP code; left out: there was no answer. */
  code?: number;
  /** The answer's beginning, or what went wrong, as a sentence. */
  answer: string;
};

const SHOWN_CHARACTERS = 500;

/** The beginning of a foreign answer as one line of text that the database takes. */
export function shownAnswer(text: string): string {
  const line = text
    .slice(0, 2 * SHOWN_CHARACTERS)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ');
  return line.trim().slice(0, SHOWN_CHARACTERS).toWellFormed();
}
