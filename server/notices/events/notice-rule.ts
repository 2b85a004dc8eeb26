import type { NoticeFacts } from './notice-words.js';

/** What an address of the dashboard may have; `client/lib/views.ts` has the same names. */
export type PageQuery = Record<string, string | undefined>;

/** What a notice is about, where all its events are about the same. */
export interface NoticePlace {
  location: string | undefined;
  review: string | undefined;
}

/** Where the settings list kinds of notices. */
export const NOTICE_GROUPS = Object.freeze([
  'posts',
  'connection',
  'locations',
  'profiles',
  'reviews',
] as const);
export type NoticeGroup = (typeof NOTICE_GROUPS)[number];

/** What a kind of notice is: where it is listed, its words and where it leads. */
export interface NoticeRule {
  /** What a switch in the settings calls it. */
  setting: string;
  group: NoticeGroup;
  /** Whether it stops a post, hides a location or refuses what was sent. */
  isFailure?: true;
  /** Whether quiet hours do not delay it, and further events of its cause are delivered as soon as the first. */
  isUrgent?: true;
  /** Whether email has it in digests alone. */
  isForDigests?: true;
  /** Left out: it is called as in the settings. */
  title?: (notice: NoticeFacts) => string;
  /** Why, or what to do; left out where the title says it all. */
  reason?: (cause: string) => string;
  /** Whether the title names the location at which all of it happened. */
  isPlaceInTitle?: true;
  page: (place: NoticePlace, notice: NoticeFacts) => PageQuery;
}
