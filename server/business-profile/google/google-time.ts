import { Injectable } from '@nestjs/common';

/** Google's own clock, as its answers tell it to the second. Between them it goes on by this machine's steady clock. */
@Injectable()
export class GoogleTime {
  private last: { date: number; at: number } | undefined;

  /** Takes over what an answer says of its date. */
  note(header: string | null): void {
    const date = Date.parse(header ?? '');
    if (!Number.isNaN(date)) this.last = { date, at: performance.now() };
  }

  /** Null until the first answer. */
  now(): Date | null {
    return this.last ? new Date(this.last.date + performance.now() - this.last.at) : null;
  }
}
