import { say, seconds } from './say.ts';

/** Counts what holds and what does not, and says each as it is known. */
export class Checks {
  private held = 0;
  private readonly faults: string[] = [];

  /** A check holds when it returns: nothing, or a figure to show. It fails when it throws. */
  async check(what: string, look: () => unknown): Promise<void> {
    const began = performance.now();
    try {
      const figure = await look();
      this.held += 1;
      const shown = typeof figure === 'string' ? figure : seconds(performance.now() - began);
      say(`  holds   ${what} (${shown})`);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      this.faults.push(what);
      say(`  FAULT   ${what}\n${words.replace(/^/gm, '          ')}`);
    }
  }

  /** Says how many hold. @returns whether all do */
  conclude(): boolean {
    say(`\n${this.held} hold, ${this.faults.length} do not`);
    return this.faults.length === 0 && this.held > 0;
  }
}
