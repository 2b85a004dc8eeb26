import {
  type BeforeApplicationShutdown,
  type INestApplication,
  Injectable,
  type OnApplicationBootstrap,
  type Provider,
} from '@nestjs/common';
import type { RequestHandler } from 'express';
import type { Server } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { ConnectionsService } from './business-profile/connection/connections.service.js';
import { GoogleQuota } from './business-profile/google/quota.js';
import { CampaignDispatcher } from './campaigns/campaign-dispatcher.js';
import { ChangeDispatcher } from './changes/change-dispatcher.js';
import { Env } from './config/env.js';
import { frozen } from './config/frozen.js';
import { Database } from './database/database.js';
import { FiguresDispatcher } from './figures/figures-dispatcher.js';
import { Jobs } from './jobs/jobs.js';
import { IntervalTasks } from './jobs/interval-tasks.js';
import { untilAborted } from './jobs/bounded-wait.js';
import { NoticesRepository } from './notices/notices.repository.js';
import { requestDuration, serveMetrics } from './observability/metrics.js';
import { PhotosRepository } from './photos/photos.repository.js';
import { countPosts } from './posts/post-figures.js';
import { WallTimes } from './posts/wall-times.js';
import { PublishDispatcher } from './publishing/publish-dispatcher.js';
import { PublishingMetrics } from './publishing/publishing.metrics.js';

/** A database that takes longer counts as not answering. */
const READ_WITHIN_MS = 3_000;
/** Counting loads the database, so the same values are served again within this time. */
const FRESH_MS = 5_000;
/** Upper bounds of the buckets for how late a post was taken, in seconds. */
const LAG_BOUNDS_S = [0.5, 1, 2, 5, 10, 30, 60, 300, 3600, 86_400];

type Labels = Record<string, string>;

/** Measures what is in the database, which is the same for every process, and how this process reaches the database. */
@Injectable()
export class DatabaseMetrics {
  private gauges: ReturnType<DatabaseMetrics['make']> | undefined;
  private readAt = -Infinity;

  constructor(
    private readonly registry: Registry,
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly intervalTasks: IntervalTasks,
    private readonly connections: ConnectionsService,
    private readonly quota: GoogleQuota,
    private readonly campaigns: CampaignDispatcher,
    private readonly changes: ChangeDispatcher,
    private readonly notices: NoticesRepository,
    private readonly photos: PhotosRepository,
    private readonly figures: FiguresDispatcher,
  ) {}

  /** Adds the metrics to the registry. Call it once. */
  register(): void {
    this.gauges = this.make();
  }

  /** Updates the metrics. A value that cannot be read is left out instead of being served stale. */
  async refresh(): Promise<void> {
    if (!this.gauges || performance.now() - this.readAt < FRESH_MS) return;
    this.readAt = performance.now();
    const { up, ...counted } = this.gauges;
    try {
      const reading = Promise.all([
        countPosts(this.database.orm),
        this.jobs.count(),
        this.quota.left(),
        this.connections.countByState(),
        this.changes.countOpen(),
        this.notices.countOpenDeliveries(),
        this.photos.countAll(),
        this.campaigns.countAtWork(),
        this.figures.count(),
      ]);
      const [posts, jobs, left, connections, saves, deliveries, photos, campaigns, figures] =
        await untilAborted(reading, AbortSignal.timeout(READ_WITHIN_MS));
      fill(
        counted.posts,
        posts.map(({ count, detail, ...labels }) => [{ ...labels, detail: detail ?? '' }, count]),
      );
      fill(
        counted.jobs,
        jobs.flatMap(({ queue, ...states }) =>
          Object.entries(states).map(([state, count]) => [{ queue, state }, count] as const),
        ),
      );
      fill(
        counted.quota,
        left.map(({ service, tokens }) => [{ api: service }, tokens]),
      );
      fill(
        counted.connections,
        connections.map(({ state, count }) => [{ state }, count]),
      );
      fill(
        counted.saves,
        saves.map(({ state, count }) => [{ state }, count]),
      );
      fill(
        counted.deliveries,
        deliveries.map(({ state, count }) => [{ state }, count]),
      );
      fill(
        counted.campaigns,
        campaigns.map(({ state, count }) => [{ state }, count]),
      );
      fill(
        counted.campaignsIdle,
        campaigns.map(({ state, idleSeconds }) => [{ state }, idleSeconds]),
      );
      counted.photos.set(photos.photos);
      counted.photoBytes.set(photos.bytes);
      counted.figures.set(figures.locations);
      counted.figuresLate.set(figures.late);
      up.set(1);
    } catch {
      for (const gauge of Object.values(counted)) gauge.reset();
      up.set(0);
    }
  }

  private make() {
    const { registry, database, intervalTasks } = this;
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
    gauge('rounds_failing', 'Interval tasks of this process whose last tick failed.', [], function () {
      this.set(intervalTasks.failingTasks.length);
    });
    return {
      up: gauge('database_up', 'Whether the database answered in time.', []),
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
      campaigns: gauge(
        'campaigns_at_work',
        'Campaigns whose posts are made, changed or taken back, by state.',
        ['state'],
      ),
      campaignsIdle: gauge(
        'campaigns_idle_seconds',
        'How long ago the campaign at work that has waited longest made progress, by state.',
        ['state'],
      ),
      photos: gauge('photos', 'Stored photos of posts.', []),
      photoBytes: gauge('photo_bytes', 'Bytes of the stored photos of posts.', []),
      figures: gauge('figures_locations', 'Locations whose figures are read each day.', []),
      figuresLate: gauge(
        'figures_late',
        'Locations whose figures should have been read more than a day ago.',
        [],
      ),
      saves: gauge(
        'profile_saves_open',
        'Changes of profiles that wait or whose outcome is open, by state.',
        ['state'],
      ),
      deliveries: gauge(
        'notice_deliveries_open',
        'E-mails and webhook messages that have not ended, by state.',
        ['state'],
      ),
    };
  }
}

function fill(gauge: Gauge, samples: (readonly [Labels, number])[]): void {
  gauge.reset();
  for (const [labels, value] of samples) gauge.set(labels, value);
}

/** Collects the metrics of all parts and serves them at METRICS_PORT. */
@Injectable()
export class AppMetrics implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly env: Env,
    private readonly registry: Registry,
    private readonly publishing: PublishingMetrics,
    private readonly dispatcher: PublishDispatcher,
    private readonly wallTimes: WallTimes,
    private readonly database: DatabaseMetrics,
  ) {}

  /** Errors: OperatorError when the address cannot be used. */
  async onApplicationBootstrap(): Promise<void> {
    const { METRICS_PORT: port, METRICS_HOST: host } = this.env;
    if (port === undefined) return;
    collectDefaultMetrics({ register: this.registry });
    this.registerPublishing();
    this.database.register();
    this.server = await serveMetrics({ port, host }, this.registry.contentType, () => this.read());
  }

  beforeApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  /** All metrics, in Prometheus's text format. */
  async read(): Promise<string> {
    await this.database.refresh();
    return this.registry.metrics();
  }

  /** Registers the publishing metrics of this process since its start. */
  private registerPublishing(): void {
    const { publishing, dispatcher, wallTimes } = this;
    const registers = [this.registry];
    new Counter({
      name: 'shingle_publishing_steps_total',
      help: 'Publishing steps, by result.',
      labelNames: ['outcome'],
      registers,
      collect() {
        this.reset();
        for (const [outcome, count] of Object.entries(publishing.read().steps)) this.inc({ outcome }, count);
      },
    });
    new Counter({
      name: 'shingle_publishing_attempts_total',
      help: 'Attempts to publish, by outcome.',
      labelNames: ['outcome'],
      registers,
      collect() {
        this.reset();
        for (const [outcome, count] of Object.entries(publishing.read().attempts))
          this.inc({ outcome }, count);
      },
    });
    new Counter({
      name: 'shingle_posts_moved_total',
      help: 'Posts that keep their time of day under new time zone rules.',
      registers,
      collect() {
        this.reset();
        this.inc(wallTimes.moved);
      },
    });
    new Gauge({
      name: 'shingle_publishing_waiting',
      help: 'Posts that are due and queued in this process.',
      labelNames: ['line'],
      registers,
      collect() {
        for (const [line, count] of Object.entries(dispatcher.waiting)) this.set({ line }, count);
      },
    });
    const lag = new Histogram({
      name: 'shingle_publishing_lag_seconds',
      help: 'How late posts were taken.',
      buckets: LAG_BOUNDS_S,
      registers,
    });
    publishing.measureLags((seconds) => lag.observe(seconds));
  }
}

/** The additional providers of an app with metrics. */
export const METRICS: Provider[] = frozen([
  { provide: Registry, useFactory: () => new Registry() },
  DatabaseMetrics,
  AppMetrics,
]);

/** Measures every request of an app with metrics. */
export function requestDurationOf(app: INestApplication): RequestHandler {
  return requestDuration(app.get(Registry));
}
