import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentOwner, type RequestOwner } from '../people/current-owner.js';
import { ApiErrors } from '../errors/api-errors.js';
import { UuidInPath } from '../security/path-ids.js';
import { ReviewDetailsDto, ReviewListDto, ReviewQueryDto } from './review.dto.js';
import { ReviewSummaryDto, ReviewSummaryQueryDto } from './review-summary.dto.js';
import { ReviewsService } from './reviews.service.js';

/** Reviews of the locations, as Google last described them. They are there while a Business Profile is connected. */
@ApiTags('Reviews')
@Controller('reviews')
export class ReviewsController {
  constructor(private readonly reviews: ReviewsService) {}

  /**
   * Unanswered reviews first, then reviews with a text, then few stars, then the newest; with the counts for the tabs.
   */
  @Get()
  @ApiErrors('connect/not-connected')
  listReviews(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() query: ReviewQueryDto,
  ): Promise<ReviewListDto> {
    return this.reviews.list(workspaceId, query);
  }

  /** The counts and ratings of one location, or of all. */
  @Get('summary')
  @ApiErrors('not_found', 'connect/not-connected')
  getReviewSummary(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() { locationId }: ReviewSummaryQueryDto,
  ): Promise<ReviewSummaryDto> {
    return this.reviews.summary(workspaceId, locationId);
  }

  /** A review with the history of its reply. One that is gone can still be read until it is dropped. */
  @Get(':id')
  @ApiErrors('connect/not-connected')
  getReview(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
  ): Promise<ReviewDetailsDto> {
    return this.reviews.get(workspaceId, id);
  }
}
