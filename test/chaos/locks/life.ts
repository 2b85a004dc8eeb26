import { createRandom } from '../../support/seeded-random.ts';
import type { Google } from '../google.ts';
import type { Person } from '../person.ts';

/** The fields that are locked everywhere. */
export const LOCKED = ['phoneNumber', 'openStatus', 'name'];
/** How long after a refusal Google makes some of its edits again. */
const AGAIN_MS = 20 * 60 * 60_000;

/** What happens to locations on one day after the other, chosen by the seed. */
export class Life {
  /** How often each thing was done. */
  readonly done: Record<string, number> = {};
  /** Locations whose name is under Google's review. */
  readonly underReview = new Set<string>();
  private readonly below: (limit: number) => number;
  private readonly google: Google;
  private readonly person: Person;
  private readonly locations: string[];

  constructor(
    { google, person, locations }: { google: Google; person: Person; locations: string[] },
    seed: number,
  ) {
    const random = createRandom(seed);
    this.below = (limit) => Math.floor(random() * limit);
    this.google = google;
    this.person = person;
    this.locations = locations;
  }

  /** What Google, the public and the owner do in a day. */
  async day(): Promise<void> {
    for (const location of this.locations) {
      const act = await this.act(location, this.below(100));
      if (act) this.done[act] = (this.done[act] ?? 0) + 1;
    }
  }

  private async act(location: string, kind: number): Promise<string | undefined> {
    const { world } = this.google.control;
    if (kind < 40) {
      // Of the two values that come there, one comes most of the time.
      const fields = { phoneNumbers: { primaryPhone: `+44 1632 9600${this.below(5) ? 11 : 12}` } };
      const again = this.below(2) ? { reapplyAfterMs: AGAIN_MS } : {};
      await world.editByGoogle({ location, fields, by: this.below(2) ? 'public' : 'google', ...again });
      return 'phone by Google';
    }
    if (kind < 48) {
      const fields = { phoneNumbers: { primaryPhone: `+44 1632 9601${10 + this.below(80)}` } };
      await world.editByOwner({ location, fields });
      return 'phone by the owner elsewhere';
    }
    if (kind < 52) {
      await world.editByGoogle({ location, fields: { openInfo: { status: 'CLOSED_TEMPORARILY' } } });
      return 'closed by Google';
    }
    if (kind < 56) {
      const { openInfo } = (await world.location({ location })).fields;
      await world.editByGoogle({ location, fields: { openInfo } });
      return 'open by Google';
    }
    return kind < 64 ? this.actOnName(location) : undefined;
  }

  /** The person changes a name, which Google reviews, and Google changes it meanwhile; or the review ends. */
  private async actOnName(location: string): Promise<string> {
    const { world } = this.google.control;
    if (this.underReview.delete(location)) {
      await world.decidePendingEdits({ location, approve: true });
      return 'review ended';
    }
    const name = `Bakehouse ${this.below(1_000)}`;
    await this.person.try('PATCH', `/api/locations/${location}`, { body: { name }, withinMs: 45_000 });
    // Of what has not arrived there is no review.
    if ((await world.location({ location })).fields.title === name) this.underReview.add(location);
    await world.editByGoogle({ location, fields: { title: `Bakery ${this.below(1_000)}` } });
    return 'name by the person and by Google';
  }
}
