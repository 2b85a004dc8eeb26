import type { CampaignDto } from '../../../dist/server/campaigns/campaign.dto.js';
import { Author, bodyOf } from '../campaigns/author.ts';
import type { Person } from '../person.ts';
import type { Act } from './plan.ts';

/** How long after it was planned a campaign is due: some are changed, paused and undone before, some after it. */
const LEAD_MS = 4_000;
const MORE_LEAD_MS = 8_000;
const ANSWER_MS = 20_000;
/** A campaign that is older is left alone. */
const LATEST = 3;

/** One request about a campaign that was confirmed, and what was answered. */
export interface AskedCampaign {
  id: string;
  person: number;
  act: 'change campaign' | 'pause' | 'resume' | 'undo campaign';
  /** The new text of a change. */
  text?: string;
  /** When it was asked and answered, in ms since 1970. */
  from: number;
  to: number;
  /** 0: there was no answer. */
  status: number;
  code: string | null;
  /** How many posts are being sent and can't be stopped, as the answer says. */
  beingSent: number;
}

/** A campaign that somebody has made. Each of its texts is like no other. */
export interface MadeCampaign {
  id: string;
  person: number;
  text: string;
  /** When it is due, in ms since 1970. */
  dueAt: number;
  /** Whether nothing else is to be done to it than what it was made for. */
  isAimed: boolean;
}

/** The campaigns of a person, whichever of their tabs works on them. */
export class CampaignTab {
  readonly made: MadeCampaign[] = [];
  private readonly person: Person;
  private readonly number: number;
  private readonly author: Author;

  constructor(person: Person, number: number) {
    this.person = person;
    this.number = number;
    this.author = new Author((method, path, content) => person.try(method, path, content));
  }

  /**
   * Plans a campaign for all locations and confirms it.
   * @param leadMs for one of which only its maker does anything: how long until it is due
   * @returns it, unless that failed
   */
  async make({ number, pick }: Act, places: string[], leadMs?: number): Promise<MadeCampaign | undefined> {
    const text = `Offer ${number}: ask inside.`;
    const dueAt = Date.now() + (leadMs ?? LEAD_MS + (pick % MORE_LEAD_MS));
    const publishAt = new Date(dueAt).toISOString();
    const draft = {
      choice: { locationIds: places },
      time: { publishAt, timeZone: 'Europe/London' },
      postBody: bodyOf(text),
    };
    const planned = await this.author.plan(draft, `campaign-${number}`).catch((error: unknown) => {
      if (Date.now() < dueAt) throw error;
    });
    // Its time passed while no server was up.
    if (!planned) return undefined;
    const confirm = `/api/campaigns/${planned.id}/confirm`;
    const { status } = await this.person.try('POST', confirm, { body: { version: planned.version } });
    // Its time may have passed, or there was no answer: then it may go out, and nothing more is done to it.
    if (status !== 200) return undefined;
    const made = { id: planned.id, person: this.number, text, dueAt, isAimed: leadMs !== undefined };
    this.made.push(made);
    return made;
  }

  /** The campaigns that acts at random are about. */
  get latest(): MadeCampaign[] {
    return this.made.filter(({ isAimed }) => !isAimed).slice(-LATEST);
  }

  /** Changes, pauses, resumes or undoes one of the latest campaigns. Twice: in both tabs at once. */
  async act(
    { kind, number, pick, isTwice }: Act,
    campaign = this.latest[pick % (this.latest.length || 1)],
  ): Promise<AskedCampaign[]> {
    if (!campaign) return [];
    const { id } = campaign;
    if (kind === 'change campaign') {
      const text = `Offer ${number}: ask at the counter.`;
      const { version } = await this.look(id);
      return this.ask({ id, act: kind, text }, isTwice, 'PATCH', '', { postBody: bodyOf(text), version });
    }
    if (kind === 'undo campaign') return this.ask({ id, act: kind }, isTwice, 'POST', '/undo');
    const act = kind === 'pause' ? 'pause' : 'resume';
    return this.ask({ id, act }, isTwice, 'POST', `/${act}`);
  }

  async look(id: string): Promise<CampaignDto> {
    return (await this.person.expect(200, 'GET', `/api/campaigns/${id}`)) as CampaignDto;
  }

  /** The locations where an undo has left something, as the product says. */
  async leftovers(id: string): Promise<string[]> {
    const targets = await this.author.targets(id);
    return targets.flatMap(({ state, locationId }) => (state === 'leftover' ? [locationId] : []));
  }

  private async ask(
    what: Pick<AskedCampaign, 'id' | 'act' | 'text'>,
    isTwice: boolean,
    method: string,
    path: string,
    body?: object,
  ): Promise<AskedCampaign[]> {
    const request = async (): Promise<AskedCampaign> => {
      const from = Date.now();
      const address = `/api/campaigns/${what.id}${path}`;
      const answer = await this.person.try(method, address, { ...(body && { body }), withinMs: ANSWER_MS });
      const { code = null, beingSent = 0 } = (answer.body ?? {}) as { code?: string; beingSent?: number };
      const status = answer.status === 503 && code === null ? 0 : answer.status;
      return { ...what, person: this.number, from, to: Date.now(), status, code, beingSent };
    };
    return Promise.all(isTwice ? [request(), request()] : [request()]);
  }
}
