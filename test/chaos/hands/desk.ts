import type { Person } from '../person.ts';
import type { Asked } from './asked.ts';
import { type AskedCampaign, CampaignTab } from './campaign-tab.ts';
import { type Act, TABS } from './plan.ts';
import { type AskedReply, ReplyTab } from './reply-tab.ts';
import { Tab } from './tab.ts';

/** Everything that people asked for. */
export class AllAsked {
  readonly saves: Asked[] = [];
  readonly replies: AskedReply[] = [];
  readonly campaigns: AskedCampaign[] = [];
}

/** A person with some tabs. */
export class Desk {
  readonly person: Person;
  readonly campaigns: CampaignTab;
  readonly tabs: Tab[];
  readonly replyTabs: ReplyTab[];

  constructor(person: Person, number: number) {
    this.person = person;
    this.campaigns = new CampaignTab(person, number);
    this.tabs = Array.from({ length: TABS }, () => new Tab(person, number));
    this.replyTabs = this.tabs.map(() => new ReplyTab(person, number));
  }

  /** Opens everything about a location in all tabs. */
  async look(place: string): Promise<void> {
    for (const tab of this.tabs) await tab.look(place);
    for (const tab of this.replyTabs) await tab.lookAll(place);
  }

  /**
   * Does one thing in one of the tabs.
   * @returns how it was answered, a few words for each request; undefined for what does not happen here
   */
  async act(act: Act, places: string[], asked: AllAsked): Promise<string[] | undefined> {
    const place = places[act.place]!;
    switch (act.kind) {
      case 'reply':
      case 'withdraw':
        return noteIn(asked.replies, await this.replyTabs[act.tab]!.act(act, place), act);
      case 'campaign':
        await this.campaigns.make(act, places);
        return [act.kind];
      case 'change campaign':
      case 'pause':
      case 'resume':
      case 'undo campaign':
        return noteIn(asked.campaigns, await this.campaigns.act(act), act);
      default: {
        const answers = await this.tabs[act.tab]!.act(act, place);
        return answers && noteIn(asked.saves, answers, act);
      }
    }
  }
}

/** Notes what was asked. @returns how it was answered, a few words for each */
export function noteIn<Each extends { status: number; code: string | null }>(
  all: Each[],
  answers: Each[],
  { kind }: Act,
): string[] {
  all.push(...answers);
  if (answers.length === 0) return [`nothing to ${kind}`];
  return answers.map(({ status, code }) => `${kind} ${code ?? status}`);
}
