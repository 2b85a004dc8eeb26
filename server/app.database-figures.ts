import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { ConnectionsService } from './business-profile/connections.service.js';
import { GoogleQuota } from './business-profile/google/quota.js';
import { Database } from './database/database.js';
import { Jobs } from './jobs/jobs.js';
import { Repeater } from './jobs/repeater.js';
import { untilAborted } from './jobs/until-aborted.js';
import { MetricsRegistry } from './observability/metrics-registry.js';
import { countPosts } from './posts/post-counts.js';

/** A database that takes longer is told as one that does not answer. */
const WITHIN_MS = 3_000;
/** Counting costs the database something: whoever asks more often is told the same. */
const FRESH_MS = 5_000;

type Labels = Record<string, string>;

/** What stands in the database, the same for every process on it, and how this one gets on with it. */
@Injectable()
export class DatabaseFigures {
  private gauges: ReturnType<DatabaseFigures['make']> | undefined;
  private readAt = -Infinity;

  constructor(
    private readonly registry: MetricsRegistry,
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly repeater: Repeater,
    private readonly connections: ConnectionsService,
    private readonly quota: GoogleQuota,
  ) {}

  /** Adds the figures to the registry; to be called once. */
  register(): void {
    this.gauges = this.make();
  }

  /** Brings the figures up to date. What cannot be read is not told, rather than told as it was. */
  async refresh(): Promise<void> {
    if (!this.gauges || performance.now() - this.readAt < FRESH_MS) return;
    this.readAt = performance.now();
    const { up, posts, jobs, quota, connections } = this.gauges;
    try {
      const read = Promise.all([
        countPosts(this.database.orm),
        this.jobs.count(),
        this.quota.left(),
        this.connections.countByState(),
      ]);
      const [post, job, left, connection] = await untilAborted(read, AbortSignal.timeout(WITHIN_MS));
      fill(
        posts,
        post.map(({ count, detail, ...labels }) => [{ ...labels, detail: detail ?? '' }, count]),
      );
      fill(
        jobs,
        job.flatMap(({ queue, ...states }) =>
          Object.entries(states).map(([state, n]) => [{ queue, state }, n] as const),
        ),
      );
      fill(
        quota,
        left.map(({ service, tokens }) => [{ api: service }, tokens]),
      );
      fill(
        connections,
        connection.map(({ state, count }) => [{ state }, count]),
      );
      up.set(1);
    } catch {
      for (const gauge of [posts, jobs, quota, connections]) gauge.reset();
      up.set(0);
    }
  }

  private make() {
    const { registry, database, repeater } = this;
    const gauge = (name: string, help: string, labelNames: string[], collect?: (this: Gauge) => void) =>
      new Gauge({
        name: `shingle_${name}`,
        help,
        labelNames,
        registers: [registry],
        ...(collect && { collect }),
      });
    gauge(
      'database_connections',
      'Connections of this process, and calls that wait for one.',
      ['state'],
      function () {
        for (const [state, count] of Object.entries(database.pooled ?? {})) this.set({ state }, count);
      },
    );
    gauge('rounds_failing', 'Rounds of this process whose last try has failed.', [], function () {
      this.set(repeater.failingTasks.length);
    });
    return {
      up: gauge('database_up', 'Whether the database has answered in time.', []),
      posts: gauge('posts', 'Posts by status and reason, and whether their time has come.', [
        'status',
        'detail',
        'due',
      ]),
      jobs: gauge('jobs', 'Jobs by queue and state.', ['queue', 'state']),
      quota: gauge('google_quota_left', "Calls that Google's APIs allow at this moment, for all processes.", [
        'api',
      ]),
      connections: gauge('connections', 'Connected Business Profiles by state.', ['state']),
    };
  }
}

function fill(gauge: Gauge, samples: (readonly [Labels, number])[]): void {
  gauge.reset();
  for (const [labels, value] of samples) gauge.set(labels, value);
}
