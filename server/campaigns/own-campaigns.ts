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

/** Finds the campaigns that a person can change: those of the connected Google account. */
@Injectable()
export class OwnCampaigns {
  constructor(
    private readonly campaigns: CampaignsRepository,
    private readonly providers: BusinessProfileProviders,
  ) {}

  /** The connected Google account. Errors: `connect/not-connected`. */
  async owner(uid: string): Promise<GoogleOwner> {
    return toGoogleOwner((await this.providers.sourceOf(uid)).owner);
  }

  /** A campaign of that account. Errors: `not_found`, also for one of another person; `other_account`, `connect/not-connected`. */
  async find(uid: string, id: string): Promise<OwnCampaign> {
    const { campaign, subject } = await this.look(uid, id);
    const owner = toGoogleOwner({ workspaceId: uid, source: 'google', subject });
    if (campaign.subject !== subject) throw otherAccount();
    return { owner, campaign };
  }

  /**
   * As above, for requests that need no connection: without a connected account they answer `other_account` too. Errors:
   * `not_found`, `other_account`.
   */
  async findToSteer(uid: string, id: string): Promise<CampaignRow> {
    const { campaign, subject } = await this.look(uid, id);
    if (campaign.subject !== subject) throw otherAccount();
    return campaign;
  }

  /**
   * A campaign of any Google account of the person’s, to look at, and the connected account; null: there is none. Errors:
   * `not_found`.
   */
  async look(uid: string, id: string): Promise<{ campaign: CampaignRow; subject: string | null }> {
    const campaign = await this.campaigns.find(uid, id);
    if (!campaign) throw AppError.of('not_found');
    const { owner } = await this.providers.sourceOf(uid);
    return { campaign, subject: owner.subject };
  }
}

function otherAccount(): AppError {
  return AppError.because(
    'other_account',
    'This campaign belongs to a Google account that isn’t connected. Connect that account again to change it. Until then you can only view it.',
  );
}
