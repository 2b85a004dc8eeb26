import { Injectable } from '@nestjs/common';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { toGoogleOwner } from '../business-profile/port/google-owner.js';
import type { CampaignRow } from '../database/campaigns.schema.js';
import { AppError } from '../errors/app-error.js';
import { CampaignsRepository } from './campaigns.repository.js';

/** A campaign with the connected Google account, whose it is. */
interface OwnCampaign {
  owner: GoogleOwner;
  campaign: CampaignRow;
}

/** Finds the campaigns of a workspace that can be changed: those of the connected Google account. */
@Injectable()
export class OwnCampaigns {
  constructor(
    private readonly campaigns: CampaignsRepository,
    private readonly providers: BusinessProfileProviders,
  ) {}

  /** The connected Google account. Errors: `connect/not-connected`. */
  async owner(workspaceId: string): Promise<GoogleOwner> {
    return toGoogleOwner((await this.providers.sourceOf(workspaceId)).owner);
  }

  /** A campaign of that account. Errors: `not_found`, also for one of another workspace; `other_account`, `connect/not-connected`. */
  async find(workspaceId: string, id: string): Promise<OwnCampaign> {
    const { campaign, subject } = await this.look(workspaceId, id);
    const owner = toGoogleOwner({ workspaceId, source: 'google', subject });
    if (campaign.subject !== subject) throw otherAccount();
    return { owner, campaign };
  }

  /**
   * As above, for requests that need no connection: without a connected account they answer `other_account` too. Errors:
   * `not_found`, `other_account`.
   */
  async findToSteer(workspaceId: string, id: string): Promise<CampaignRow> {
    const { campaign, subject } = await this.look(workspaceId, id);
    if (campaign.subject !== subject) throw otherAccount();
    return campaign;
  }

  /**
   * A campaign of any Google account of the workspace, to look at, and the connected account; null: there is none. Errors:
   * `not_found`.
   */
  async look(workspaceId: string, id: string): Promise<{ campaign: CampaignRow; subject: string | null }> {
    const campaign = await this.campaigns.find(workspaceId, id);
    if (!campaign) throw AppError.of('not_found');
    const { owner } = await this.providers.sourceOf(workspaceId);
    return { campaign, subject: owner.subject };
  }
}

function otherAccount(): AppError {
  return AppError.because(
    'other_account',
    'This campaign belongs to a Google account that isn’t connected. Connect that account again to change it. Until then you can only view it.',
  );
}
