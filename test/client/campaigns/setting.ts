import { screen } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import type { Handlers } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { answersOfCampaign, CAMPAIGN_PAGE, target } from './builders.js';

type Campaign = Schemas['CampaignDto'];
type Target = Schemas['TargetDto'];

/** Opens the page of a campaign and waits for its locations. */
export async function openCampaign(
  shown: Campaign | (() => Campaign),
  targets: Target[] | (() => Target[]) = [target()],
  answers: Handlers = {},
) {
  const page = renderPage(CAMPAIGN_PAGE, {
    answers: {
      ...answersOfCampaign(
        typeof shown === 'function' ? shown : () => shown,
        typeof targets === 'function' ? targets : () => targets,
      ),
      ...answers,
    },
  });
  await screen.findByRole('tablist', { name: 'Locations by state' });
  return page;
}
