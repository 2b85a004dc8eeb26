import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../until.ts';
import { isDone } from './asked.ts';
import { type AllAsked, noteIn } from './desk.ts';
import type { House } from './house.ts';
import type { Act, Kind } from './plan.ts';
import { textOf } from './reply-tab.ts';

/** An edit of a review that is older than this is no race any more; see replies-oracle.ts. */
const AFTER_EDIT_MS = 3_000;
/** How long until campaigns are due: one that is stopped, and one whose owner makes the same post clearly before. */
const LEAD_MS = 3_000;
const OWNERS_LEAD_MS = 9_000;
/** A campaign is stopped so long after it was due, at most; its posts have waited for less since they were claimed. */
const WITHIN_MS = 700;
/** How long it takes until a post that did not arrive has been looked for. */
const LOOKED_FOR_MS = 2_500;
/** How late an edit arrives, and how often somebody else tries to save until then. */
const LATE_MS = 2_500;
const TRY_EVERY_MS = 100;
/** What these saves want is like nothing else. */
const LATE_VALUES = 100_000;
const OTHER_VALUES = 200_000;
const STOPS = ['pause', 'change campaign', 'undo campaign'] as const satisfies Kind[];

/** What is done at the very moment that a rule of the product is about, and that acts at random seldom hit. */
export class Aims {
  private readonly house: House;
  private readonly asked: AllAsked;

  constructor(house: House, asked: AllAsked) {
    this.house = house;
    this.asked = asked;
  }

  /** Does one such thing. @returns how it was answered, a few words for each request; undefined for other acts */
  async act(act: Act): Promise<string[] | undefined> {
    const { places } = this.house;
    const place = places[act.place]!;
    switch (act.kind) {
      case 'two replies':
        return this.replyTwice(act, place);
      case 'reply to edited':
        return this.replyToEdited(act, place);
      case 'stop in time':
        return this.stopInTime(act);
      case 'lost post':
        return this.losePost(act, place);
      case 'late save':
        return this.saveLate(act, place);
      default:
        return undefined;
    }
  }

  /** A person replies in one tab, and then in the other one, which has not seen that. */
  private async replyTwice(act: Act, place: string): Promise<string[]> {
    const { replyTabs } = this.house.desks[act.person]!;
    const views = await Promise.all(replyTabs.map((tab) => tab.open({ ...act, view: 'present' }, place)));
    const words: string[] = [];
    for (const [index, tab] of replyTabs.entries()) {
      const view = views[index];
      const answers = view ? await tab.ask(view, textOf(act, index === 0 ? '' : ' again')) : [];
      words.push(...noteIn(this.asked.replies, answers, act));
    }
    return words;
  }

  /** A person replies to what a review has said before it was edited. */
  private async replyToEdited(act: Act, place: string): Promise<string[]> {
    const tab = this.house.desks[act.person]!.replyTabs[act.tab]!;
    const view = await tab.open({ ...act, view: 'present' }, place);
    if (!view) return noteIn(this.asked.replies, [], act);
    const { googleName: name } = view.review;
    await this.house.elsewhere.editReview(act, { name, id: name.split('/').at(-1)! });
    await delay(AFTER_EDIT_MS);
    return noteIn(this.asked.replies, await tab.ask(view, textOf(act)), act);
  }

  /** A campaign is paused, changed or undone while its posts are about to be sent. */
  private async stopInTime(act: Act): Promise<string[]> {
    const { campaigns } = this.house.desks[act.person]!;
    const campaign = await campaigns.make(act, this.house.places, LEAD_MS);
    if (!campaign) return noteIn(this.asked.campaigns, [], act);
    await delay(campaign.dueAt + (act.pick % WITHIN_MS) - Date.now());
    const kind = STOPS[act.pick % STOPS.length]!;
    return noteIn(this.asked.campaigns, await campaigns.act({ ...act, kind }, campaign), { ...act, kind });
  }

  /** The owner makes the same post before a campaign's own one does not arrive, and the campaign is undone. */
  private async losePost(act: Act, place: string): Promise<string[]> {
    const { desks, elsewhere, google, places } = this.house;
    const { campaigns, person } = desks[act.person]!;
    const campaign = await campaigns.make(act, places, OWNERS_LEAD_MS);
    if (!campaign) return noteIn(this.asked.campaigns, [], act);
    const words = [await elsewhere.post(place, campaign.text)];
    await google.control.faults.next('localPosts.create', 'error-before', {
      match: { location: place, email: person.email },
    });
    await delay(campaign.dueAt + LOOKED_FOR_MS - Date.now());
    const kind = 'undo campaign';
    const answers = await campaigns.act({ ...act, kind }, campaign);
    return [...words, ...noteIn(this.asked.campaigns, answers, { ...act, kind })];
  }

  /** A save arrives late, after an answer that does not say so, and somebody else saves the same field in between. */
  private async saveLate(act: Act, place: string): Promise<string[]> {
    const { desks, google } = this.house;
    const { tabs, person } = desks[act.person]!;
    const other = desks[(act.person + 1) % desks.length]!;
    const fields = act.fields.slice(0, 1);
    const save = { ...act, kind: 'save', fields, view: 'unsaid', isTwice: false } as const;
    await google.control.faults.next('locations.patch', 'late', {
      ms: LATE_MS,
      match: { location: place, email: person.email },
    });
    const own = await tabs[act.tab]!.act({ ...save, value: act.number + LATE_VALUES }, place);
    const words = noteIn(this.asked.saves, own ?? [], act);
    const over = Date.now() + LATE_MS;
    await until(async () => {
      const answers = await other.tabs[act.tab]!.act({ ...save, value: act.number + OTHER_VALUES }, place);
      words.push(...noteIn(this.asked.saves, answers ?? [], save));
      if (answers?.some(isDone) || Date.now() > over) return true;
      await delay(TRY_EVERY_MS);
      return false;
    }, 10 * LATE_MS);
    return words;
  }
}
