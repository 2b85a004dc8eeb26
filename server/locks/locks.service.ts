import { Injectable } from '@nestjs/common';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { toGoogleOwner } from '../business-profile/port/google-owner.js';
import { AppError } from '../errors/app-error.js';
import type { RequestOwner } from '../people/current-owner.js';
import type {
  LockDto,
  LockEventListDto,
  LockEventQueryDto,
  LockListDto,
  LockQueryDto,
  MadeLocksDto,
  NewLocksDto,
  UpdateLockDto,
} from './lock.dto.js';

/** Locks fields, and shows what the locks have done. A lock of another workspace or Google account is `not_found`. */
@Injectable()
export class LocksService {
  constructor(private readonly providers: BusinessProfileProviders) {}

  async list(workspaceId: string, _query: LockQueryDto): Promise<LockListDto> {
    await this.ownerOf(workspaceId);
    return { items: [], counts: { all: 0, waiting: 0 }, nextCursor: null };
  }

  async create({ workspaceId }: RequestOwner, _body: NewLocksDto): Promise<MadeLocksDto> {
    await this.ownerOf(workspaceId);
    return { items: [], locked: 0, already: 0 };
  }

  async update(workspaceId: string, _id: string, _body: UpdateLockDto): Promise<LockDto> {
    await this.ownerOf(workspaceId);
    throw AppError.of('not_found');
  }

  async delete(workspaceId: string, _id: string): Promise<void> {
    await this.ownerOf(workspaceId);
    throw AppError.of('not_found');
  }

  async listEvents(workspaceId: string, _id: string, _query: LockEventQueryDto): Promise<LockEventListDto> {
    await this.ownerOf(workspaceId);
    throw AppError.of('not_found');
  }

  /** Errors: `connect/not-connected`. */
  private async ownerOf(workspaceId: string): Promise<GoogleOwner> {
    return toGoogleOwner((await this.providers.sourceOf(workspaceId)).owner);
  }
}
