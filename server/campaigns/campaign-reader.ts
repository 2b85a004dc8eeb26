import { Injectable } from '@nestjs/common';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import type { CampaignRow } from '../database/campaigns.schema.js';
import { AppError } from '../errors/app-error.js';
import { fromCursor, toCursor } from '../security/list-cursor.js';
import { MAX_PAGE } from '../security/validation.js';
import type { CampaignDto, CampaignListDto, CampaignQueryDto } from './campaign.dto.js';
import { CampaignCountsRepository } from './campaign-counts.js';
import { toCampaign, toListedCampaign, toTarget } from './campaign-mapping.js';
import { renderSummary } from './plan/campaign-text.js';
import type { TargetListDto, TargetQueryDto } from './campaign-target.dto.js';
import { CampaignsRepository, type ListedTarget, type TargetPosition } from './campaigns.repository.js';

/** More than any position: a cursor is a rank and a position in one number. */
const RANK = 100_000;

/** Shows campaigns with their progress, and their locations. */
@Injectable()
export class CampaignReader {
  constructor(
    private readonly campaigns: CampaignsRepository,
    private readonly figures: CampaignCountsRepository,
    private readonly providers: BusinessProfileProviders,
  ) {}

  /** Errors: `validation_failed` for an invalid cursor. */
  async list(uid: string, query: CampaignQueryDto): Promise<CampaignListDto> {
    const after = query.cursor === undefined ? undefined : fromCursor(query.cursor);
    const limit = query.limit ?? MAX_PAGE;
    const period = { from: toDate(query.from), to: toDate(query.to) };
    const { owner } = await this.providers.sourceToShow(uid);
    const filter = { isDraft: query.only === 'drafts', period };
    const rows = await this.campaigns.list(uid, filter, { after, limit: limit + 1 });
    const items = rows.slice(0, limit);
    const ids = items.map(({ id }) => id);
    const figures = await this.figures.of(ids, owner.subject, period);
    const last = items.at(-1);
    return {
      items: items.flatMap((row) => {
        const counted = figures.get(row.id);
        return counted ? toListedCampaign(row, counted, owner.subject) : [];
      }),
      nextCursor: last && rows.length > limit ? toCursor({ at: last.createdAt, id: last.id }) : null,
    };
  }

  /** Errors: `not_found`. */
  async get(uid: string, id: string): Promise<CampaignDto> {
    const { row, shown } = await this.see(uid, id);
    const [figures, rules, exceptions, beingSent, removable] = await Promise.all([
      this.figures.of([id], shown),
      this.figures.rules(id),
      this.figures.exceptions(id),
      this.figures.beingSent(id),
      this.figures.removable(id),
    ]);
    const counted = figures.get(id);
    if (!counted) throw AppError.of('not_found');
    return toCampaign(row, { figures: counted, rules, exceptions, beingSent, removable }, shown);
  }

  /** Errors: `not_found`. */
  async targets(uid: string, id: string, query: TargetQueryDto): Promise<TargetListDto> {
    const { row, shown } = await this.see(uid, id);
    const after = query.cursor === undefined ? undefined : toPosition(Number(query.cursor));
    const limit = query.limit ?? MAX_PAGE;
    const { state, rule, search } = query;
    const filter = { state, rule, search };
    const [rows, matched] = await Promise.all([
      this.campaigns.targets(row, shown, filter, { after, limit: limit + 1 }),
      this.campaigns.countTargets(row, shown, filter),
    ]);
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map((listed) => toTarget(listed, textOf(row, listed))),
      matched,
      nextCursor: last && rows.length > limit ? String(last.rank * RANK + last.target.position) : null,
    };
  }

  private async see(uid: string, id: string): Promise<{ row: CampaignRow; shown: string | null }> {
    const [row, { owner }] = await Promise.all([
      this.campaigns.find(uid, id),
      this.providers.sourceToShow(uid),
    ]);
    if (!row) throw AppError.of('not_found');
    return { row, shown: owner.subject };
  }
}

/** The text of a location's post, or what its post would say. */
function textOf({ body }: CampaignRow, { summary, target }: ListedTarget): string {
  return summary ?? renderSummary(body, target.facts, target.ownText);
}

function toPosition(cursor: number): TargetPosition {
  return { rank: Math.floor(cursor / RANK), position: cursor % RANK };
}

function toDate(text: string | null | undefined): Date | undefined {
  return text ? new Date(text) : undefined;
}
