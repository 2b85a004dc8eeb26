import type { Schemas } from '../../api/client';
import type { paths } from '../../api/schema';

export type Review = Schemas['ReviewDto'];
export type ReviewDetails = Schemas['ReviewDetailsDto'];
export type ReviewList = Schemas['ReviewListDto'];
export type ReviewSummary = Schemas['ReviewSummaryDto'];
/** A reply as Google has it. */
export type ReplyAtGoogle = Schemas['ReplyDto'];
/** A reply or removal that was written here and is not settled. */
export type OwnReply = Schemas['OwnReplyDto'];
export type ReplyWarning = Schemas['ReplyWarningDto'];
export type SavedReply = Schemas['SavedReplyDto'];
/** The filters that the server knows for the list of reviews. */
export type ReviewQuery = NonNullable<paths['/api/reviews']['get']['parameters']['query']>;
