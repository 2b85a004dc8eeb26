import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { MAX_NAMED } from '../campaigns/selections/selection.dto.js';
import { Clock } from '../config/clock.js';
import { OneAtATime } from '../jobs/one-at-a-time.js';
import { inTurns } from '../jobs/turns.js';
import { MAX_PAGE } from '../security/validation.js';
import { DateCounts } from './date-counts.js';
import type { HolidayDatesDto, HolidayListDto, HolidayQueryDto, HolidayScopeDto } from './holiday.dto.js';
import { HolidayPlaces, type HolidayScope } from './holiday-places.js';
import { HolidayReader } from './holiday-reader.js';
import { toRow } from './location-holidays.js';

/** Of how many owners the dates of all locations are kept: some kilobytes each. */
const MAX_KEPT = 200;

/** The dates of all locations of an owner, and what they depend on. */
interface KeptDates {
  of: string;
  dates: HolidayDatesDto;
}

/**
 * What locations say of the public holidays ahead, as Google last said it. Errors of every method: those of
 * `HolidayReader.scopeOf`.
 */
@Injectable()
export class HolidaysService {
  private readonly kept = new LRUCache<string, KeptDates>({ max: MAX_KEPT });

  constructor(
    private readonly reader: HolidayReader,
    private readonly places: HolidayPlaces,
    private readonly oneAtATime: OneAtATime,
    private readonly clock: Clock,
  ) {}

  /**
   * The dates of the next 90 days, with how many locations have said what they do. It reads at most 10,000 locations, the
   * first by name. Those of all locations are kept until more is read from Google, an hour at most. Errors too:
   * `too_many_requests` while more of the workspace’s requests wait for their turn.
   */
  async dates(workspaceId: string, query: HolidayScopeDto): Promise<HolidayDatesDto> {
    const scope = await this.reader.scopeOf(workspaceId, query);
    const isOfAll = Object.values(query).every((value) => value === undefined);
    return this.oneAtATime.run(workspaceId, () =>
      isOfAll ? this.datesOfAll(scope) : this.countDates(scope, query.dates),
    );
  }

  /** A page of locations, each with its days. */
  async list(workspaceId: string, query: HolidayQueryDto): Promise<HolidayListDto> {
    const scope = await this.reader.scopeOf(workspaceId, query);
    const offset = Number(query.cursor ?? 0);
    const limit = query.limit ?? MAX_PAGE;
    const ids = await this.places.ids(scope, { sort: query.sort, offset, limit: limit + 1 });
    const read = await this.reader.read(scope.owner, ids.slice(0, limit), query.dates);
    return {
      items: await inTurns(read, toRow),
      nextCursor: ids.length > limit ? String(offset + limit) : null,
    };
  }

  private async datesOfAll(scope: HolidayScope): Promise<HolidayDatesDto> {
    const key = keyOf(scope.owner);
    const readings = await this.places.readings(scope.owner);
    // A day ends at another hour in each zone.
    const of = `${readings} ${this.clock.now().toISOString().slice(0, 'yyyy-mm-ddThh'.length)}`;
    const kept = this.kept.get(key);
    if (kept?.of === of) return kept.dates;
    const dates = await this.countDates(scope);
    this.kept.set(key, { of, dates });
    return dates;
  }

  private async countDates(scope: HolidayScope, added: string[] = []): Promise<HolidayDatesDto> {
    const ids = await this.places.ids(scope, { offset: 0, limit: MAX_NAMED });
    const counts = new DateCounts(added);
    for await (const part of this.reader.inParts(scope.owner, ids, added))
      await inTurns(part, (location) => counts.add(location));
    return { ...counts.result(), countries: await this.places.countries(scope) };
  }
}

function keyOf({ workspaceId, subject }: GoogleOwner): string {
  return `${workspaceId} ${subject}`;
}
