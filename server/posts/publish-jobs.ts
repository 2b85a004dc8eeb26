import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Orm } from '../database/database.js';
import type { posts } from '../database/schema.js';
import { Clock } from '../config/clock.js';
import { Jobs } from '../jobs/jobs.js';

/** Jobs exist only for what is due within this time; what is due later gets its job from the publisher's sweep. */
export const JOBS_AHEAD_MS = 60 * 60_000;

/** What a job needs to know of a post. */
export type DuePost = Pick<
  typeof posts.$inferSelect,
  'id' | 'uid' | 'locationId' | 'nextStepAt' | 'status' | 'detail'
>;

/** The jobs that take posts to their next step. A post has one for each time at which it is due. */
@Injectable()
export class PublishJobs implements OnModuleDestroy {
  private readonly timers = new Map<number, NodeJS.Timeout>();

  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** Whether a post has a job already, its next step being soon. */
  isSoon({ nextStepAt }: Pick<DuePost, 'nextStepAt'>): boolean {
    return nextStepAt !== null && nextStepAt.getTime() - this.clock.now().getTime() <= JOBS_AHEAD_MS;
  }

  /** Makes the job of a post's next step if that is soon; it commits with the transaction. */
  async send(tx: Orm, post: DuePost): Promise<void> {
    const job = this.jobOf(post);
    if (job) await this.jobs.send('publish-post', job.payload, { ...job, tx });
  }

  /** Makes the jobs that are missing. */
  async sendAll(due: DuePost[]): Promise<void> {
    await this.jobs.sendAll(
      'publish-post',
      due.flatMap((post) => this.jobOf(post) ?? []),
    );
    for (const post of due) this.wakeFor(post);
  }

  /** To be called when what `send` has made is committed: this process looks for the job when it is due, to the second. */
  wakeFor({ nextStepAt }: Pick<DuePost, 'nextStepAt'>): void {
    if (nextStepAt === null) return;
    const wait = nextStepAt.getTime() - this.clock.now().getTime();
    if (wait <= 0) return this.jobs.wake('publish-post');
    if (wait > JOBS_AHEAD_MS || this.timers.has(nextStepAt.getTime())) return;
    const timer = setTimeout(() => {
      this.timers.delete(nextStepAt.getTime());
      this.jobs.wake('publish-post');
    }, wait + 1);
    this.timers.set(nextStepAt.getTime(), timer.unref());
  }

  onModuleDestroy(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  private jobOf({ id, uid, locationId, nextStepAt, status, detail }: DuePost) {
    const isOut = status === 'PUBLISHED' || detail === 'in_review';
    if (nextStepAt === null || !this.isSoon({ nextStepAt })) return undefined;
    return {
      payload: {
        postId: id,
        uid,
        locationId,
        dueAt: nextStepAt.getTime(),
        kind: isOut ? ('follow-up' as const) : ('send' as const),
      },
      key: `${id} ${nextStepAt.getTime()}`,
      startAfter: nextStepAt,
    };
  }
}
