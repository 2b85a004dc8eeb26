import type { CampaignRow, PostTemplate } from '../database/campaigns.schema.js';
import { AppError, type FieldError } from '../errors/app-error.js';
import { completeBody, faultsOfBody } from '../posts/post-rules.js';
import type { CampaignBodyDto, CampaignTimeDto } from './campaign-post.dto.js';
import { faultsOfVariables, proposedName } from './plan/campaign-text.js';
import { type CampaignTime, faultsOfTime } from './plan/campaign-times.js';

/** What a request says of the posts of a campaign. */
interface GivenFields {
  name?: string;
  time?: CampaignTimeDto;
  postBody?: CampaignBodyDto;
}

/** Checks what concerns all locations. Errors: `validation_failed`. @param others the errors of other fields */
export function checkFields({ time, postBody }: GivenFields, now: Date, others: FieldError[] = []): void {
  const faults = [
    ...others,
    ...(time ? faultsOfTime(toTime(time), now) : []),
    ...(postBody ? [...faultsOfBody(postBody), ...faultsOfVariables(postBody)] : []),
  ];
  if (faults.length > 0) throw AppError.invalid(faults);
}

/** A campaign with what a request changes. A draft whose name was proposed gets that of a new text. */
export function withFields(campaign: CampaignRow, { name, time, postBody }: GivenFields): CampaignRow {
  const body = postBody ? toTemplate(postBody) : campaign.body;
  const isProposed = campaign.state === 'draft' && campaign.name === proposedName(campaign.body);
  return {
    ...campaign,
    ...(time && toTime(time)),
    body,
    name: name ?? (isProposed ? proposedName(body) : campaign.name),
  };
}

/** A time as it is stored. */
export function toTime({
  wallTime,
  publishAt,
  timeZone,
  spreadMinutes,
  closedDays,
}: CampaignTimeDto): CampaignTime {
  return {
    wallTime: wallTime ?? null,
    publishAt: publishAt ? new Date(publishAt) : null,
    timeZone,
    spreadMinutes: spreadMinutes ?? 0,
    closedDays: closedDays ?? 'publish',
  };
}

/** A body as it is stored: as that of a post, and the dates of an event stay left out. */
export function toTemplate({ event, ...body }: CampaignBodyDto): PostTemplate {
  const { event: _event, ...complete } = completeBody(body, { publishAt: new Date(0), timeZone: 'UTC' });
  if (!event) return complete;
  const { startDate, startTime, endDate, endTime } = event.schedule;
  const schedule = { startDate, startTime, ...(endDate && { endDate }), ...(endTime && { endTime }) };
  return { ...complete, event: { title: event.title.trim(), schedule } };
}
