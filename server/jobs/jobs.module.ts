import { Global, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs } from './jobs.js';
import { Repeater } from './repeater.js';

/** Background work, for every module. */
@Global()
@Module({ providers: [Jobs, Repeater], exports: [Jobs, Repeater] })
export class JobsModule implements OnApplicationBootstrap {
  constructor(private readonly repeater: Repeater) {}

  /** Nest calls this after the same of `Jobs`: rounds may send jobs. */
  onApplicationBootstrap(): void {
    this.repeater.start();
  }
}
