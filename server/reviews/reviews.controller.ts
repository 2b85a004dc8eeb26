import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../auth/session.js';
import { ApiErrors } from '../errors/api-errors.js';
import { UuidPipe } from '../security/validation.js';
import { ReviewDetailsDto, ReviewListDto, ReviewQueryDto } from './review.dto.js';
import { ReviewSummaryDto, ReviewSummaryQueryDto } from './review-summary.dto.js';
import { ReviewsService } from './reviews.service.js';

const UUID = { name: 'id', schema: { type: 'string', format: 'uuid', maxLength: 36 } } as const;

/** Reviews of the locations, as Google last described them. They are there while a Business Profile is connected. */
@ApiTags('Reviews')
@Controller('reviews')
export class ReviewsController {
  constructor(private readonly reviews: ReviewsService) {}

  /**
   * Unanswered reviews first, then reviews with a text, then few stars, then the newest; with the counts for the tabs.
   */
  @Get()
  @ApiErrors('validation_failed', 'not_signed_in', 'connect/not-connected')
  listReviews(
    @CurrentUser() { uid }: CurrentSession,
    @Query() query: ReviewQueryDto,
  ): Promise<ReviewListDto> {
    return this.reviews.list(uid, query);
  }

  /** The counts and ratings of one location, or of all. */
  @Get('summary')
  @ApiErrors('validation_failed', 'not_signed_in', 'not_found', 'connect/not-connected')
  getReviewSummary(
    @CurrentUser() { uid }: CurrentSession,
    @Query() { locationId }: ReviewSummaryQueryDto,
  ): Promise<ReviewSummaryDto> {
    return this.reviews.summary(uid, locationId);
  }

  /** A review with the history of its reply. One that is gone can still be read until it is dropped. */
  @Get(':id')
  @ApiParam(UUID)
  @ApiErrors('not_signed_in', 'not_found', 'connect/not-connected')
  getReview(
    @CurrentUser() { uid }: CurrentSession,
    @Param('id', UuidPipe) id: string,
  ): Promise<ReviewDetailsDto> {
    return this.reviews.get(uid, id);
  }
}
