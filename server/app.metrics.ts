import {
  type BeforeApplicationShutdown,
  type INestApplication,
  Injectable,
  type OnApplicationBootstrap,
  type Provider,
} from '@nestjs/common';
import type { RequestHandler } from 'express';
import type { Server } from 'node:http';
import { collectDefaultMetrics } from 'prom-client';
import { DatabaseFigures } from './app.database-figures.js';
import { publishingFigures } from './app.publishing-figures.js';
import { Env } from './config/env.js';
import { frozen } from './config/frozen.js';
import { MetricsRegistry } from './observability/metrics-registry.js';
import { requestDuration } from './observability/request-duration.js';
import { serveMetrics } from './observability/metrics-server.js';
import { PublishPostJob } from './publishing/publish-post.job.js';
import { PublishingMetrics } from './publishing/publishing.metrics.js';

/** Gathers the figures of all parts and tells them where METRICS_PORT says. */
@Injectable()
export class AppMetrics implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly env: Env,
    private readonly registry: MetricsRegistry,
    private readonly publishing: PublishingMetrics,
    private readonly lines: PublishPostJob,
    private readonly database: DatabaseFigures,
  ) {}

  /** Errors: `MetricsUnserved`. */
  async onApplicationBootstrap(): Promise<void> {
    const { METRICS_PORT: port, METRICS_HOST: host } = this.env;
    if (port === undefined) return;
    collectDefaultMetrics({ register: this.registry });
    publishingFigures(this.registry, this.publishing, () => this.lines.waiting);
    this.database.register();
    this.server = await serveMetrics({ port, host }, this.registry.contentType, () => this.read());
  }

  beforeApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  /** Every figure, in Prometheus's text format. */
  async read(): Promise<string> {
    await this.database.refresh();
    return this.registry.metrics();
  }
}

/** What an app that tells figures is made of beside the rest. */
export const METRICS: Provider[] = frozen([
  { provide: MetricsRegistry, useFactory: () => new MetricsRegistry() },
  DatabaseFigures,
  AppMetrics,
]);

/** Measures every request of an app that tells figures. */
export function requestDurationOf(app: INestApplication): RequestHandler {
  return requestDuration(app.get(MetricsRegistry));
}
