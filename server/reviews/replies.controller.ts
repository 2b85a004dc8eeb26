import { Body, Controller, Delete, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../auth/session.js';
import { Costly } from '../auth/throttle.guard.js';
import { ApiErrors } from '../errors/api-errors.js';
import { UuidPipe } from '../security/validation.js';
import { RepliesService } from './sending/replies.service.js';
import {
  CheckReplyDto,
  FailedReplyQueryDto,
  PutReplyDto,
  ReplyCheckDto,
  SeenReplyQueryDto,
} from './replies/reply-request.dto.js';
import { ReviewDetailsDto } from './review.dto.js';
import { ReviewsService } from './reviews.service.js';

const REVIEW_ID = { name: 'id', schema: { type: 'string', format: 'uuid', maxLength: 36 } } as const;

/** The errors of a request that replaces the reply that was shown. */
const REPLACING = [
  'validation_failed',
  'not_signed_in',
  'not_found',
  'connect/not-connected',
  'reply_changed',
  'too_many_requests',
] as const;

/** The errors of a request about a reply that failed. */
const AGAIN = [
  'validation_failed',
  'not_signed_in',
  'not_found',
  'connect/not-connected',
  'reply_not_failed',
] as const;

/** Replies to reviews: they are stored at once and sent to Google a moment later. */
@ApiTags('Reviews')
@Controller('reviews')
export class RepliesController {
  constructor(
    private readonly replies: RepliesService,
    private readonly reviews: ReviewsService,
  ) {}

  /** Checks a text: what makes it impossible to send, and what people regret to have sent. Nothing is stored. */
  @Post('check')
  @HttpCode(200)
  @Costly('reply-check')
  @ApiErrors('validation_failed', 'not_signed_in', 'not_found', 'connect/not-connected')
  checkReply(@CurrentUser() { uid }: CurrentSession, @Body() body: CheckReplyDto): Promise<ReplyCheckDto> {
    return this.replies.check(uid, body);
  }

  /**
   * Replies to a review, in place of the reply that was shown: that of Google, or one that waits to be sent. The same request
   * again changes nothing. With another reply than was shown, at Google or here, the answer is 409 with both texts in
   * `conflicts`; with another review than was shown it is 409 `review_changed`.
   */
  @Put(':id/reply')
  @ApiParam(REVIEW_ID)
  @ApiErrors(...REPLACING, 'review_changed')
  async putReply(
    @CurrentUser() { uid }: CurrentSession,
    @Param('id', UuidPipe) id: string,
    @Body() body: PutReplyDto,
  ): Promise<ReviewDetailsDto> {
    await this.replies.put(uid, id, body);
    return this.reviews.get(uid, id);
  }

  /**
   * Removes the reply to a review, and any that waits to be sent. One that is being sent can’t be stopped
   * (`ownReply.isEarlierBeingSent`): it is removed once it is known what became of it.
   */
  @Delete(':id/reply')
  @ApiParam(REVIEW_ID)
  @ApiErrors(...REPLACING)
  async deleteReply(
    @CurrentUser() { uid }: CurrentSession,
    @Param('id', UuidPipe) id: string,
    @Query() { basedOn }: SeenReplyQueryDto,
  ): Promise<ReviewDetailsDto> {
    await this.replies.remove(uid, id, basedOn);
    return this.reviews.get(uid, id);
  }

  /** Sends a failed reply again. One in conflict with a reply at Google, or with a changed review, goes out now. */
  @Post(':id/reply/retry')
  @ApiParam(REVIEW_ID)
  @HttpCode(200)
  @ApiErrors(...AGAIN, 'reply_changed', 'review_changed', 'too_many_requests')
  async retryReply(
    @CurrentUser() { uid }: CurrentSession,
    @Param('id', UuidPipe) id: string,
    @Query() { basedOn }: FailedReplyQueryDto,
  ): Promise<ReviewDetailsDto> {
    await this.replies.retry(uid, id, basedOn);
    return this.reviews.get(uid, id);
  }

  /** Discards a reply that failed or is in conflict; the one that Google has stays. */
  @Post(':id/reply/discard')
  @ApiParam(REVIEW_ID)
  @HttpCode(200)
  @ApiErrors(...AGAIN, 'reply_changed')
  async discardReply(
    @CurrentUser() { uid }: CurrentSession,
    @Param('id', UuidPipe) id: string,
    @Query() { basedOn }: FailedReplyQueryDto,
  ): Promise<ReviewDetailsDto> {
    await this.replies.discard(uid, id, basedOn);
    return this.reviews.get(uid, id);
  }
}
