import { Injectable, Logger } from '@nestjs/common';
import { and, inArray, sql } from 'drizzle-orm';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { toGoogleOwner } from '../business-profile/port/google-owner.js';
import { Clock } from '../config/clock.js';
import { dayOf } from '../config/days.js';
import { findings } from '../database/advice.schema.js';
import { AppError } from '../errors/app-error.js';
import type { RequestOwner } from '../people/current-owner.js';
import { toPage } from '../security/list-cursor.js';
import { MAX_PAGE } from '../security/validation.js';
import { toCheck, toFinding, toRule, toTask } from './advice-mapping.js';
import { AdviceRules } from './advice-rules.js';
import type {
  AdviceRuleListDto,
  ChangedFindingsDto,
  ChosenFindingsDto,
  DismissFindingsDto,
  AdviceFindingListDto,
  FindingQueryDto,
  RuleQueryDto,
} from './finding.dto.js';
import { FindingsReadModel } from './findings-read-model.js';
import { FindingsWriter, isChosen } from './findings-writer.js';
import type { TaskListDto, TaskQueryDto } from './task.dto.js';

/** Shows what rules found, and lets people dismiss it. Findings of another workspace or Google account are not there. */
@Injectable()
export class AdviceService {
  private readonly logger = new Logger('Advice');

  constructor(
    private readonly rules: AdviceRules,
    private readonly listed: FindingsReadModel,
    private readonly writer: FindingsWriter,
    private readonly providers: BusinessProfileProviders,
    private readonly clock: Clock,
  ) {}

  /** Errors: `connect/not-connected`. */
  async listTasks(
    workspaceId: string,
    { state = 'open', cursor, limit = MAX_PAGE }: TaskQueryDto,
  ): Promise<TaskListDto> {
    const owner = await this.ownerOf(workspaceId);
    const offset = Number(cursor ?? 0);
    const [rows, counts, check] = await Promise.all([
      this.listed.tasks(owner, state, { offset, limit: limit + 1 }),
      this.listed.countTasks(owner),
      this.listed.check(owner),
    ]);
    const { page, nextCursor } = toPage(rows, limit, () => String(offset + limit));
    return {
      items: page.flatMap((listed) => {
        const rule = this.rules.find(listed.task.ruleId);
        return rule && listed.first.length > 0 ? [toTask(listed, rule)] : [];
      }),
      counts: counts.tasks,
      findings: counts.findings.open,
      check: toCheck(check, this.rules.all),
      nextCursor,
    };
  }

  /** Errors: `connect/not-connected`. */
  async listFindings(
    workspaceId: string,
    { state = 'open', cursor, limit = MAX_PAGE, ...filter }: FindingQueryDto,
  ): Promise<AdviceFindingListDto> {
    const owner = await this.ownerOf(workspaceId);
    const offset = Number(cursor ?? 0);
    const [rows, counts] = await Promise.all([
      this.listed.findings(owner, state, filter, { offset, limit: limit + 1 }),
      this.listed.countFindings(owner, filter),
    ]);
    const { page, nextCursor } = toPage(rows, limit, () => String(offset + limit));
    return {
      items: page.flatMap((listed) => {
        const rule = this.rules.find(listed.row.ruleId);
        return rule ? [toFinding(listed, rule)] : [];
      }),
      counts,
      nextCursor,
    };
  }

  /** Errors: `connect/not-connected`. */
  async listRules(workspaceId: string, { locationId }: RuleQueryDto): Promise<AdviceRuleListDto> {
    const owner = await this.ownerOf(workspaceId);
    const items = this.rules.all.map(toRule);
    const location = locationId === undefined ? undefined : await this.listed.location(owner, locationId);
    if (!location) return { items, location: null };
    const { met, notApplicable, unknown, checkedAt } = location;
    const notMet = location.notMet.filter((id) => !unknown.includes(id)).length;
    const counts = { met, notMet, notApplicable, unknown: unknown.length };
    return { items, location: { ...counts, checkedAt: checkedAt.toISOString() } };
  }

  /** Errors: `connect/not-connected`; `validation_failed` unless either a task or findings are named, or for a day that is over. */
  async dismiss(
    { workspaceId, actor }: RequestOwner,
    { reason, until, ...chosen }: DismissFindingsDto,
  ): Promise<ChangedFindingsDto> {
    checkChosen(chosen);
    const now = this.clock.now();
    if (until !== undefined && until <= dayOf(now))
      throw AppError.invalid([{ field: 'until', message: 'Until must be a day in the future' }]);
    const owner = await this.ownerOf(workspaceId);
    const isInQuestion = inArray(findings.state, ['open', 'waiting']);
    const count = await this.writer.change(owner, and(isChosen(chosen), isInQuestion), {
      state: 'dismissed',
      dismissedAt: now,
      dismissedBy: actor,
      dismissedReason: reason,
      dismissedUntil: until ?? null,
    });
    this.logger.log({ event: 'advice.dismissed', workspace: workspaceId, findings: count });
    return { count };
  }

  /** Errors: `connect/not-connected`; `validation_failed` unless either a task or findings are named. */
  async bringBack(workspaceId: string, chosen: ChosenFindingsDto): Promise<ChangedFindingsDto> {
    checkChosen(chosen);
    const owner = await this.ownerOf(workspaceId);
    const isDismissed = inArray(findings.state, ['dismissed']);
    const count = await this.writer.change(owner, and(isChosen(chosen), isDismissed), {
      state: sql`case when ${findings.sentAt} is null then 'open' else 'waiting' end`,
      dismissedAt: null,
      dismissedBy: null,
      dismissedReason: null,
      dismissedUntil: null,
    });
    return { count };
  }

  /** Errors: `connect/not-connected`. */
  private async ownerOf(workspaceId: string): Promise<GoogleOwner> {
    return toGoogleOwner((await this.providers.sourceOf(workspaceId)).owner);
  }
}

function checkChosen({ task, ids }: ChosenFindingsDto): void {
  if ((task === undefined) === (ids === undefined))
    throw AppError.invalid([{ field: 'task', message: 'Please name either a task or findings' }]);
}
