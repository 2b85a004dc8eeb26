import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import { Logger, LoggerModule } from 'nestjs-pino';
import type { Env } from '../config/env.js';
import { createLog } from './log.js';

/** The loggers of Nest's own modules and routes. Their lines at every start are of no use to an operator. */
const CHATTER = ['InstanceLoader', 'NestApplication', 'NestFactory', 'RouterExplorer', 'RoutesResolver'];

/** Receives what every `Logger` of Nest writes: the log of this process, each line with the id of its request. */
@Injectable()
export class AppLogger extends Logger {
  override log(message: unknown, ...parameters: unknown[]): void {
    if (!CHATTER.includes(String(parameters.at(-1)))) super.log(message, ...parameters);
  }
}

/** The log of this process, for every module. */
@Module({})
export class LogModule {
  static forRoot(env: Env): DynamicModule {
    return {
      module: LogModule,
      global: true,
      imports: [
        LoggerModule.forRoot({
          pinoHttp: { logger: createLog(env), wrapSerializers: false },
          // nestjs-pino's own middleware would run after ours and miss what it refuses. `request-log.ts` runs first.
          forRoutes: [],
        }),
      ],
      providers: [AppLogger],
      exports: [AppLogger],
    };
  }
}
