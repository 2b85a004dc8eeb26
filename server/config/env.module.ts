import { type DynamicModule, Module } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { Clock } from './clock.js';
import { Env } from './env.js';

/** Gives every module the checked configuration (`Env`) and the clock. */
@Module({})
export class EnvModule {
  static forRoot(env: Env, clock: Clock): DynamicModule {
    return {
      module: EnvModule,
      global: true,
      imports: [ConfigModule.forRoot({ ignoreEnvFile: true, ignoreEnvVars: true, load: [() => ({ env })] })],
      providers: [
        { provide: Clock, useValue: clock },
        {
          provide: Env,
          inject: [ConfigService],
          useFactory: (config: ConfigService) => config.getOrThrow<Env>('env'),
        },
      ],
      exports: [Env, Clock],
    };
  }
}
