import { Module, type Provider } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { ReviewsModule } from '../reviews/reviews.module.js';
import { AddedSums } from './added-sums.js';
import { EventsReadModel } from './events-read-model.js';
import { LocationReadModel } from './location-read-model.js';
import { RankingReadModel } from './ranking-read-model.js';
import { SeriesReadModel } from './series-read-model.js';
import { WordsReadModel } from './words-read-model.js';
import { StatisticsScopes } from './statistics-scope.js';
import { StatisticsDispatcher } from './reading/statistics-dispatcher.js';
import { LocationStatisticsController } from './location-statistics.controller.js';
import { StatisticsReader } from './reading/statistics-reader.js';
import { StatisticsReadingsRepository } from './reading/statistics-readings.repository.js';
import { StatisticsRetention } from './reading/statistics-retention.js';
import { SumsWork } from './reading/sums-work.js';
import { StatisticsController } from './statistics.controller.js';
import { StatisticsService } from './statistics.service.js';

/** What reads the statistics of locations from Google, and stores them. */
export const STATISTICS_READING: readonly Provider[] = Object.freeze([
  StatisticsReadingsRepository,
  StatisticsRetention,
  StatisticsReader,
  LocationReadModel,
]);

/**
 * How often locations were seen and used at Google, over time. The tables (`metric_…`), the logs (`figures.…`) and the field
 * `locationsWithFigures` keep the older words.
 */
@Module({
  imports: [BusinessProfileModule, CampaignsModule, ReviewsModule],
  controllers: [StatisticsController, LocationStatisticsController],
  providers: [
    ...STATISTICS_READING,
    StatisticsDispatcher,
    SumsWork,
    StatisticsScopes,
    AddedSums,
    SeriesReadModel,
    RankingReadModel,
    WordsReadModel,
    EventsReadModel,
    StatisticsService,
  ],
  exports: [StatisticsDispatcher],
})
export class StatisticsModule {}
