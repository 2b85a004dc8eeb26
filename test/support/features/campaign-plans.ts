import type { CampaignDto } from '../../../dist/server/campaigns/campaign.dto.js';
import type { TargetDto, TargetListDto } from '../../../dist/server/campaigns/campaign-target.dto.js';
import type { SignedInClient } from '../app.ts';

const DAY_MS = 24 * 60 * 60_000;

/** `YYYY-MM-DD` of the first such day of the week (0: Sunday) that is two days or more after an instant. */
export function nextDay(after: Date, weekday: number): string {
  const day = new Date(after.getTime() + 2 * DAY_MS);
  while (day.getUTCDay() !== weekday) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

/** A campaign as it is asked for: all locations, a plain text; what is given replaces it. */
export function campaignOf({
  choice = {},
  time,
  ...postBody
}: {
  choice?: object;
  time: object;
  [field: string]: unknown;
}): object {
  return {
    choice,
    time: { timeZone: 'Europe/London', ...time },
    postBody: { languageCode: 'en-US', topicType: 'STANDARD', summary: 'A new season begins.', ...postBody },
  };
}

/** Plans a campaign. */
export async function planned(
  client: SignedInClient,
  given: Parameters<typeof campaignOf>[0],
): Promise<CampaignDto> {
  const answer = await client.send('post', '/api/campaigns', campaignOf(given)).expect(201);
  return answer.body as CampaignDto;
}

/** All locations of a campaign, or those that fit a query, by name. */
export async function targetsOf(
  client: SignedInClient,
  { id }: { id: string },
  query: Record<string, string> = {},
): Promise<TargetDto[]> {
  const items: TargetDto[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const search: URLSearchParams = new URLSearchParams({ ...query, ...(cursor && { cursor }) });
    const answer = await client.send('get', `/api/campaigns/${id}/targets?${search}`).expect(200);
    const page = answer.body as TargetListDto;
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}
