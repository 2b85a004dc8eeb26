import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { UsersModule } from '../users/users.module.js';
import { RepliesController } from './replies.controller.js';
import { RepliesService } from './sending/replies.service.js';
import { ReplyDispatcher } from './sending/reply-dispatcher.js';
import { ReplyLedger } from './sending/reply-ledger.js';
import { ReplySender } from './sending/reply-sender.js';
import { ReplyMetrics } from './sending/reply.metrics.js';
import { ReviewCounts } from './review-counts.js';
import { ReviewReader } from './reading/review-reader.js';
import { ReviewReadingService } from './reading/review-reading.service.js';
import { ReviewSchedule } from './reading/review-schedule.js';
import { ReviewStore } from './reading/review-store.js';
import { ReviewsController } from './reviews.controller.js';
import { ReviewsRepository } from './reviews.repository.js';
import { ReviewsService } from './reviews.service.js';
import { SavedRepliesController } from './saved-replies/saved-replies.controller.js';
import { SavedRepliesService } from './saved-replies/saved-replies.service.js';

/** Reviews, their replies, and the texts that people keep for them. */
@Module({
  imports: [BusinessProfileModule, UsersModule],
  controllers: [ReviewsController, RepliesController, SavedRepliesController],
  providers: [
    ReviewsRepository,
    ReviewCounts,
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
