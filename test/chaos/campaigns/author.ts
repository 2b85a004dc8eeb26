import type {
  CampaignDto,
  NewCampaignDto,
  UpdateCampaignDto,
} from '../../../dist/server/campaigns/campaign.dto.js';
import type { TargetDto } from '../../../dist/server/campaigns/campaign-target.dto.js';
import type { PostDetailsDto, PublishAttemptDto } from '../../../dist/server/posts/post.dto.js';
import { allOf } from '../pages.ts';
import { type Answer, isNamed } from '../person.ts';

/** Makes one request of the product's API as the person. The status is 503 when no answer came. */
export type Send = (
  method: string,
  path: string,
  content?: { body?: object; key?: string },
) => Promise<Answer>;

/** A post of plain text. */
export const bodyOf = (summary: string) =>
  ({ languageCode: 'en-US', topicType: 'STANDARD', summary }) as const;

type Change = Required<Pick<UpdateCampaignDto, 'postBody'>> & Pick<UpdateCampaignDto, 'time'>;

/** Somebody who runs campaigns by the API. A request that gets no answer, or that the server could not do, is made again. */
export class Author {
  private readonly send: Send;

  constructor(send: Send) {
    this.send = send;
  }

  /** @param key the Idempotency-Key: whatever is struck, there is one plan */
  async plan(draft: NewCampaignDto, key: string): Promise<CampaignDto> {
    for (;;) {
      const answer = await this.send('POST', '/api/campaigns', { body: draft, key });
      if (answer.status === 201) return answer.body as CampaignDto;
      // A key whose first request has died is free when that one is over.
      refuseUnless(answer.status >= 500 || isNamed(answer, 'request_in_progress'), 'No plan', answer);
    }
  }

  /** Leaves some locations of a plan out (100 at most). */
  async leaveOut(id: string, locationIds: string[]): Promise<CampaignDto> {
    for (;;) {
      const campaign = await this.look(id);
      if (campaign.progress.left_out >= locationIds.length) return campaign;
      const items = locationIds.map((locationId) => ({ locationId, isLeftOut: true }));
      const body = { items, version: campaign.version };
      const answer = await this.send('PATCH', `/api/campaigns/${id}/targets`, { body });
      refuseUnlessStale(answer, 'No change of locations');
    }
  }

  /** Takes in what was left out by hand, all of it or some locations, as one tab does: by what it sees at that moment. */
  async takeIn(id: string, locationIds?: string[]): Promise<void> {
    for (;;) {
      const { version } = await this.look(id);
      const body = { rule: 'left-out', version, ...(locationIds && { locationIds }) };
      const answer = await this.send('POST', `/api/campaigns/${id}/targets/take-in`, { body });
      if (answer.status === 200) return;
      refuseUnlessStale(answer, 'Not taken in');
    }
  }

  async confirm({ id, version }: CampaignDto): Promise<CampaignDto> {
    return (await this.ask('POST', `/api/campaigns/${id}/confirm`, { version })) as CampaignDto;
  }

  /** Gives posts that are not out yet another text, and another time if one is given. */
  async change(id: string, change: Change): Promise<void> {
    for (;;) {
      const { version, postBody } = await this.look(id);
      if (postBody.summary === change.postBody.summary) return;
      const answer = await this.send('PATCH', `/api/campaigns/${id}`, { body: { ...change, version } });
      refuseUnlessStale(answer, 'No change');
    }
  }

  async look(id: string): Promise<CampaignDto> {
    return (await this.ask('GET', `/api/campaigns/${id}`)) as CampaignDto;
  }

  /** Schedules again what has failed. */
  async retry(id: string): Promise<void> {
    await this.ask('POST', `/api/campaigns/${id}/targets/retry`, {});
  }

  async undo(id: string): Promise<void> {
    await this.ask('POST', `/api/campaigns/${id}/undo`);
  }

  /** All locations of a campaign. */
  async targets(id: string): Promise<TargetDto[]> {
    return allOf((path) => this.ask('GET', path), `/api/campaigns/${id}/targets`);
  }

  /** Each time that the post of a location was tried. */
  async attempts({ postId }: TargetDto): Promise<PublishAttemptDto[]> {
    if (postId === null) return [];
    return ((await this.ask('GET', `/api/posts/${postId}`)) as PostDetailsDto).attempts;
  }

  private async ask(method: string, path: string, body?: object): Promise<unknown> {
    for (;;) {
      const answer = await this.send(method, path, body && { body });
      if (answer.status === 200) return answer.body;
      refuseUnless(answer.status >= 500, `${method} ${path}`, answer);
    }
  }
}

/** A request is made again that the server could not do, or that was based on what is no longer so. */
function refuseUnlessStale(answer: Answer, what: string): void {
  const isStale = answer.status >= 500 || isNamed(answer, 'campaign_changed');
  refuseUnless(answer.status === 200 || isStale, what, answer);
}

function refuseUnless(isExpected: boolean, what: string, { status, body }: Answer): void {
  if (!isExpected) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
}
