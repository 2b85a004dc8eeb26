import { IsIn, IsOptional } from 'class-validator';
import { DAY_MS } from '../config/durations.js';
import { ListCursor } from '../security/list-cursor.js';
import { PageLimit, QueryText } from '../security/validation.js';
import { POST_ORDERS, type PostOrder } from './post-filter.js';
import { IsInstant } from '../security/time-rules.js';

/** The tabs of the scheduled-posts table; SCHEDULED holds the queued ones as well. */
const POST_TABS = Object.freeze(['SCHEDULED', 'PUBLISHED', 'FAILED'] as const);

/** The most posts in one answer. */
export const MAX_POSTS = 1000;

/** A month of a busy calendar in one answer: its six weeks are drawn whole, so parts of them are of no use. */
const MONTH = {
  most: MAX_POSTS,
  isAllowedFor: isOfOneMonth,
  words: 'between a from and a to at most 45 days apart',
};
const MONTH_MS = 45 * DAY_MS;

export class PostQueryDto {
  /** SCHEDULED holds the queued ones as well; without it, all. */
  @IsOptional()
  @IsIn(POST_TABS, { message: 'Status must be SCHEDULED, PUBLISHED or FAILED' })
  status?: (typeof POST_TABS)[number];

  /** Part of the text, or of the location's name or store code. */
  @QueryText('Search')
  search?: string;

  @QueryText('Location')
  locationId?: string;

  /**
   * Only the posts that do not go out as things stand: those that wait while the connection to Google is lost, ended
   * or without quota, and those of a Google account that is no longer the connected one. They are listed whatever
   * data the workspace sees at present.
   */
  @IsOptional()
  @IsIn(['true'], { message: 'Held can only be true, or left out' })
  held?: 'true';

  /**
   * Only the failed posts of which Google neither said nor shows whether it has taken them: they may be live. Trying one
   * again looks for it at Google first.
   */
  @IsOptional()
  @IsIn(['true'], { message: 'Unconfirmed can only be true, or left out' })
  unconfirmed?: 'true';

  /**
   * `grouped`: posts of campaigns are counted and not listed, because `GET /api/campaigns` shows them together. `apart` is
   * its former name.
   */
  @IsOptional()
  @IsIn(['grouped', 'apart'], { message: 'Campaigns can only be grouped, or left out' })
  campaigns?: 'grouped' | 'apart';

  /** Publish time at or after this instant (ISO 8601 with an offset). */
  @IsOptional()
  @IsInstant({ message: 'From must be a date and time with an offset' })
  from?: string;

  /** Publish time before this instant (ISO 8601 with an offset). */
  @IsOptional()
  @IsInstant({ message: 'To must be a date and time with an offset' })
  to?: string;

  /** By publish time; by default the latest first. */
  @IsOptional()
  @IsIn(POST_ORDERS, { message: 'Order must be latest or soonest' })
  order?: PostOrder;

  /** `nextCursor` of the answer before, in the same order. */
  @ListCursor()
  cursor?: string;

  /** How many at most; default 100, and more only between a `from` and a `to` at most 45 days apart. */
  @PageLimit(MONTH)
  limit?: number;
}

function isOfOneMonth({ from, to }: Pick<PostQueryDto, 'from' | 'to'>): boolean {
  return Date.parse(to ?? '') - Date.parse(from ?? '') <= MONTH_MS;
}

export class DeletePostQueryDto {
  /**
   * Deletes it at Google as well, if Google has it; gone there already is as good. When Google cannot be asked, nothing
   * is deleted.
   */
  @IsOptional()
  @IsIn(['true'], { message: 'At Google can only be true, or left out' })
  atGoogle?: 'true';
}
