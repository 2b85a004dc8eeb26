import type { Schemas } from '../api/client';
import { MOST_NAMED } from '../listings/choice/use-selections';
import type { Filled, FilledAnswer } from './filled-answers';

export type HolidayRun = Schemas['HolidayRunDto'];
/** A run that names its locations, however many. */
export type LongRun = HolidayRun & { locationIds: string[] };

/** How many keys and items a body of the API can have, with some room, and how many characters. */
const MOST_VALUES = 900;
const MOST_CHARACTERS = 80_000;

/** The answers as runs: those of locations that get the same for the same dates are one. */
export function runsOf(filled: Filled): LongRun[] {
  const texts = new Map<FilledAnswer, string>();
  const textOf = (answer: FilledAnswer): string => {
    const text = texts.get(answer) ?? JSON.stringify(answer);
    texts.set(answer, text);
    return text;
  };
  const runs = new Map<string, LongRun>();
  for (const [locationId, answers] of Object.entries(filled)) {
    const same = Map.groupBy(Object.entries(answers), ([, answer]) => textOf(answer));
    for (const [text, dated] of same) {
      const dates = dated.map(([date]) => date).sort();
      const key = `${text} ${dates.join()}`;
      const run = runs.get(key) ?? { ...dated[0]![1], dates, locationIds: [] };
      runs.set(key, run);
      run.locationIds.push(locationId);
    }
  }
  return [...runs.values()];
}

/** The answers that runs stand for. */
export function filledOf(runs: readonly LongRun[]): Filled {
  const filled: Record<string, Record<string, FilledAnswer>> = {};
  for (const { dates, locationIds, ...answer } of runs)
    for (const locationId of locationIds)
      for (const date of dates) (filled[locationId] ??= {})[date] = answer;
  return filled;
}

/**
 * Runs as requests can hold them, in their order. One that is about all locations names none.
 * @param locations how many locations are answered in all
 */
export function inParts(runs: readonly LongRun[], locations: number): HolidayRun[][] {
  const parts: HolidayRun[][] = [];
  let room = { values: 0, characters: 0 };
  for (const run of runs.flatMap((each) => short(each, locations))) {
    const size = { values: valuesIn(run), characters: JSON.stringify(run).length };
    if (size.values > room.values || size.characters > room.characters) {
      parts.push([]);
      room = { values: MOST_VALUES, characters: MOST_CHARACTERS };
    }
    parts.at(-1)!.push(run);
    room = { values: room.values - size.values, characters: room.characters - size.characters };
  }
  return parts;
}

function short({ locationIds, ...run }: LongRun, locations: number): HolidayRun[] {
  if (locationIds.length === locations) return [run];
  return Array.from({ length: Math.ceil(locationIds.length / MOST_NAMED) }, (_, part) => ({
    ...run,
    locationIds: locationIds.slice(part * MOST_NAMED, (part + 1) * MOST_NAMED),
  }));
}

/** How many keys and items a value has, its own included. */
export function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return 1 + Object.values(value).reduce((sum: number, each) => sum + valuesIn(each), 0);
}

/** Whether a choice and answers fit into one request. */
export function fitsOne(choice: object, parts: readonly HolidayRun[][]): boolean {
  return parts.length === 1 && valuesIn(choice) + valuesIn(parts[0]) <= MOST_VALUES;
}
