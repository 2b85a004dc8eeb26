import { Global, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { DueWork } from './due-work.js';
import { IntervalTasks } from './interval-tasks.js';
import { Jobs } from './job-engine.js';
import { OneAtATime } from './one-at-a-time.js';

/**
 * Background work, for every module. Work whose rows say when it is due goes to `due-work.ts`, with a
 * dispatcher beside its feature (such as `reviews/sending/reply-dispatcher.ts`); work that is asked for and may take an hour is
 * a job in a queue (`job-queues.ts`); what every process repeats goes to `interval-tasks.ts`.
 */
@Global()
@Module({
  providers: [Jobs, IntervalTasks, DueWork, OneAtATime],
  exports: [Jobs, IntervalTasks, DueWork, OneAtATime],
})
export class JobsModule implements OnApplicationBootstrap {
  constructor(private readonly intervalTasks: IntervalTasks) {}

  /** Nest calls this after the same method of `Jobs`, so tasks can send jobs. */
  onApplicationBootstrap(): void {
    this.intervalTasks.start();
  }
}
