import { setTimeout as delay } from 'node:timers/promises';
import { ownerOf } from './google.ts';
import type { Scheduled } from './oracle.ts';
import type { Person } from './person.ts';
import type { PlannedChange, PlannedPost } from './plan.ts';

const LOOK_EVERY_MS = 2000;
/** How many posts are scheduled at a time. */
const HANDS = 4;

/** What people do during a run, and what was acknowledged to them. */
export class Life {
  readonly scheduled: Scheduled[] = [];
  /** How many posts were changed or cancelled, and how often it was too late for that or for scheduling. */
  readonly changes: Record<string, number> = {};
  private readonly people: Person[];
  private readonly places: string[];
  private readonly begin: number;

  /** @param begin when the plan's time begins, in ms since 1970 */
  constructor(people: Person[], places: string[], begin: number) {
    this.people = people;
    this.places = places;
    this.begin = begin;
  }

  /** Schedules each post at its time, and does to it what is planned. @throws Error when patience is over */
  async schedule(posts: PlannedPost[]): Promise<void> {
    const waiting = [...posts.entries()];
    const changing: Promise<void>[] = [];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [index, planned] = next;
        await this.until(planned.scheduledAt);
        const post = await this.scheduleOne(planned, `post-${index}`);
        if (post && planned.change) changing.push(this.change(post, planned.place, planned.change));
      }
    };
    await Promise.all(Array.from({ length: HANDS }, work));
    await Promise.all(changing);
  }

  /** Waits until no post is open any more. @throws Error when patience is over */
  async untilSettled(end: number): Promise<void> {
    for (;;) {
      const counts = await Promise.all(this.people.map((person) => person.countOpen()));
      if (counts.every((count) => count === 0) || Date.now() > end) return;
      await delay(LOOK_EVERY_MS);
    }
  }

  private async scheduleOne(
    { place, body, publishAt: at }: PlannedPost,
    key: string,
  ): Promise<Scheduled | undefined> {
    const locationId = this.places[place] as string;
    const publishAt = new Date(this.begin + at);
    const draft = { locationId, publishAt: publishAt.toISOString(), postBody: body };
    const acknowledged = await this.ownerOf(place).schedule(draft, key);
    if (!acknowledged) return this.count('not scheduled');
    const post: Scheduled = { id: acknowledged.id, locationId, text: body.summary, publishAt };
    this.scheduled.push(post);
    return post;
  }

  private async change(post: Scheduled, place: number, { at, body }: PlannedChange): Promise<void> {
    await this.until(at);
    const owner = this.ownerOf(place);
    const isDone = body ? await owner.change(post.id, body) : await owner.cancel(post.id);
    this.count(isDone ? (body ? 'changed' : 'cancelled') : 'too late');
    if (!isDone) return;
    post.withdrawn = post.text;
    if (body) post.text = body.summary;
    else post.isCancelled = true;
  }

  private count(name: string): undefined {
    this.changes[name] = (this.changes[name] ?? 0) + 1;
  }

  private ownerOf(place: number): Person {
    return this.people.find(({ email }) => email === ownerOf(place)) as Person;
  }

  private async until(at: number): Promise<void> {
    await delay(Math.max(0, this.begin + at - Date.now()));
  }
}
