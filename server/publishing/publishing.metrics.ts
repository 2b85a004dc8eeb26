import { Injectable } from '@nestjs/common';

/** Counts what this process did with posts since it started. */
@Injectable()
export class PublishingMetrics {
  private readonly steps = new Map<string, number>();
  private readonly attempts = new Map<string, number>();
  private lags = 0;
  private observeLag: (seconds: number) => void = () => undefined;

  /** Also reports the lateness of each post that is taken from now on, in seconds. */
  measureLags(observe: (seconds: number) => void): void {
    this.observeLag = observe;
  }

  /** Counts a step by its result. */
  noteStep(outcome: string): void {
    this.steps.set(outcome, (this.steps.get(outcome) ?? 0) + 1);
  }

  /** Counts an attempt by its outcome, which may be uncertain. */
  noteAttempt(outcome: string): void {
    this.attempts.set(outcome, (this.attempts.get(outcome) ?? 0) + 1);
  }

  /** Records how late a post was taken, in milliseconds. */
  noteLag(ms: number): void {
    this.lags += 1;
    this.observeLag(Math.max(0, ms) / 1000);
  }

  /** Steps and attempts by outcome, and how many times the lateness was recorded. */
  read(): { steps: Record<string, number>; attempts: Record<string, number>; lag: { count: number } } {
    return {
      steps: Object.fromEntries(this.steps),
      attempts: Object.fromEntries(this.attempts),
      lag: { count: this.lags },
    };
  }
}
