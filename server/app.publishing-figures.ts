import { Counter, Gauge, type Metric } from 'prom-client';
import type { MetricsRegistry } from './observability/metrics-registry.js';
import type { PublishingMetrics } from './publishing/publishing.metrics.js';

/** Registers what this process has done for posts since it started. */
export function publishingFigures(
  registry: MetricsRegistry,
  metrics: PublishingMetrics,
  waiting: () => Record<string, number>,
): void {
  const registers = [registry];
  new Counter({
    name: 'shingle_publishing_steps_total',
    help: 'Steps taken with posts, by what each came to.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(metrics.read().steps)) this.inc({ outcome }, count);
    },
  });
  new Counter({
    name: 'shingle_publishing_attempts_total',
    help: 'Attempts to publish, by what became of each.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(metrics.read().attempts)) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    name: 'shingle_publishing_waiting',
    help: 'Posts that wait in this process for their turn.',
    labelNames: ['line'],
    registers,
    collect() {
      for (const [line, count] of Object.entries(waiting())) this.set({ line }, count);
    },
  });
  registry.registerMetric(lagHistogram(metrics));
}

const LAG = 'shingle_publishing_lag_seconds';

/** What PublishingMetrics has counted already: the library's own histogram would count it again. */
function lagHistogram(metrics: PublishingMetrics): Metric {
  const histogram = {
    name: LAG,
    help: 'How long after their time posts were taken.',
    type: 'histogram',
    get: () => {
      const { buckets, sum, count } = metrics.read().lag;
      const all = [...buckets.map((bucket) => [bucket.bound, bucket.count]), ['+Inf', count]];
      const values = [
        ...all.map(([le, value]) => ({ labels: { le }, value, metricName: `${LAG}_bucket` })),
        { labels: {}, value: sum, metricName: `${LAG}_sum` },
        { labels: {}, value: count, metricName: `${LAG}_count` },
      ];
      return Promise.resolve({ ...histogram, values });
    },
  };
  // Of a metric, the registry asks for no more than this.
  return histogram as unknown as Metric;
}
