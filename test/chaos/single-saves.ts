import { setTimeout as delay } from 'node:timers/promises';
import type { Person } from './person.ts';

/** How many locations are saved before something begins, and the pause between two saves beside it. */
const SAVES = 8;
const EVERY_MS = 10_000;
/** So much longer a save may take beside it (ms). */
const LONGER_MS = 1_000;
const ANSWER_MS = 45_000;

/** How long single saves took (ms, medians), in words, and what is wrong with that. */
export interface SaveTimes {
  quiet: number;
  busy: number;
  words: string;
  faults: string[];
}

/** Somebody who saves one location after the other: some before a run does what it is about, the others beside it. */
export class SingleSaves {
  private readonly person: Person;
  private readonly places: string[];
  private readonly before: number[] = [];
  private readonly beside: number[] = [];
  private number = 0;
  private isOver = false;
  private saving = Promise.resolve();

  constructor(person: Person, places: string[]) {
    this.person = person;
    this.places = places;
  }

  /** How many were made. */
  get count(): number {
    return this.number;
  }

  async some(): Promise<void> {
    while (this.number < SAVES) this.before.push(await this.save());
  }

  /** Saves on until `end`. */
  begin(): void {
    this.saving = this.saveOn();
  }

  async end(): Promise<SaveTimes> {
    this.isOver = true;
    await this.saving;
    const [quiet, busy] = [middle(this.before), middle(this.beside)];
    const words = `${quiet} ms before it, ${busy} ms beside it (medians of ${this.before.length} and ${this.beside.length})`;
    const isSlow = !(busy <= quiet + LONGER_MS);
    const fault = `a save of somebody else takes ${busy} ms, and ${quiet} ms without`;
    return { quiet, busy, words, faults: isSlow ? [fault] : [] };
  }

  private async saveOn(): Promise<void> {
    while (!this.isOver) {
      this.beside.push(await this.save());
      await delay(EVERY_MS);
    }
  }

  /** Saves one field of the next location. @returns how long that took (ms) */
  private async save(): Promise<number> {
    const number = this.number;
    this.number += 1;
    const body = { description: `Tray ${number} is out of the oven.` };
    const from = performance.now();
    await this.person.expect(200, 'PATCH', `/api/locations/${this.places[number % this.places.length]!}`, {
      body,
      withinMs: ANSWER_MS,
    });
    return Math.round(performance.now() - from);
  }
}

function middle(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
