import { Body, Controller, Delete, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../auth/session.js';
import { Costly } from '../auth/throttle.guard.js';
import { ApiErrors } from '../errors/api-errors.js';
import { UuidPipe } from '../security/validation.js';
import { RepliesService } from './replies.service.js';
import { CheckReplyDto, DeleteReplyQueryDto, PutReplyDto, ReplyCheckDto } from './reply-request.dto.js';
import { ReviewDetailsDto } from './review.dto.js';
import { ReviewsService } from './reviews.service.js';

const REVIEW_ID = { name: 'id', schema: { type: 'string', format: 'uuid', maxLength: 36 } } as const;

/** The errors of whatever takes the place of a reply that was shown. */
const REPLACING = [
  'validation_failed',
  'not_signed_in',
  'not_found',
  'connect/not-connected',
  'reply_changed',
  'too_many_requests',
] as const;

/** Replies to reviews: they are stored at once and sent to Google a moment later. */
@ApiTags('Reviews')
@Controller('reviews')
export class RepliesController {
  constructor(
    private readonly replies: RepliesService,
    private readonly reviews: ReviewsService,
  ) {}

  /** What is wrong with a text, and what people regret to have sent. Nothing is stored. */
  @Post('check')
  @HttpCode(200)
  @Costly('reply-check')
  @ApiErrors('validation_failed', 'not_signed_in', 'not_found', 'connect/not-connected')
  checkReply(@CurrentUser() { uid }: CurrentSession, @Body() body: CheckReplyDto): Promise<ReplyCheckDto> {
    return this.replies.check(uid, body);
  }

  /**
   * Replies to a review, in place of the reply that Google has and of any that waits to be sent. The same request again
   * changes nothing. With another reply at Google than was shown, the answer is 409 with both texts in `conflicts`.
   */
  @Put(':id/reply')
  @ApiParam(REVIEW_ID)
  @ApiErrors(...REPLACING)
  async putReply(
    @CurrentUser() { uid }: CurrentSession,
    @Param('id', UuidPipe) id: string,
    @Body() body: PutReplyDto,
  ): Promise<ReviewDetailsDto> {
    await this.replies.put(uid, id, body);
    return this.reviews.get(uid, id);
  }

  /** Removes the reply to a review, and any that waits to be sent. */
  @Delete(':id/reply')
  @ApiParam(REVIEW_ID)
  @ApiErrors(...REPLACING)
  async deleteReply(
    @CurrentUser() { uid }: CurrentSession,
    @Param('id', UuidPipe) id: string,
    @Query() { basedOn }: DeleteReplyQueryDto,
  ): Promise<ReviewDetailsDto> {
    await this.replies.remove(uid, id, basedOn);
    return this.reviews.get(uid, id);
  }

  /** Sends again what failed. What was in conflict with a reply at Google replaces that. */
  @Post(':id/reply/retry')
  @ApiParam(REVIEW_ID)
  @HttpCode(200)
  @ApiErrors('not_signed_in', 'not_found', 'connect/not-connected', 'reply_not_failed', 'too_many_requests')
  async retryReply(
    @CurrentUser() { uid }: CurrentSession,
    @Param('id', UuidPipe) id: string,
  ): Promise<ReviewDetailsDto> {
    await this.replies.retry(uid, id);
    return this.reviews.get(uid, id);
  }

  /** Forgets what failed or was in conflict; what Google has stays. */
  @Post(':id/reply/discard')
  @ApiParam(REVIEW_ID)
  @HttpCode(200)
  @ApiErrors('not_signed_in', 'not_found', 'connect/not-connected', 'reply_not_failed')
  async discardReply(
    @CurrentUser() { uid }: CurrentSession,
    @Param('id', UuidPipe) id: string,
  ): Promise<ReviewDetailsDto> {
    await this.replies.discard(uid, id);
    return this.reviews.get(uid, id);
  }
}
