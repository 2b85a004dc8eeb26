import { ApiProperty } from '@nestjs/swagger';
import { QueryText } from '../security/validation.js';

/** How many locations a summary of all names. */
export const NAMED_LOCATIONS = 20;

/** The reviews of a month. */
export class ReviewMonthDto {
  /** @example '2026-11' */
  month!: string;
  count!: number;

  /** Null without reviews. */
  averageStars!: number | null;
}

/** Google’s own rating of a location. */
export class LocationRatingDto {
  locationId!: string;
  locationName!: string;
  storeCode!: string | null;
  averageRating!: number;
  total!: number;
}

/** The counts and ratings of one location, or of all. */
export class ReviewSummaryDto {
  /** How many locations it is about. */
  locations!: number;

  /** Google’s own rating, for one location; null for all together, and without reviews. */
  averageRating!: number | null;

  /** As Google counts them; of all locations the sum. */
  total!: number;

  /** For all together: the locations with the lowest ratings, the lowest first. */
  @ApiProperty({ maxItems: NAMED_LOCATIONS })
  averages!: LocationRatingDto[];

  /**
   * Which share of the reviews of the last 12 months has a reply that Google did not reject, from 0 to 1; null without
   * reviews.
   */
  answeredShare!: number | null;

  /** Over the same reviews: the median time until the first reply was made that the public saw, in minutes. */
  medianFirstAnswerMinutes!: number | null;

  /** The last 12 months (UTC), the oldest first. */
  @ApiProperty({ minItems: 12, maxItems: 12 })
  months!: ReviewMonthDto[];

  /** How many reviews of the last 12 months give 1, 2, 3, 4 and 5 stars. */
  @ApiProperty({ minItems: 5, maxItems: 5 })
  stars!: number[];

  /** Google’s own page on which anybody can review the location; null for all together, and where Google gives none. */
  newReviewUrl!: string | null;

  /** The location on Google Maps. */
  reviewsUrl!: string | null;
  unanswered!: number;
  rejected!: number;
}

export class ReviewSummaryQueryDto {
  /** All locations, unless given. */
  @QueryText('Location')
  locationId?: string;
}
