import { Injectable } from '@nestjs/common';
import { AppError } from '../errors/app-error.js';
import { CampaignReader } from './campaign-reader.js';
import type { CampaignDto, CampaignListDto, CampaignQueryDto, UpdateCampaignDto } from './campaign.dto.js';
import type { TargetListDto, TargetQueryDto } from './campaign-target.dto.js';

/** Confirms campaigns, and steers those that are confirmed. */
@Injectable()
export class CampaignsService {
  constructor(private readonly reader: CampaignReader) {}

  list(uid: string, query: CampaignQueryDto): Promise<CampaignListDto> {
    return this.reader.list(uid, query);
  }

  get(uid: string, id: string): Promise<CampaignDto> {
    return this.reader.get(uid, id);
  }

  targets(uid: string, id: string, query: TargetQueryDto): Promise<TargetListDto> {
    return this.reader.targets(uid, id, query);
  }

  async update(_uid: string, _id: string, _change: UpdateCampaignDto): Promise<CampaignDto> {
    throw AppError.of('unavailable');
  }

  async confirm(_uid: string, _id: string, _version: number): Promise<CampaignDto> {
    throw AppError.of('unavailable');
  }

  async setPaused(_uid: string, _id: string, _isPaused: boolean): Promise<CampaignDto> {
    throw AppError.of('unavailable');
  }

  async undo(_uid: string, _id: string): Promise<CampaignDto> {
    throw AppError.of('unavailable');
  }

  async retry(_uid: string, _id: string, _locationIds?: string[]): Promise<CampaignDto> {
    throw AppError.of('unavailable');
  }
}
