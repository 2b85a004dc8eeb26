import type { ReviewDetailsDto, ReviewListDto } from '../../../dist/server/reviews/review.dto.js';
import type { Person } from '../person.ts';
import type { Act } from './plan.ts';

/** How long an answer may take. */
const ANSWER_MS = 20_000;

/** What was asked for about the reply to a review, and what was answered. Each text is like no other. */
export interface AskedReply {
  /** Which person asked. */
  person: number;
  /** The review's name at Google. */
  review: string;
  /** Null: the removal of the reply. */
  text: string | null;
  /** When its tab began to look at what it is based on, and what it saw: of Google, and of what waits here. */
  lookedAt: number;
  saw: string | null;
  sawOwn: string | null;
  /** When it was asked and answered, in ms since 1970. */
  from: number;
  to: number;
  /** 0: there was no answer. */
  status: number;
  code: string | null;
  /** Whether the answer said that an earlier reply is being sent and can't be stopped. */
  isBeingSent: boolean;
}

/** A review as a tab has seen it. */
export interface ReplyView {
  lookedAt: number;
  review: ReviewDetailsDto;
}

/** The text of a reply, which is like no other. */
export function textOf({ number }: Pick<Act, 'number'>, addition = ''): string {
  return `Thank you, says hand ${number}${addition}.`;
}

/** What a person does to reviews in one of their tabs, which keeps what it has last seen of each. */
export class ReplyTab {
  private readonly person: Person;
  private readonly number: number;
  private readonly seen = new Map<string, ReplyView>();

  constructor(person: Person, number: number) {
    this.person = person;
    this.number = number;
  }

  /** Opens all reviews of a location. */
  async lookAll(place: string): Promise<void> {
    for (const { id } of await this.reviewsOf(place)) await this.look(id);
  }

  /** Replies, or removes the reply; twice, as by a double click. */
  async act(act: Act, place: string): Promise<AskedReply[]> {
    const view = await this.open(act, place);
    if (!view) return [];
    const { replyAtGoogle, ownReply } = view.review;
    const text = act.kind === 'reply' ? textOf(act) : null;
    if (text === null && replyAtGoogle === null && ownReply === null) return [];
    return this.ask(view, text, act.isTwice);
  }

  /** A review of the location as the tab has it, which looks at it unless it is to know it by an old look. */
  async open({ pick, view: by }: Pick<Act, 'pick' | 'view'>, place: string): Promise<ReplyView | undefined> {
    const reviews = await this.reviewsOf(place);
    const chosen = reviews[pick % (reviews.length || 1)];
    if (!chosen) return undefined;
    return (by === 'old' && this.seen.get(chosen.id)) || (await this.look(chosen.id));
  }

  /** Asks for a reply, or with null for its removal, from what was seen. */
  async ask(view: ReplyView, text: string | null, isTwice = false): Promise<AskedReply[]> {
    const { id, replyAtGoogle, ownReply, basis, googleName } = view.review;
    const path = `/api/reviews/${id}/reply`;
    const ask = async (): Promise<AskedReply> => {
      const from = Date.now();
      const { status, body } =
        text === null
          ? await this.person.try('DELETE', `${path}?basedOn=${encodeURIComponent(basis)}`, {
              withinMs: ANSWER_MS,
            })
          : await this.person.try('PUT', path, { body: { text, basedOn: basis }, withinMs: ANSWER_MS });
      const { code = null, ownReply: own } = (body ?? {}) as {
        code?: string;
        ownReply?: { isEarlierBeingSent?: boolean } | null;
      };
      return {
        person: this.number,
        review: googleName.split('/').at(-1) ?? '',
        text,
        lookedAt: view.lookedAt,
        saw: replyAtGoogle?.text ?? null,
        sawOwn: ownReply?.text ?? null,
        from,
        to: Date.now(),
        status: status === 503 && code === null ? 0 : status,
        code,
        isBeingSent: own?.isEarlierBeingSent === true,
      };
    };
    return Promise.all(isTwice ? [ask(), ask()] : [ask()]);
  }

  private async look(id: string): Promise<ReplyView> {
    const lookedAt = Date.now();
    const review = (await this.person.expect(200, 'GET', `/api/reviews/${id}`)) as ReviewDetailsDto;
    const view = { lookedAt, review };
    this.seen.set(id, view);
    return view;
  }

  private async reviewsOf(place: string): Promise<ReviewListDto['items']> {
    const path = `/api/reviews?limit=100&locationId=${place}`;
    return ((await this.person.expect(200, 'GET', path)) as ReviewListDto).items;
  }
}
