import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { ReviewsModule } from '../reviews/reviews.module.js';
import { DaySumsRepository } from './day-sums.repository.js';
import { EventsRepository } from './events.repository.js';
import { FigureScopes } from './figure-scope.js';
import { FiguresDispatcher } from './figures-dispatcher.js';
import { KeywordsRepository } from './keywords.repository.js';
import { RankingRepository } from './ranking.repository.js';
import { RankingService } from './ranking.service.js';
import { StatisticsController } from './statistics.controller.js';
import { StatisticsService } from './statistics.service.js';

/** How often locations were seen and used at Google, over time. */
@Module({
  imports: [BusinessProfileModule, CampaignsModule, ReviewsModule],
  controllers: [StatisticsController],
  providers: [
    FiguresDispatcher,
    FigureScopes,
    DaySumsRepository,
    RankingRepository,
    RankingService,
    KeywordsRepository,
    EventsRepository,
    StatisticsService,
  ],
  exports: [FiguresDispatcher],
})
export class FiguresModule {}
