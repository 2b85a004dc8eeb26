import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AccountModule } from './account/account.module.js';
import { AuthModule } from './auth/auth.module.js';
import { BusinessProfileModule } from './business-profile/business-profile.module.js';
import { Clock } from './config/clock.js';
import type { Env } from './config/env.js';
import { EnvModule } from './config/env.module.js';
import type { Database } from './database/database.js';
import { DatabaseModule } from './database/database.module.js';
import { ErrorFilter } from './errors/error.filter.js';
import { HealthModule } from './health/health.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { ListingsModule } from './listings/listings.module.js';
import { ObservabilityModule } from './observability/observability.module.js';
import { PostsModule } from './posts/posts.module.js';
import { PublishingModule } from './publishing/publishing.module.js';
import { CrossOriginGuard } from './security/cross-origin.guard.js';
import { UsersModule } from './users/users.module.js';

/** The whole server, on a checked configuration, an opened database and a clock, with what else it is to be made of. */
@Module({})
export class AppModule {
  static forRoot(env: Env, database: Database, clock = new Clock(), more: Provider[] = []): DynamicModule {
    return {
      module: AppModule,
      imports: [
        EnvModule.forRoot(env, clock),
        ObservabilityModule.forRoot(env),
        DatabaseModule.forRoot(database),
        JobsModule,
        UsersModule,
        AuthModule,
        BusinessProfileModule,
        ListingsModule,
        PostsModule,
        PublishingModule,
        AccountModule,
        HealthModule,
      ],
      providers: [
        ...more,
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: APP_GUARD, useClass: CrossOriginGuard },
      ],
    };
  }
}
