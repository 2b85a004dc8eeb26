import { Injectable } from '@nestjs/common';
import type { SpecialPeriod } from '../business-profile/port/location.js';
import { MAX_NAMED } from '../campaigns/selections/selection.dto.js';
import { OneAtATime } from '../jobs/one-at-a-time.js';
import { inTurns } from '../jobs/turns.js';
import type { CopiedBlockDto, HolidayBlanksDto, HolidayCellsDto, LastYearDto } from './holiday-cells.dto.js';
import { HolidayPlaces } from './holiday-places.js';
import { HolidayReader } from './holiday-reader.js';
import { copiedAnswer, type CopiedAnswer, YearBefore } from './last-year.js';
import type { LocationHolidays } from './location-holidays.js';
import { PastAnswers } from './past-answers.js';
import { PublicHolidays } from './public-holidays.js';

/** The cells of a location that have no answer. */
interface Blank {
  location: LocationHolidays;
  dates: string[];
}

/**
 * The cells of the table of holidays that have no answer, and what was said there a year before. Errors of both methods: those
 * of `HolidayReader.scopeOf`, and `too_many_requests` while more of the workspace’s requests wait for their turn.
 */
@Injectable()
export class HolidayCells {
  constructor(
    private readonly reader: HolidayReader,
    private readonly places: HolidayPlaces,
    private readonly past: PastAnswers,
    private readonly holidays: PublicHolidays,
    private readonly oneAtATime: OneAtATime,
  ) {}

  /** The cells of a block that have no answer, grouped by the dates that locations have in common. */
  async blanks(workspaceId: string, query: HolidayCellsDto): Promise<HolidayBlanksDto> {
    const blocks = new Map<string, { dates: string[]; locationIds: string[] }>();
    const counts = await this.eachPart(workspaceId, query, (blanks) => {
      for (const { location, dates } of blanks) {
        const key = dates.join();
        const block = blocks.get(key) ?? { dates, locationIds: [] };
        blocks.set(key, block);
        block.locationIds.push(location.place.id);
      }
    });
    return { ...counts, items: [...blocks.values()] };
  }

  /** What was said a year before for these cells, grouped by answer and dates. */
  async lastYear(workspaceId: string, query: HolidayCellsDto): Promise<LastYearDto> {
    const yearBefore = new YearBefore(await this.holidays.load());
    const blocks = new Map<string, CopiedBlockDto>();
    let found = 0;
    const counts = await this.eachPart(workspaceId, query, async (blanks, owner) => {
      const asked = blanks.map(({ location, dates }) => ({
        location,
        dates: dates.flatMap((date) => {
          const before = yearBefore.of(location.region, date);
          return before === undefined ? [] : [{ date, before }];
        }),
      }));
      const atGoogle = ({ location, before }: { location: LocationHolidays; before: string }) =>
        location.specialOn(before);
      // What Google has dropped by now is in the change log.
      const dropped = new Map(
        asked.map(({ location, dates }) => [
          location.place.id,
          dates.map(({ before }) => before).filter((before) => atGoogle({ location, before }).length === 0),
        ]),
      );
      const inLog = await this.past.find(owner, dropped);
      await inTurns(asked, ({ location, dates }) => {
        const { id, regularHours } = location.place;
        const answers = dates.flatMap(({ date, before }) => {
          const own = atGoogle({ location, before });
          const periods: SpecialPeriod[] = own.length > 0 ? own : (inLog.get(id)?.get(before) ?? []);
          const answer = copiedAnswer(periods, regularHours, before);
          return answer ? [{ date, answer }] : [];
        });
        found += answers.length;
        addTo(blocks, id, answers);
      });
    });
    return { ...counts, found, items: [...blocks.values()] };
  }

  /** Goes through the cells of a block that have no answer, in parts, and counts them. */
  private async eachPart(
    workspaceId: string,
    query: HolidayCellsDto,
    work: (blanks: Blank[], owner: Parameters<PastAnswers['find']>[0]) => void | Promise<void>,
  ): Promise<{ notSaid: number; said: number; withoutHours: number }> {
    const scope = await this.reader.scopeOf(workspaceId, query);
    const { sort, cursor, count = MAX_NAMED, on } = query;
    const wanted = on && new Set(on);
    const counts = { notSaid: 0, said: 0, withoutHours: 0 };
    return this.oneAtATime.run(workspaceId, async () => {
      const ids = await this.places.ids(scope, { sort, offset: Number(cursor ?? 0), limit: count });
      for await (const part of this.reader.inParts(scope.owner, ids, query.dates)) {
        const blanks = await inTurns(part, (location): Blank => {
          const asked = location.asked.filter((date) => wanted?.has(date) ?? true);
          const dates = asked.filter((date) => location.specialOn(date).length === 0);
          const takesHours = location.place.regularHours !== null;
          counts.said += asked.length - dates.length;
          counts[takesHours ? 'notSaid' : 'withoutHours'] += dates.length;
          return { location, dates: takesHours ? dates : [] };
        });
        await work(
          blanks.filter(({ dates }) => dates.length > 0),
          scope.owner,
        );
      }
      return counts;
    });
  }
}

/** Adds the answers of a location to the blocks of those that said the same for the same dates. */
function addTo(
  blocks: Map<string, CopiedBlockDto>,
  locationId: string,
  answers: readonly { date: string; answer: CopiedAnswer }[],
): void {
  for (const [text, same] of Map.groupBy(answers, ({ answer }) => JSON.stringify(answer))) {
    const dates = same.map(({ date }) => date);
    const key = `${text} ${dates.join()}`;
    const block = blocks.get(key) ?? { ...same[0]!.answer, dates, locationIds: [] };
    blocks.set(key, block);
    block.locationIds.push(locationId);
  }
}
