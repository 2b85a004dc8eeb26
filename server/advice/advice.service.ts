import { Injectable } from '@nestjs/common';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { toGoogleOwner } from '../business-profile/port/google-owner.js';
import type { RequestOwner } from '../people/current-owner.js';
import type {
  AdviceRuleListDto,
  ChangedFindingsDto,
  ChosenFindingsDto,
  DismissFindingsDto,
  FindingListDto,
  FindingQueryDto,
  RuleQueryDto,
} from './finding.dto.js';
import type { TaskListDto, TaskQueryDto } from './task.dto.js';

const NONE = Object.freeze({ open: 0, waiting: 0, dismissed: 0, done: 0 });

/** Shows what rules found, and lets people dismiss it. */
@Injectable()
export class AdviceService {
  constructor(private readonly providers: BusinessProfileProviders) {}

  /** Errors: `connect/not-connected`. */
  async listTasks(workspaceId: string, _query: TaskQueryDto): Promise<TaskListDto> {
    await this.ownerOf(workspaceId);
    const check = { state: 'checking' as const, checkedAt: null, locations: 0, rules: 0, unknown: [] };
    return { items: [], counts: NONE, findings: 0, check, nextCursor: null };
  }

  /** Errors: `connect/not-connected`. */
  async listFindings(workspaceId: string, _query: FindingQueryDto): Promise<FindingListDto> {
    await this.ownerOf(workspaceId);
    return { items: [], counts: NONE, nextCursor: null };
  }

  /** Errors: `connect/not-connected`. */
  async listRules(workspaceId: string, _query: RuleQueryDto): Promise<AdviceRuleListDto> {
    await this.ownerOf(workspaceId);
    return { items: [], location: null };
  }

  /** Errors: `connect/not-connected`. */
  async dismiss({ workspaceId }: RequestOwner, _body: DismissFindingsDto): Promise<ChangedFindingsDto> {
    await this.ownerOf(workspaceId);
    return { count: 0 };
  }

  /** Errors: `connect/not-connected`. */
  async bringBack(workspaceId: string, _body: ChosenFindingsDto): Promise<ChangedFindingsDto> {
    await this.ownerOf(workspaceId);
    return { count: 0 };
  }

  /** Errors: `connect/not-connected`. */
  private async ownerOf(workspaceId: string): Promise<GoogleOwner> {
    return toGoogleOwner((await this.providers.sourceOf(workspaceId)).owner);
  }
}
