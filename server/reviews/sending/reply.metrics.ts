import { Injectable } from '@nestjs/common';

/** Counts what this process did with replies to reviews since it started. */
@Injectable()
export class ReplyMetrics {
  private readonly steps = new Map<string, number>();

  /** Counts a step by its result. */
  noteStep(outcome: string): void {
    this.steps.set(outcome, (this.steps.get(outcome) ?? 0) + 1);
  }

  /** Steps by outcome. */
  read(): Record<string, number> {
    return Object.fromEntries(this.steps);
  }
}
