import type { PostView } from 'gbp-simulator';
import { type Lateness, summary } from '../lateness.ts';
import type { Person } from '../person.ts';

const EVERY_MS = 1_000;
/** What is promised of other people's posts while a campaign goes out and nothing is struck (ms). */
const MOST_LATE_MS = 1_000;

/** A post that somebody else has scheduled by itself. */
interface Single {
  locationId: string;
  text: string;
  /** ms since 1970. */
  dueAt: number;
}

/** Posts of somebody else that fall due beside a campaign, one each second, at their places in turn. */
export class Others {
  private readonly singles: Single[];

  private constructor(singles: Single[]) {
    this.singles = singles;
  }

  static async schedule(person: Person, places: string[], count: number, from: number): Promise<Others> {
    const singles = Array.from({ length: count }, (_, number) => ({
      locationId: places[number % places.length]!,
      text: `Tray ${number} is out of the oven`,
      dueAt: from + number * EVERY_MS,
    }));
    for (const [number, { locationId, text, dueAt }] of singles.entries()) {
      const publishAt = new Date(dueAt).toISOString();
      const postBody = { languageCode: 'en-US', topicType: 'STANDARD', summary: text };
      const post = { locationId, publishAt, postBody };
      if (!(await person.schedule(post, `other-${number}`)))
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
