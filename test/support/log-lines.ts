import { jest } from './jest.ts';

export interface LogLine {
  level: string;
  time: string;
  event?: string;
  requestId?: string;
  [fact: string]: unknown;
}

/** What this process writes to its standard output, from `listen` on. */
export class LogLines {
  private text = '';
  private spy: { mockRestore: () => void } | undefined;

  /**
   * Takes what is written, so that it does not stand among the results of the tests. Call it before the app starts, whose
   * log looks then whether it may pass the stream by.
   */
  listen(): void {
    this.spy = jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      this.text += String(chunk);
      return true;
    });
  }

  /** Gives the output back. */
  stop(): void {
    this.spy?.mockRestore();
  }

  /** Everything, as it was written. */
  get all(): string {
    return this.text;
  }

  /** Every line, each of which must be JSON. @throws SyntaxError for one that is not */
  lines(): LogLine[] {
    return linesOf(this.text);
  }

  /** The lines of one event. */
  of(event: string): LogLine[] {
    return this.lines().filter((line) => line.event === event);
  }

  /** Forgets what was written so far. */
  clear(): void {
    this.text = '';
  }
}

/** The lines of a log. @throws SyntaxError for one that is not JSON */
export function linesOf(text: string): LogLine[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LogLine);
}
