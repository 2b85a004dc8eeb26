import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AccountModule } from './account/account.module.js';
import { AdviceModule } from './advice/advice.module.js';
import { AuthModule } from './auth/auth.module.js';
import { BulkEditsModule } from './bulk-edits/bulk-edits.module.js';
import { BusinessProfileModule } from './business-profile/business-profile.module.js';
import { PracticeGoogle } from './business-profile/connection/practice-google.js';
import { CampaignsModule } from './campaigns/campaigns.module.js';
import { Clock } from './config/clock.js';
import { Env } from './config/env.js';
import type { Database } from './database/database.js';
import { DatabaseModule } from './database/database.module.js';
import { ErrorFilter } from './errors/error.filter.js';
import { StatisticsModule } from './statistics/statistics.module.js';
import { HolidaysModule } from './holidays/holidays.module.js';
import { HealthModule } from './health/health.controller.js';
import { JobsModule } from './jobs/jobs.module.js';
import { ListingsModule } from './listings/listings.module.js';
import { LocksModule } from './locks/locks.module.js';
import { LogModule } from './observability/log.module.js';
import { PeopleModule } from './people/people.module.js';
import { ChangesModule } from './changes/changes.module.js';
import { NoticesModule } from './notices/notices.module.js';
import { PhotosModule } from './photos/photos.module.js';
import { PostsModule } from './posts/posts.module.js';
import { PublishingModule } from './publishing/publishing.module.js';
import { ReviewsModule } from './reviews/reviews.module.js';
import { CrossOriginGuard } from './security/cross-origin.guard.js';
import { ZonesModule } from './zones/zones.module.js';
import { UsersModule } from './users/users.module.js';

/** Whether people may try the demo: only where the embedded start has added it. */
export const OFFERS_DEMO = Symbol('offers-demo');

/** The checked configuration and the clock, for every module. */
@Global()
@Module({})
class EnvModule {
  static forRoot(env: Env, clock: Clock): DynamicModule {
    return {
      module: EnvModule,
      imports: [ConfigModule.forRoot({ ignoreEnvFile: true, ignoreEnvVars: true, load: [() => ({ env })] })],
      providers: [
        {
          provide: Env,
          inject: [ConfigService],
          useFactory: (config: ConfigService) => config.getOrThrow<Env>('env'),
        },
        { provide: Clock, useValue: clock },
      ],
      exports: [Env, Clock],
    };
  }
}

/**
 * The whole server, on a checked configuration, an opened database and a clock. `more` providers are those of metrics,
 * `modules` what the embedded start adds.
 */
@Module({})
export class AppModule {
  static forRoot(
    env: Env,
    database: Database,
    clock = new Clock(),
    more: Provider[] = [],
    modules: DynamicModule[] = [],
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        EnvModule.forRoot(env, clock),
        LogModule.forRoot(env),
        DatabaseModule.forRoot(database),
        JobsModule,
        UsersModule,
        AuthModule,
        PeopleModule,
        NoticesModule,
        BusinessProfileModule,
        ZonesModule,
        ListingsModule,
        PhotosModule,
        PostsModule,
        CampaignsModule,
        HolidaysModule,
        ChangesModule,
        BulkEditsModule,
        LocksModule,
        ReviewsModule,
        StatisticsModule,
        AdviceModule,
        PublishingModule,
        AccountModule,
        HealthModule,
        ...modules,
      ],
      providers: [
        ...more,
        {
          provide: OFFERS_DEMO,
          inject: [{ token: PracticeGoogle, optional: true }],
          useFactory: (practice?: PracticeGoogle) => practice?.isOffered ?? false,
        },
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: APP_GUARD, useClass: CrossOriginGuard },
      ],
    };
  }
}
