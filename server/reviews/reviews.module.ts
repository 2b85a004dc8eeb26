import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { ReviewFigures } from './review-figures.js';
import { ReviewReader } from './review-reader.js';
import { ReviewReadingService } from './review-reading.service.js';
import { ReviewSchedule } from './review-schedule.js';
import { ReviewStore } from './review-store.js';
import { ReviewsController } from './reviews.controller.js';
import { ReviewsRepository } from './reviews.repository.js';
import { ReviewsService } from './reviews.service.js';

/** Reviews, their replies, and the texts that people keep for them. */
@Module({
  imports: [BusinessProfileModule],
  controllers: [ReviewsController],
  providers: [
    ReviewsRepository,
    ReviewFigures,
    ReviewSchedule,
    ReviewStore,
    ReviewReader,
    ReviewReadingService,
    ReviewsService,
  ],
})
export class ReviewsModule {}
