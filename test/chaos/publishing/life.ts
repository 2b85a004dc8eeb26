import type { Run } from '../command.ts';
import { ownerOf } from '../google.ts';
import type { Person } from '../person.ts';
import { until, untilTime } from '../until.ts';
import type { Scheduled, Shown, Unanswered } from './oracle.ts';
import type { PlannedChange, PlannedPost } from './plan.ts';

const LOOK_EVERY_MS = 2000;
/** How many posts are scheduled at a time. */
const HANDS = 4;

/** What people do during a run, and what was acknowledged to them. */
export class Life {
  readonly scheduled: Scheduled[] = [];
  /** What was asked for without a key, and got no answer. */
  readonly unanswered: Unanswered[] = [];
  /** How many posts were changed or cancelled, and how often it was too late for that or for scheduling. */
  readonly changes: Record<string, number> = {};
  private readonly people: Person[];
  private readonly places: string[];
  private readonly begin: number;
  private readonly run: Run;

  /** @param begin when the plan's time begins, in ms since 1970 */
  constructor(people: Person[], places: string[], begin: number, run: Run) {
    this.people = people;
    this.places = places;
    this.begin = begin;
    this.run = run;
  }

  /** Schedules each post at its time, and does to it what is planned. @throws Error when patience is over */
  async schedule(posts: PlannedPost[]): Promise<void> {
    const waiting = [...posts.entries()];
    const later: Promise<void>[] = [];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [index, planned] = next;
        await this.until(planned.scheduledAt);
        const post = await this.scheduleOne(planned, `post-${index}`);
        if (post && planned.change) later.push(this.change(post, planned.place, planned.change));
        if (post && planned.replayAt !== undefined)
          later.push(this.replay(planned, planned.replayAt, `post-${index}`, post.id));
      }
    };
    await Promise.all(Array.from({ length: HANDS }, work));
    await Promise.all(later);
  }

  /** Waits until no post is open any more. @throws Error when patience is over */
  async untilSettled(end: number): Promise<void> {
    const isSettled = async () => {
      const counts = await Promise.all(this.people.map((person) => person.countOpen()));
      return counts.every((count) => count === 0);
    };
    await until(isSettled, end - Date.now(), LOOK_EVERY_MS);
  }

  /**
   * Retries what could not be confirmed; its new time is the one that holds.
   * @returns the ids of those posts
   */
  async retryUnconfirmed(): Promise<string[]> {
    const ids: string[] = [];
    for (const person of this.people)
      for (const { id, publishAt } of await person.retryUnconfirmed()) {
        const post = this.scheduled.find((scheduled) => scheduled.id === id);
        if (post) {
          post.firstDue = post.publishAt;
          post.publishAt = new Date(publishAt);
        }
        ids.push(id);
      }
    return ids;
  }

  /** What everybody's calendar shows. */
  async look(): Promise<Shown[]> {
    const lists = await Promise.all(this.people.map((person) => person.list()));
    return lists.flat().map(({ id, summary, publishAt, status, detail, errorDetails }) => ({
      id,
      text: summary,
      publishAt: new Date(publishAt),
      status,
      detail,
      errorDetails,
    }));
  }

  private async scheduleOne(planned: PlannedPost, key: string): Promise<Scheduled | undefined> {
    const draft = this.draftOf(planned);
    const owner = this.ownerOf(planned.place);
    const { locationId } = draft;
    const text = planned.body.summary;
    const answer = planned.isKeyless ? await owner.scheduleOnce(draft) : await owner.schedule(draft, key);
    if (answer === 'refused' || (!answer && !planned.isKeyless)) return this.count('not scheduled');
    if (!answer) {
      this.unanswered.push({ locationId, text });
      return this.count('without an answer');
    }
    const post: Scheduled = { id: answer.id, locationId, text, publishAt: new Date(draft.publishAt) };
    this.scheduled.push(post);
    return post;
  }

  private async replay(planned: PlannedPost, at: number, key: string, id: string): Promise<void> {
    await this.until(at);
    const trouble = await this.ownerOf(planned.place).replay(this.draftOf(planned), key, id);
    this.count('replayed');
    this.run.note(trouble);
  }

  private draftOf({ place, body, publishAt }: PlannedPost) {
    const locationId = this.places[place] as string;
    return { locationId, publishAt: new Date(this.begin + publishAt).toISOString(), postBody: body };
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
    await untilTime(this.begin + at);
  }
}
