import { setTimeout as delay } from 'node:timers/promises';
import type { Run } from '../command.ts';
import type { Google } from '../google.ts';
import type { Person } from '../person.ts';
import type { Disturbance } from '../replica.ts';
import { untilTime } from '../until.ts';
import type { PlannedRevocation } from './plan.ts';

/** People's grants that are taken away at Google while their posts fall due, and given again. */
export class Revocations {
  /** From when until when posts were held. */
  readonly spells: Disturbance[] = [];
  private readonly google: Google;
  private readonly people: Person[];
  private readonly run: Run;

  constructor(google: Google, people: Person[], run: Run) {
    this.google = google;
    this.people = people;
    this.run = run;
  }

  /** Resolves when everybody is connected again. @throws Error when patience is over */
  async deal(planned: PlannedRevocation[], begin: number): Promise<void> {
    for (const { at, person: index, ms } of planned) {
      await untilTime(begin + at);
      const person = this.people[index % this.people.length] as Person;
      const from = Date.now();
      await this.google.revoke(person.email);
      await delay(ms);
      await person.reconnect();
      this.spells.push({ from, to: Date.now() });
      this.run.say('grant revoked, and given again');
    }
  }

  /**
   * A grant that is lost is tried again every 15 minutes at most: once by each server that had not heard of it, and no
   * more in the time that a revocation lasts here.
   * @returns what is wrong if it was tried more often
   */
  async judge(servers: number): Promise<string | undefined> {
    const refused = await this.google.countRefusedRefreshes();
    const most = this.spells.length * servers;
    return refused > most
      ? `${refused} refreshes with grants that were lost ${this.spells.length} times`
      : undefined;
  }
}
