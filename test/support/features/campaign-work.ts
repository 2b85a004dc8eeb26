import { eq, sql } from 'drizzle-orm';
import { CampaignDeletions } from '../../../dist/server/campaigns/work/campaign-deletions.js';
import { CampaignDispatcher } from '../../../dist/server/campaigns/work/campaign-dispatcher.js';
import { CampaignScheduler } from '../../../dist/server/campaigns/work/campaign-scheduler.js';
import type { CampaignDto } from '../../../dist/server/campaigns/campaign.dto.js';
import { CampaignUndo } from '../../../dist/server/campaigns/work/campaign-undo.js';
import { campaigns } from '../../../dist/server/database/campaigns.schema.js';
import { posts } from '../../../dist/server/database/schema.js';
import type { PostRow } from '../../../dist/server/posts/posts.repository.js';
import { idsAt, type SignedInClient, type TestApp } from '../app.ts';
import { planned } from './campaign-plans.ts';
import { holdBack, workOff } from '../due-work.ts';
import { PEOPLE } from '../google/google-simulator.ts';
import { type Publishing, startPublishing } from './publishing.ts';

/** The served app with a Google of its own, in which campaigns are worked on only when a test says so, too. */
export interface Campaigning extends Publishing {
  /** Does all that is due for campaigns: makes, changes, releases and cancels posts, and deletes them at Google. */
  work(by?: TestApp): Promise<void>;
  /** Works on one slice of a campaign. False: there was nothing to do. */
  slice(campaign: { id: string }, by?: TestApp): Promise<boolean>;
  /** Lets time pass, does what is due for campaigns, then for posts, until nothing is. */
  passAndWorkAll(ms: number): Promise<void>;
}

export async function startCampaigning(env: Record<string, string> = {}): Promise<Campaigning> {
  const setting = await startPublishing(env, withoutCampaignWork);
  const work = async ({ app } = setting.served): Promise<void> => {
    for (const part of [CampaignDispatcher, CampaignDeletions, CampaignDispatcher])
      await workOff(app.get<CampaignDispatcher | CampaignDeletions>(part));
  };
  return {
    ...setting,
    work,
    async slice({ id }, { app, database } = setting.served) {
      const [row] = await database.orm.select().from(campaigns).where(eq(campaigns.id, id));
      if (!row) return false;
      return row.state === 'undoing' ? app.get(CampaignUndo).step(row) : app.get(CampaignScheduler).step(row);
    },
    async passAndWorkAll(ms) {
      await setting.pass(ms);
      await work();
      await setting.workOff();
      await work();
    },
  };
}

/** The same with a person who has many locations and plans campaigns for some of them. */
export interface Campaigner extends Campaigning {
  mirela: SignedInClient;
  /** The first twelve of her locations, by name. */
  locationIds: string[];
  /** So many milliseconds from now, as a request says it. */
  inMs(ms: number): string;
  /** Her posts at Google. */
  atGoogle(): ReturnType<Publishing['google']['world']['posts']>;
  /** Leaves nothing of a test to the next one. */
  forget(): Promise<void>;
}

export async function startCampaigner(): Promise<Campaigner> {
  const setting = await startCampaigning();
  const { google, served } = setting;
  const mirela = await setting.connected(PEOPLE.mirela);
  const locationIds = await idsAt(mirela, '/api/locations?limit=12');
  const atGoogle = () => google.world.posts({ email: PEOPLE.mirela });
  return {
    ...setting,
    mirela,
    locationIds,
    inMs: (ms) => new Date(served.clock.now().getTime() + ms).toISOString(),
    atGoogle,
    async forget() {
      google.faults.clear();
      google.calls.clear();
      for (const { name } of atGoogle()) google.world.removePost({ post: name });
      await served.database.executeSql('delete from campaigns');
      await served.database.executeSql('delete from posts');
    },
  };
}

/** Prepares an app that works on campaigns only when a test says so. */
export function withoutCampaignWork(app: TestApp['app']): void {
  holdBack(app.get(CampaignDispatcher));
  holdBack(app.get(CampaignDeletions));
}

/** Plans a campaign and confirms it. */
export async function confirmed(
  client: SignedInClient,
  given: Parameters<typeof planned>[1],
): Promise<CampaignDto> {
  const { id, version } = await planned(client, given);
  return ask(client, 'confirm', { id }, { version });
}

/** Asks for something to be done with a campaign. */
export async function ask(
  client: SignedInClient,
  action: 'confirm' | 'pause' | 'resume' | 'undo' | 'targets/retry',
  { id }: { id: string },
  body: object = {},
): Promise<CampaignDto> {
  const answer = await client.send('post', `/api/campaigns/${id}/${action}`, body).expect(200);
  return answer.body as CampaignDto;
}

/** A campaign as its owner sees it. */
export async function lookAt(client: SignedInClient, { id }: { id: string }): Promise<CampaignDto> {
  return (await client.send('get', `/api/campaigns/${id}`).expect(200)).body as CampaignDto;
}

/** How many locations stand where, without the zeros. */
export async function progressOf(client: SignedInClient, campaign: { id: string }): Promise<object> {
  const { progress } = await lookAt(client, campaign);
  return Object.fromEntries(Object.entries(progress).filter(([, count]) => count > 0));
}

/** The posts of a campaign, earliest first. */
export function postsOf({ database }: Pick<TestApp, 'database'>, { id }: { id: string }): Promise<PostRow[]> {
  return database.orm
    .select()
    .from(posts)
    .where(eq(posts.campaignId, id))
    .orderBy(sql`${posts.publishAt}, ${posts.id}`);
}
