import type { NewCampaignDto } from '../../dist/server/campaigns/campaign.dto.js';

const DAY_MS = 24 * 60 * 60_000;

/** A campaign for all locations of a person, with variables that differ at each, a month from now. */
export function campaignDraft(): NewCampaignDto {
  return {
    choice: {},
    time: {
      publishAt: new Date(Date.now() + 30 * DAY_MS).toISOString(),
      timeZone: 'Europe/London',
      spreadMinutes: 60,
    },
    postBody: {
      languageCode: 'en-US',
      topicType: 'STANDARD',
      summary: 'New at {name}, {street}, {city}: rye loaf with seeds. Ask for {storeCode}, or see {website}.',
    },
  };
}
