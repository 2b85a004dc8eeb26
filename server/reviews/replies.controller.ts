import { Body, Controller, Delete, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentOwner, type RequestOwner } from '../people/current-owner.js';
import { Costly } from '../auth/throttle.guard.js';
import { ApiErrors } from '../errors/api-errors.js';
import { UuidInPath } from '../security/path-ids.js';
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

/** The errors of a request that replaces the reply that was shown. */
const REPLACING = ['connect/not-connected', 'reply_changed', 'too_many_requests'] as const;

/** The errors of a request about a reply that failed. */
const AGAIN = ['connect/not-connected', 'reply_not_failed'] as const;

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
  @ApiErrors('not_found', 'connect/not-connected')
  checkReply(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Body() body: CheckReplyDto,
  ): Promise<ReplyCheckDto> {
    return this.replies.check(workspaceId, body);
  }

  /**
   * Replies to a review, in place of the reply that was shown: that of Google, or one that waits to be sent. The same request
   * again changes nothing. With another reply than was shown, at Google or here, the answer is 409 with both texts in
   * `conflicts`; with another review than was shown it is 409 `review_changed`.
   */
  @Put(':id/reply')
  @ApiErrors(...REPLACING, 'review_changed')
  async putReply(
    @CurrentOwner() owner: RequestOwner,
    @UuidInPath() id: string,
    @Body() body: PutReplyDto,
  ): Promise<ReviewDetailsDto> {
    await this.replies.put(owner, id, body);
    return this.reviews.get(owner.workspaceId, id);
  }

  /**
   * Removes the reply to a review, and any that waits to be sent. One that is being sent can’t be stopped
   * (`ownReply.isEarlierBeingSent`): it is removed once it is known what became of it.
   */
  @Delete(':id/reply')
  @ApiErrors(...REPLACING)
  async deleteReply(
    @CurrentOwner() owner: RequestOwner,
    @UuidInPath() id: string,
    @Query() { basedOn }: SeenReplyQueryDto,
  ): Promise<ReviewDetailsDto> {
    await this.replies.remove(owner, id, basedOn);
    return this.reviews.get(owner.workspaceId, id);
  }

  /** Sends a failed reply again. One in conflict with a reply at Google, or with a changed review, goes out now. */
  @Post(':id/reply/retry')
  @HttpCode(200)
  @ApiErrors(...AGAIN, 'reply_changed', 'review_changed', 'too_many_requests')
  async retryReply(
    @CurrentOwner() owner: RequestOwner,
    @UuidInPath() id: string,
    @Query() { basedOn }: FailedReplyQueryDto,
  ): Promise<ReviewDetailsDto> {
    await this.replies.retry(owner, id, basedOn);
    return this.reviews.get(owner.workspaceId, id);
  }

  /** Discards a reply that failed or is in conflict; the one that Google has stays. */
  @Post(':id/reply/discard')
  @HttpCode(200)
  @ApiErrors(...AGAIN, 'reply_changed')
  async discardReply(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
    @Query() { basedOn }: FailedReplyQueryDto,
  ): Promise<ReviewDetailsDto> {
    await this.replies.discard(workspaceId, id, basedOn);
    return this.reviews.get(workspaceId, id);
  }
}
