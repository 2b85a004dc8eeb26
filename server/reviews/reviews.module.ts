import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { UsersModule } from '../users/users.module.js';
import { RepliesController } from './replies.controller.js';
import { RepliesService } from './replies.service.js';
import { ReplyDispatcher } from './reply-dispatcher.js';
import { ReplyLedger } from './reply-ledger.js';
import { ReplySender } from './reply-sender.js';
import { ReplyMetrics } from './reply.metrics.js';
import { ReviewFigures } from './review-figures.js';
import { ReviewReader } from './review-reader.js';
import { ReviewReadingService } from './review-reading.service.js';
import { ReviewSchedule } from './review-schedule.js';
import { ReviewStore } from './review-store.js';
import { ReviewsController } from './reviews.controller.js';
import { ReviewsRepository } from './reviews.repository.js';
import { ReviewsService } from './reviews.service.js';
import { SavedRepliesController } from './saved-replies.controller.js';
import { SavedRepliesService } from './saved-replies.service.js';

/** Reviews, their replies, and the texts that people keep for them. */
@Module({
  imports: [BusinessProfileModule, UsersModule],
  controllers: [ReviewsController, RepliesController, SavedRepliesController],
  providers: [
    ReviewsRepository,
    ReviewFigures,
    ReviewSchedule,
    ReviewStore,
    ReviewReader,
    ReviewReadingService,
    ReviewsService,
    RepliesService,
    ReplyLedger,
    ReplySender,
    ReplyMetrics,
    ReplyDispatcher,
    SavedRepliesService,
  ],
  exports: [ReviewsService, ReviewSchedule, ReplyLedger, ReplyMetrics],
})
export class ReviewsModule {}
