import { type DynamicModule, Module } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import type { Env } from '../config/env.js';
import { AppLogger } from './app-logger.js';
import { createLog } from './log.js';

/** The log of this process, for every module. */
@Module({})
export class ObservabilityModule {
  static forRoot(env: Env): DynamicModule {
    return {
      module: ObservabilityModule,
      global: true,
      imports: [
        LoggerModule.forRoot({
          pinoHttp: { logger: createLog(env), wrapSerializers: false },
          // Its own middleware would stand behind ours, and miss what these refuse: `request-log.ts` stands in front.
          forRoutes: [],
        }),
      ],
      providers: [AppLogger],
      exports: [AppLogger],
    };
  }
}
