import { Injectable } from '@nestjs/common';

/** Upper bounds in seconds of how long after its time a post was taken. */
const LAG_BOUNDS_S = [0.5, 1, 2, 5, 10, 30, 60, 300, 3600, 86_400];

/** What this process has done for posts since it started; it is told, and asked, from outside. */
@Injectable()
export class PublishingMetrics {
  private readonly counts = new Map<string, number>();
  private readonly attempts = new Map<string, number>();
  private readonly lags = LAG_BOUNDS_S.map((bound) => ({ bound, count: 0 }));
  private lagSum = 0;
  private lagCount = 0;

  /** One step with a post has ended in this way. */
  noteStep(outcome: string): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }

  /** It is known what became of an attempt, or that it is not known. */
  noteAttempt(outcome: string): void {
    this.attempts.set(outcome, (this.attempts.get(outcome) ?? 0) + 1);
  }

  /** A post was taken so long after its time, in milliseconds. */
  noteLag(ms: number): void {
    const seconds = Math.max(0, ms) / 1000;
    for (const lag of this.lags) if (seconds <= lag.bound) lag.count += 1;
    this.lagSum += seconds;
    this.lagCount += 1;
  }

  /** Steps and attempts by outcome; lateness as a cumulative histogram in seconds. */
  read(): {
    steps: Record<string, number>;
    attempts: Record<string, number>;
    lag: { buckets: { bound: number; count: number }[]; sum: number; count: number };
  } {
    return {
      steps: Object.fromEntries(this.counts),
      attempts: Object.fromEntries(this.attempts),
      lag: { buckets: this.lags.map((lag) => ({ ...lag })), sum: this.lagSum, count: this.lagCount },
    };
  }
}
