import { describe, expect, it } from '@jest/globals';
import { hashOfPost, WriteFailure } from '../../../../dist/server/business-profile/port/remote-post.js';
import { Env } from '../../../../dist/server/config/env.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../dist/server/config/durations.js';
import { WAITING_DETAILS } from '../../../../dist/server/database/waiting-details.js';
import { AppError } from '../../../../dist/server/errors/app-error.js';
import { ClaimClock, ClaimOver } from '../../../../dist/server/jobs/claims.js';
import { ProcessStops } from '../../../../dist/server/jobs/process-stops.js';
import { PostPublisher } from '../../../../dist/server/publishing/post-publisher.js';
import { ReconcileStep } from '../../../../dist/server/publishing/reconcile-step.js';
import { ReviewStep } from '../../../../dist/server/publishing/review-step.js';
import { SendStep } from '../../../../dist/server/publishing/send-step.js';
import { PostClaim, type PostResult } from '../../../../dist/server/publishing/steps.js';
import type { AttemptRow, PostRow } from '../../../../dist/server/posts/posts.repository.js';
import {
  type Chosen,
  combinationsOf,
  FAULT,
  faultsInLog,
  inTime,
  pictureOf,
  SeenArrows,
} from '../../../support/documents/state-picture.ts';

const faults = faultsInLog();

const NOW = new Date('2026-11-02T12:00:00Z');
const before = (ms: number) => new Date(NOW.getTime() - ms);
const BODY: PostRow['body'] = { languageCode: 'en-US', summary: 'Fresh bread', topicType: 'STANDARD' };

/** What a post finds when its step is taken. Each part has what lets it go out first. */
const CIRCUMSTANCES = {
  access: ['open', 'lost', 'held', 'no_quota'],
  campaign: ['none', 'undone', 'paused', 'undoing', 'changing', 'open', 'closed', 'never-open', 'moved'],
  lateMs: [0, 30 * HOUR_MS],
  pause: [false, true],
  place: ['open', 'gone', 'not read yet', 'closed for good'],
  photo: ['none', 'gone'],
  answer: [
    ...(['LIVE', 'PROCESSING', 'REJECTED', 'OTHER', 'nameless'] as const),
    ...(['refused', 'error_answer', 'no_answer', 'claim over', 'stop', 'fault'] as const),
    ...([
      'reconnect',
      'held',
      'too_early',
      'limited',
      'busy',
      'no_quota',
      'not_accepted',
      'unreachable',
    ] as const),
  ],
  attempts: ['none', 'open', 'doubted', 'answered with an error', 'nameless', 'not found'],
  sentAgoMs: [MINUTE_MS, HOUR_MS, 9 * DAY_MS],
  listed: ['nothing', 'unknown', 'LIVE', 'PROCESSING', 'REJECTED', 'an older text'],
  setting: ['hold', 'resend-answered', 'resend'],
  shown: ['LIVE', 'PROCESSING', 'REJECTED', 'gone', 'unknown'],
} as const;
type Circumstances = Chosen<typeof CIRCUMSTANCES>;
type Part = keyof Circumstances;

/** A state as the picture names it. */
function nameOf({ status, detail }: Pick<PostRow, 'status' | 'detail'>): string {
  if (status === 'QUEUED' && detail === null) return 'sending';
  if ((WAITING_DETAILS as readonly (string | null)[]).includes(detail)) return 'waiting';
  if (status === 'SCHEDULED') return detail === null ? 'scheduled' : 'held';
  if (status === 'FAILED') return detail === null ? 'failed' : 'not_confirmed';
  return detail ?? status.toLowerCase();
}

/** As a claim leaves it. */
const CLAIMED: Partial<PostRow>[] = [
  { status: 'QUEUED', detail: null },
  { status: 'QUEUED', detail: 'unconfirmed' },
  { status: 'QUEUED', detail: 'in_review', googleName: 'accounts/1/locations/2/localPosts/3' },
  { status: 'PUBLISHED', detail: null, googleName: 'accounts/1/locations/2/localPosts/3', publishedAt: NOW },
];

/** What the step that is being taken finds. */
let is: Circumstances;
/** The post as it is claimed. */
let post: PostRow;
let result: PostResult | undefined;

/** The state to which a step takes a post; the claim, the list and the answers of Google are as the circumstances say. */
async function stepFrom(claimed: Partial<PostRow>, circumstances: Circumstances): Promise<string> {
  is = circumstances;
  post = {
    ...{ id: 'post', workspaceId: 'owner', source: 'google', subject: 'account', attempt: 2, version: 1 },
    ...{ accountId: '1', locationId: '2', timeZone: 'Europe/London', googleName: null, googleUrl: null },
    publishAt: before(is.lateMs),
    body: is.photo === 'none' ? BODY : { ...BODY, photoId: 'photo' },
    campaignId: is.campaign === 'none' ? null : 'campaign',
    ...claimed,
  } as PostRow;
  env.PUBLISH_UNCONFIRMED = is.setting;
  result = undefined;
  await publisher.step('post');
  return nameOf(result ? (result as PostResult).post : post);
}

const env = new Env();
const until = new Date(NOW.getTime() + MINUTE_MS);
const provider = {
  publishPost: (_owner: object, _post: object, { beforeSending }: { beforeSending: Send }) =>
    beforeSending(null, '1').then(() => answerOf(is.answer)),
  arePlacesKnown: () => Promise.resolve(is.place !== 'not read yet'),
  getLocation: () => Promise.resolve({ openStatus: 'CLOSED_PERMANENTLY' }),
  getPublished: () => inTime(() => shownAs(is.shown)),
};
const publisher = publisherOf({
  env,
  ledger: {
    claim: () => Promise.resolve(new PostClaim(post, new ClaimClock(NOW, performance.now()))),
    unconfirmedAttempts: () => Promise.resolve(attemptsIn(is, post)),
    sentAt: () => Promise.resolve(before(is.sentAgoMs)),
    intend: () => Promise.resolve(),
    finish: (_claim: PostClaim, reached: PostResult) => {
      result = reached;
      return Promise.resolve(true);
    },
  },
  holds: {
    pauseOf: () => Promise.resolve(is.pause ? { until, detail: 'waiting_for_google' } : undefined),
    pause: () => Promise.resolve(until),
    endPause: () => Promise.resolve(),
  },
  access: {
    of: () => Promise.resolve({ state: is.access, provider }),
    placeOf: () => Promise.resolve(placeIn(is.place)),
  },
  photos: { find: () => Promise.resolve(is.photo === 'none') },
  campaigns: {
    of: () => Promise.resolve(campaignIn(is.campaign)),
    openDayOf: () =>
      Promise.resolve(
        is.campaign === 'moved' ? { publishAt: NOW, wallTime: '2026-11-03T12:00' } : is.campaign,
      ),
    noteMoved: () => Promise.resolve(),
  },
  findSent: { of: () => inTime(() => listedAs(is.listed)) },
  dueWork: { stopping: AbortSignal.any([]) },
  metrics: { noteStep: () => undefined, noteAttempt: () => undefined, noteLag: () => undefined },
  reasons: { explain: (_claim: PostClaim, reached: PostResult) => Promise.resolve(reached) },
} as never);

type Send = (date: Date | null, accountId: string) => Promise<void>;
type Constructed<Of extends abstract new (...args: never[]) => unknown> = ConstructorParameters<Of>;
interface Parts {
  env: Env;
  ledger: Constructed<typeof SendStep>[1];
  holds: Constructed<typeof SendStep>[2];
  access: Constructed<typeof SendStep>[3];
  photos: Constructed<typeof SendStep>[4];
  campaigns: Constructed<typeof SendStep>[6];
  dueWork: Constructed<typeof SendStep>[7];
  findSent: Constructed<typeof ReconcileStep>[1];
  reasons: Constructed<typeof PostPublisher>[4];
  metrics: Constructed<typeof PostPublisher>[5];
}

function publisherOf(parts: Parts): PostPublisher {
  const { env, ledger, holds, access, photos, campaigns, dueWork, findSent, reasons, metrics } = parts;
  const addresses = { of: () => Promise.resolve('https://shingle.example/photo') } as never;
  const sending = new SendStep(env, ledger, holds, access, photos, addresses, campaigns, dueWork);
  const reconciling = new ReconcileStep(env, findSent, access);
  return new PostPublisher(
    ledger,
    sending,
    reconciling,
    new ReviewStep(env, ledger, access),
    reasons,
    metrics,
  );
}

function placeIn(place: Circumstances['place']) {
  if (place === 'gone' || place === 'not read yet') return undefined;
  return { accountId: '1', locationId: '2', openStatus: place === 'open' ? 'OPEN' : 'CLOSED_PERMANENTLY' };
}

function campaignIn(campaign: Circumstances['campaign']) {
  if (campaign === 'none') return undefined;
  const state = campaign === 'undone' || campaign === 'undoing' ? campaign : 'scheduled';
  const [isPaused, isChanging] = [campaign === 'paused', campaign === 'changing'];
  return { state, isPaused, isChanging, closedDays: 'skip' };
}

function remote(state: string, name: string | null = 'accounts/1/locations/2/localPosts/3') {
  return { name, state, searchUrl: null, createTime: NOW, bodyHash: null };
}

function answerOf(answer: Circumstances['answer']) {
  switch (answer) {
    case 'LIVE':
    case 'PROCESSING':
    case 'REJECTED':
    case 'OTHER':
      return remote(answer);
    case 'nameless':
      return remote('LIVE', null);
    case 'refused':
      throw new WriteFailure({ kind: 'refused', code: 'invalid' });
    case 'error_answer':
    case 'no_answer':
      throw new WriteFailure({ kind: 'ambiguous', code: answer });
    case 'claim over':
      throw new ClaimOver();
    case 'stop':
      throw new ProcessStops();
    case 'fault':
      throw new Error(FAULT);
    default:
      throw new WriteFailure({ kind: 'not_sent', code: answer });
  }
}

function attemptsIn({ attempts, sentAgoMs }: Circumstances, { detail }: Partial<PostRow>): AttemptRow[] {
  // What is unconfirmed has an attempt of which nothing is known.
  const which = detail === 'unconfirmed' && ['none', 'not found'].includes(attempts) ? 'open' : attempts;
  if (which === 'none') return [];
  const at = before(sentAgoMs);
  const doubts = {
    doubted: 'no_answer',
    'answered with an error': 'error_answer',
    nameless: 'nameless_answer',
  };
  const outcome = which === 'not found' ? 'not_found' : which === 'open' ? null : 'unconfirmed';
  const doubt = doubts[which as keyof typeof doubts] ?? null;
  return [{ postId: 'post', attempt: 1, startedAt: at, sentAt: at, outcome, doubt } as AttemptRow];
}

function listedAs(listed: Circumstances['listed']) {
  if (listed === 'unknown') throw AppError.of('google/unavailable');
  if (listed === 'nothing') return { found: [], mayBeMore: false };
  const bodyHash = listed === 'an older text' ? 'older' : hashOfPost(BODY);
  const attempt = { attempt: 1, sentAt: NOW, bodyHash };
  const state = listed === 'an older text' ? 'LIVE' : listed;
  return { found: [{ attempt, remote: remote(state), isAlone: true }], mayBeMore: false };
}

function shownAs(shown: Circumstances['shown']) {
  if (shown === 'gone') throw AppError.of('not_found');
  if (shown === 'unknown') throw AppError.of('google/unavailable');
  return remote(shown);
}

describe('the states of a post', () => {
  it('follow each other as docs/reliability.md shows it, and in no other way', async () => {
    const seen = new SeenArrows();
    // A claim: what was surely not sent is from then on being sent.
    for (const state of ['scheduled', 'held', 'waiting']) seen.add(state, 'sending');
    const parts: Part[][] = [
      ...(['access', 'campaign', 'lateMs', 'pause', 'place', 'photo', 'answer'] as const).map((part) => [
        part,
      ]),
      ['access', 'lateMs', 'attempts', 'sentAgoMs', 'listed', 'setting'],
      ['access', 'shown', 'sentAgoMs'],
    ];
    for (const claimed of CLAIMED)
      for (const some of parts)
        for (const circumstances of combinationsOf(CIRCUMSTANCES, some))
          seen.add(nameOf(claimed as PostRow), await stepFrom(claimed, circumstances));
    expect(faults).toEqual([]);
    expect(pictureOf('A post').arrows).toEqual(seen.arrows);
  });
});
