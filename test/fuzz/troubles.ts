import { inspect } from 'node:util';
import type { LoggerService } from '@nestjs/common';

/** Takes the place of the server's log: what it calls an error is kept, the rest is not. */
export class Troubles implements LoggerService {
  readonly list: string[] = [];

  add(trouble: string): void {
    this.list.push(trouble);
  }

  error(message: unknown, ...details: unknown[]): void {
    this.add(inspect([message, ...details], { compact: true, breakLength: Infinity }));
  }

  fatal(message: unknown, ...details: unknown[]): void {
    this.error(message, ...details);
  }

  warn(): void {}
  log(): void {}
}
