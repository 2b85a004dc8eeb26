import { Injectable } from '@nestjs/common';
import { AppError } from '../errors/app-error.js';
import type { CampaignDto, CampaignListDto, CampaignQueryDto } from './campaign.dto.js';
import type { TargetListDto, TargetQueryDto } from './campaign-target.dto.js';

/** Shows campaigns with their progress, and their locations. */
@Injectable()
export class CampaignReader {
  /** Errors: `validation_failed` for an invalid cursor. */
  async list(_uid: string, _query: CampaignQueryDto): Promise<CampaignListDto> {
    throw AppError.of('unavailable');
  }

  /** Errors: `not_found`. */
  async get(_uid: string, _id: string): Promise<CampaignDto> {
    throw AppError.of('unavailable');
  }

  /** Errors: `not_found`. */
  async targets(_uid: string, _id: string, _query: TargetQueryDto): Promise<TargetListDto> {
    throw AppError.of('unavailable');
  }
}
