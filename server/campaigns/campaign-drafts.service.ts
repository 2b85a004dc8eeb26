import { Injectable } from '@nestjs/common';
import { AppError } from '../errors/app-error.js';
import type { CampaignDto, NewCampaignDto, UpdateCampaignDto } from './campaign.dto.js';
import type { TargetChangesDto } from './campaign-target.dto.js';

/** Campaigns that are planned and not confirmed yet. */
@Injectable()
export class CampaignDraftsService {
  async create(_uid: string, _body: NewCampaignDto, _key?: string): Promise<CampaignDto> {
    throw AppError.of('unavailable');
  }

  /** Changes a draft and plans it again. */
  async update(_uid: string, _id: string, _change: UpdateCampaignDto): Promise<CampaignDto> {
    throw AppError.of('unavailable');
  }

  async planAgain(_uid: string, _id: string): Promise<CampaignDto> {
    throw AppError.of('unavailable');
  }

  async changeTargets(_uid: string, _id: string, _changes: TargetChangesDto): Promise<CampaignDto> {
    throw AppError.of('unavailable');
  }

  async delete(_uid: string, _id: string): Promise<void> {
    throw AppError.of('unavailable');
  }
}
