import { Injectable } from '@nestjs/common';

/** Counts what this process has done with posts since it started. */
@Injectable()
export class PublishingMetrics {
  private readonly steps = new Map<string, number>();
  private readonly attempts = new Map<string, number>();
  private lags = 0;
  private observeLag: (seconds: number) => void = () => undefined;

  /** Has the lateness of each post that is taken from now on measured elsewhere too, in seconds. */
  measureLags(observe: (seconds: number) => void): void {
    this.observeLag = observe;
  }

  /** One step with a post has ended in this way. */
  noteStep(outcome: string): void {
    this.steps.set(outcome, (this.steps.get(outcome) ?? 0) + 1);
  }

  /** The outcome of an attempt is known, or known to be uncertain. */
  noteAttempt(outcome: string): void {
    this.attempts.set(outcome, (this.attempts.get(outcome) ?? 0) + 1);
  }

  /** A post was taken so long after its time, in milliseconds. */
  noteLag(ms: number): void {
    this.lags += 1;
    this.observeLag(Math.max(0, ms) / 1000);
  }

  /** Steps and attempts by outcome, and for how many posts the lateness was noted. */
  read(): { steps: Record<string, number>; attempts: Record<string, number>; lag: { count: number } } {
    return {
      steps: Object.fromEntries(this.steps),
      attempts: Object.fromEntries(this.attempts),
      lag: { count: this.lags },
    };
  }
}
