import type { PostView } from 'gbp-simulator';
import { PEOPLE } from '../support/google/google-simulator.ts';
import type { Google } from './google.ts';
import { type Lateness, summary } from './lateness.ts';
import type { Person } from './person.ts';

const EVERY_MS = 1_000;
/** What is promised of other people's posts while nothing is struck (ms). */
const MOST_LATE_MS = 1_000;

/** A post that somebody else has scheduled by itself. */
interface Single {
  locationId: string;
  text: string;
  /** ms since 1970. */
  dueAt: number;
}

/** How many locations somebody else has: none of them comes to the limit of a profile. */
const PLACES = 24;

/** Posts of somebody else that fall due beside what a run is about, one each second, at their places in turn. */
export class Others {
  /** Whose posts they are, as an address at Google. */
  static readonly email = PEOPLE.tamsin;
  private readonly singles: Single[];

  private constructor(singles: Single[]) {
    this.singles = singles;
  }

  /** Gives them places. @returns the ids of these */
  static async addPlaces(google: Google): Promise<string[]> {
    const ids: string[] = [];
    for (let number = 1; number <= PLACES; number += 1)
      ids.push(await google.addPlace(Others.email, `Bakehouse ${number}`));
    return ids;
  }

  static async schedule(person: Person, places: string[], count: number, from: number): Promise<Others> {
    const singles = Array.from({ length: count }, (_, number) => {
      const dueAt = from + number * EVERY_MS;
      const locationId = places[number % places.length]!;
      return { locationId, text: `Tray ${dueAt} is out of the oven`, dueAt };
    });
    for (const { locationId, text, dueAt } of singles) {
      const publishAt = new Date(dueAt).toISOString();
      const postBody = { languageCode: 'en-US', topicType: 'STANDARD', summary: text };
      const post = { locationId, publishAt, postBody };
      if (!(await person.schedule(post, `other-${dueAt}`)))
        throw new Error(`${text} could not be scheduled in time.`);
    }
    return new Others(singles);
  }

  /** When the last is due, in ms since 1970. */
  get lastDue(): number {
    return Math.max(0, ...this.singles.map(({ dueAt }) => dueAt));
  }

  /** How late they were by Google's own times. */
  lateness(posts: PostView[]): Lateness {
    return summary(
      this.singles.map(({ locationId, text, dueAt }) => {
        const taken = posts.find((post) => post.locationId === locationId && post.summary === text);
        return taken ? Date.parse(taken.createTime) - dueAt : Infinity;
      }),
    );
  }
}

/** @returns what is wrong about the lateness of other people's posts */
export function tooLate({ count, p99 }: Lateness): string[] {
  return count > 0 && p99 > MOST_LATE_MS ? [`other people’s posts are late by ${p99} ms at p99`] : [];
}
