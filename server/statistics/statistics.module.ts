import { Module, type Provider } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { ReviewsModule } from '../reviews/reviews.module.js';
import { DaySumsRepository } from './day-sums.repository.js';
import { EventsRepository } from './events.repository.js';
import { StatisticsScopes } from './statistics-scope.js';
import { StatisticsDispatcher } from './reading/statistics-dispatcher.js';
import { KeywordsRepository } from './keywords.repository.js';
import { RankingRepository } from './ranking.repository.js';
import { RankingService } from './ranking.service.js';
import { LocationStatisticsController } from './location-statistics.controller.js';
import { LocationStatistics } from './reading/location-statistics.js';
import { StatisticsReadingsRepository } from './reading/statistics-readings.repository.js';
import { StatisticsRetention } from './reading/statistics-retention.js';
import { StoredStatisticsRepository } from './reading/stored-statistics.repository.js';
import { StatisticsController } from './statistics.controller.js';
import { StatisticsService } from './statistics.service.js';

/** What reads the statistics of locations from Google, and stores them. */
export const STATISTICS_READING: readonly Provider[] = Object.freeze([
  StatisticsReadingsRepository,
  StoredStatisticsRepository,
  StatisticsRetention,
  LocationStatistics,
]);

/** How often locations were seen and used at Google, over time. */
@Module({
  imports: [BusinessProfileModule, CampaignsModule, ReviewsModule],
  controllers: [StatisticsController, LocationStatisticsController],
  providers: [
    ...STATISTICS_READING,
    StatisticsDispatcher,
    StatisticsScopes,
    DaySumsRepository,
    RankingRepository,
    RankingService,
    KeywordsRepository,
    EventsRepository,
    StatisticsService,
  ],
  exports: [StatisticsDispatcher],
})
export class StatisticsModule {}
