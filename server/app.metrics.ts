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
import { DatabaseMetrics } from './app.database-metrics.js';
import { LeftOutThings } from './business-profile/calls/left-out.js';
import { Env } from './config/env.js';
import { frozen } from './config/frozen.js';
import { DueWork } from './jobs/due-work.js';
import { requestDuration, serveMetrics } from './observability/metrics.js';
import { WallTimes } from './posts/wall-times.js';
import { PublishingMetrics } from './publishing/publishing.metrics.js';
import { ReplyMetrics } from './reviews/sending/reply.metrics.js';

/** Upper bounds of the buckets for how late a post was taken, in seconds. */
const LAG_BOUNDS_S = [0.5, 1, 2, 5, 10, 30, 60, 300, 3600, 86_400];

/** Collects the metrics of all parts and serves them at METRICS_PORT. */
@Injectable()
export class AppMetrics implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly env: Env,
    private readonly registry: Registry,
    private readonly publishing: PublishingMetrics,
    private readonly dueWork: DueWork,
    private readonly wallTimes: WallTimes,
    private readonly replies: ReplyMetrics,
    private readonly leftOut: LeftOutThings,
    private readonly database: DatabaseMetrics,
  ) {}

  /** Errors: OperatorError when the address cannot be used. */
  async onApplicationBootstrap(): Promise<void> {
    const { METRICS_PORT: port, METRICS_HOST: host } = this.env;
    if (port === undefined) return;
    collectDefaultMetrics({ register: this.registry });
    this.registerPublishing();
    this.database.register();
    const publicHost = new URL(this.env.publicOrigin).hostname;
    this.server = await serveMetrics({ port, host, publicHost }, this.registry.contentType, () =>
      this.read(),
    );
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
    const { publishing, dueWork, wallTimes, replies, leftOut } = this;
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
      name: 'shingle_review_reply_steps_total',
      help: 'Steps of replies to reviews, by result.',
      labelNames: ['outcome'],
      registers,
      collect() {
        this.reset();
        for (const [outcome, count] of Object.entries(replies.read())) this.inc({ outcome }, count);
      },
    });
    new Counter({
      name: 'shingle_google_left_out_total',
      help: 'What Google said that could not be stored and was left out, by kind, each time.',
      labelNames: ['kind'],
      registers,
      collect() {
        this.reset();
        for (const [kind, count] of Object.entries(leftOut.read())) this.inc({ kind }, count);
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
      name: 'shingle_due_work',
      help: 'Steps of due work in this process, by kind: those that wait for a place, and those that run.',
      labelNames: ['work', 'lane', 'state'],
      registers,
      collect() {
        for (const { work, lane, waiting, running } of dueWork.count()) {
          this.set({ work, lane, state: 'waiting' }, waiting);
          this.set({ work, lane, state: 'running' }, running);
        }
      },
    });
    new Gauge({
      name: 'shingle_due_work_longest_seconds',
      help: 'For how long the longest step of due work has been running in this process, by kind.',
      labelNames: ['work', 'lane'],
      registers,
      collect() {
        for (const { work, lane, longestMs } of dueWork.count()) this.set({ work, lane }, longestMs / 1000);
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
