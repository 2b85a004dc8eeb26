import { createRandom } from '../../support/seeded-random.ts';
import type { PostBody } from '../../../dist/server/database/schema.js';
import { type Blow, STEPS, type Step } from '../step.ts';
import type { Options } from './options.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/**
 * Where Google fails, every tenth post says the same as another one at the same place, half of those at almost the same
 * time.
 */
const SAME_TEXT = 0.1;
const NEARLY_SAME_TIME_MS = 5 * SECOND_MS;
/** Every tenth of the others is changed or cancelled by its owner as it is about to go out. */
const CHANGED = 0.1;
/** Every tenth is scheduled without an Idempotency-Key, and every tenth request is repeated after it was answered. */
const KEYLESS = 0.1;
const REPLAYED = 0.1;
const LATEST_REPLAY_MS = 90 * SECOND_MS;

/** How long a person takes to connect again, at most. */
const LONGEST_REVOCATION_MS = 40 * SECOND_MS;

/** A post that somebody will schedule; times in ms from the beginning. */
export interface PlannedPost {
  /** Index of the place, and by it of its owner. */
  place: number;
  body: PostBody;
  scheduledAt: number;
  publishAt: number;
  change?: PlannedChange;
  /** It is scheduled without a key, so that nobody repeats the request when its answer is lost. */
  isKeyless?: boolean;
  /** When the request is made once more, under the same key, although it was answered. */
  replayAt?: number;
}

/** What its owner does to a post about the time that it goes out. */
export interface PlannedChange {
  at: number;
  /** The new content; null: it is cancelled. */
  body: PostBody | null;
}

/** What is done to the processes, and when; times in ms from the beginning. */
export interface PlannedBlow {
  at: number;
  kind: Blow | 'database-stop';
  /** None: at any moment. */
  step?: Step;
  replica: number;
  /** How long something is away, where that is for us to say. */
  ms: number;
}

/** A person's grant is taken away at Google, and given again after a while; times in ms from the beginning. */
export interface PlannedRevocation {
  at: number;
  /** Index of the person. */
  person: number;
  ms: number;
}

export interface Plan {
  posts: PlannedPost[];
  blows: PlannedBlow[];
  revocations: PlannedRevocation[];
}

/** What will happen, the same for the same seed. */
export function makePlan(options: Options): Plan {
  const random = createRandom(options.seed);
  return {
    posts: planPosts(options, random),
    blows: planBlows(options, random),
    revocations: planRevocations(options, random),
  };
}

function planPosts(
  { posts, locations, minutes, atOnce, faults }: Options,
  random: () => number,
): PlannedPost[] {
  // Time to schedule what falls due first.
  const lead = 20 * SECOND_MS + (atOnce ? posts * 50 : 0);
  const planned: PlannedPost[] = [];
  for (let index = 0; index < posts; index += 1) {
    const twin = planned[Math.floor(random() * planned.length)];
    const dueAt = Math.round(lead + random() * minutes * MINUTE_MS);
    const isTwin = twin !== undefined && faults === 'on' && random() < SAME_TEXT;
    const near = isTwin && random() < 0.5;
    const publishAt = atOnce
      ? lead
      : near
        ? twin.publishAt + Math.round(random() * NEARLY_SAME_TIME_MS)
        : dueAt;
    const notice = MINUTE_MS * (0.5 + random());
    planned.push({
      place: isTwin ? twin.place : index % locations,
      body: isTwin ? twin.body : bodyOf(index, random),
      publishAt,
      scheduledAt: atOnce ? 0 : Math.max(0, publishAt - notice),
    });
  }
  if (faults === 'on') {
    planChanges(planned, random);
    planRepetitions(planned, random);
  }
  return planned.sort((a, b) => a.scheduledAt - b.scheduledAt);
}

function planChanges(planned: PlannedPost[], random: () => number): void {
  for (const post of planned) {
    const isAlone = planned.filter(({ body }) => body === post.body).length === 1;
    if (!isAlone || random() >= CHANGED) continue;
    const summary = post.body.summary.replace('Batch', 'Second tray of batch');
    const at = post.publishAt - SECOND_MS / 2 + Math.round(random() * SECOND_MS);
    post.change = { at, body: random() < 0.5 ? null : { ...post.body, summary } };
  }
}

function planRepetitions(planned: PlannedPost[], random: () => number): void {
  for (const post of planned) {
    const kind = random();
    if (kind < KEYLESS) post.isKeyless = true;
    else if (kind < KEYLESS + REPLAYED)
      post.replayAt = post.scheduledAt + Math.round(random() * LATEST_REPLAY_MS);
  }
}

/** What Google gives back of a post looks a little different for each kind. */
function bodyOf(index: number, random: () => number): PostBody {
  const summary = `Batch ${index} is out of the oven:  warm,\nround and gone by noon.`;
  const common = { languageCode: 'en-US', summary } as const;
  const kind = random();
  if (kind < 0.7) return { ...common, topicType: 'STANDARD' };
  if (kind < 0.85) {
    const url = `https://example.com/batches/${index}`;
    return { ...common, topicType: 'CALL_TO_ACTION', callToAction: { actionType: 'LEARN_MORE', url } };
  }
  const day = { year: new Date().getUTCFullYear() + 1, month: 3, day: 1 + (index % 28) };
  const schedule = {
    startDate: day,
    startTime: { hours: 9, minutes: 0 },
    endDate: day,
    endTime: { hours: 17, minutes: 30 },
  };
  return { ...common, topicType: 'EVENT', event: { title: `Tasting ${index}`, schedule } };
}

function planBlows(options: Options, random: () => number): PlannedBlow[] {
  const { kills, blow, freezes, databaseStops, minutes, replicas, control } = options;
  const when = (index: number, count: number) =>
    Math.round(((index + 0.2 + random() * 0.6) / count) * minutes * MINUTE_MS) + 5 * SECOND_MS;
  const replica = () => Math.floor(random() * replicas);
  const stepOf = (index: number): Step => STEPS[index % STEPS.length] as Step;
  const blows: PlannedBlow[] = [];
  for (let index = 0; index < kills; index += 1) {
    const step = index % 2 === 0 ? stepOf(index / 2) : undefined;
    blows.push({ at: when(index, kills), kind: blow, step, replica: replica(), ms: 0 });
  }
  for (let index = 0; index < freezes; index += 1) {
    // Without fencing a holder does harm that comes back before it has sent.
    const step = control === 'no-fencing' ? 'after-claim' : stepOf(index);
    blows.push({ at: when(index, freezes), kind: 'freeze', step, replica: replica(), ms: 27_000 });
  }
  for (let index = 0; index < databaseStops; index += 1) {
    const ms = Math.round(2000 + random() * 6000);
    blows.push({ at: when(index, databaseStops), kind: 'database-stop', replica: 0, ms });
  }
  return blows.sort((a, b) => a.at - b.at);
}

/** One after the other, so that it is known whose posts wait for what. */
function planRevocations({ revocations, minutes }: Options, random: () => number): PlannedRevocation[] {
  const turnMs = (minutes * MINUTE_MS) / revocations;
  return Array.from({ length: revocations }, (_, index) => ({
    at: Math.round((index + 0.2 + random() * 0.2) * turnMs) + 5 * SECOND_MS,
    person: index,
    ms: Math.min(LONGEST_REVOCATION_MS, Math.round(turnMs / 3)),
  }));
}
