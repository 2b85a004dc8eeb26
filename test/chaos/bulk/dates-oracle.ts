import type { Call, JournalEntry } from 'gbp-simulator';
import type { SetLocationDto } from '../../../dist/server/changes/change-set.dto.js';
import { textOfGoogles, textOfShown } from '../changes/texts.ts';
import type { Profiles } from './shops.ts';
import { partsOf, WANTED } from './special-hours.ts';

/** Within this time of the answer to a stop a change may arrive whose intent was committed before it. */
const ON_ITS_WAY_MS = 1_000;
const FIELD = 'specialHours';
export const OPEN_STATES: readonly string[] = ['waiting', 'sending', 'unconfirmed'];
const NONE = { text: null, items: null, hours: null, moreHours: null };

/** One set, from its confirmation until nothing of it is open. */
export interface SetEvidence {
  name: string;
  /** The journal's entries in that time. */
  journal: JournalEntry[];
  /** The requests to edit a location in that time. */
  patches: Call[];
  /** What the set says of its locations at the end. */
  said: SetLocationDto[];
  /** The locations that it was to change, by its preview. */
  expected: string[];
  before: Profiles;
  after: Profiles;
  /** When a stop of it was answered first, in ms since 1970. */
  stoppedAt?: number;
}

/** Each is a list of sentences; empty is right. */
export interface DatesVerdict {
  /** A request named another field than special hours. */
  masks: string[];
  /** A location got different values by one set. */
  twice: string[];
  /** Something was changed that the set is not about: another date, another field. */
  touched: string[];
  /** The set says something of a location that is not so. */
  untrue: string[];
  /** The set has a location more than once, or not at all. */
  counted: string[];
  /** A location was left alone, although nobody else had written anything. */
  invented: string[];
  /** Something of a stopped set left after the stop. */
  afterStop: string[];
  /** After all undos a location is not what it was. */
  notBack: string[];
  /** It is not over. */
  open: string[];
  /** What tabs were answered does not fit together. */
  answers: string[];
}

export function nothingWrong(): DatesVerdict {
  const lists = { masks: [], twice: [], touched: [], untrue: [], counted: [] };
  return { ...lists, invented: [], afterStop: [], notBack: [], open: [], answers: [] };
}

/** Judges a set that gave locations two dates. */
export function judgeGiven(set: SetEvidence, verdict: DatesVerdict): void {
  const { name, after, before, said } = set;
  judgeSent(set, verdict);
  const wanted = textOfShown(FIELD, { ...NONE, specialHours: WANTED });
  for (const { locationId, state } of said) {
    const words = `${name}, ${locationId} (${state})`;
    const now = after.get(locationId);
    if (!now) continue;
    const { changing, others } = partsOf(now);
    const has = textOfGoogles(FIELD, { specialHourPeriods: changing });
    const former = partsOf(before.get(locationId)!);
    const had = textOfGoogles(FIELD, { specialHourPeriods: former.changing });
    const isGiven = has === wanted;
    if (state === 'saved' && !isGiven) verdict.untrue.push(`${words} has “${has}”`);
    if (isUnsent(state) && has !== had) verdict.untrue.push(`${words} has “${has}”`);
    if (!isGiven && has !== had) verdict.touched.push(`${words} has “${has}”, and had “${had}”`);
    if (jsonOf(others) !== jsonOf(former.others))
      verdict.touched.push(`${words}: other dates are ${jsonOf(others)}, and were ${jsonOf(former.others)}`);
  }
}

/** Judges what the locations are in the end, by the journal’s canonical values and by the profiles. */
export function judgeBack(journal: JournalEntry[], first: Profiles, last: Profiles, verdict: DatesVerdict) {
  const byField = Map.groupBy(journal, ({ location, view, field }) => `${location} ${view} ${field}`);
  for (const [key, entries] of byField) {
    const [was, is] = [entries[0]!.before, entries.at(-1)!.after].map((value) => JSON.stringify(value));
    if (was !== is) verdict.notBack.push(`${key} was ${was} and is ${is}`);
  }
  for (const [id, fields] of first) {
    const [was, is] = [fields, last.get(id)].map((each) => jsonOf({ ...each, specialHours: null }));
    if (was !== is) verdict.notBack.push(`${id} was ${was} and is ${is}`);
  }
}

/** Judges what was sent of a set: special hours alone, one value for each location, and nothing after a stop. */
export function judgeSent(
  { name, journal, patches, said, expected, stoppedAt }: SetEvidence,
  verdict: DatesVerdict,
): void {
  for (const { number, path, query } of patches)
    if (query.updateMask !== FIELD)
      verdict.masks.push(`${name}: request ${number}, ${path} ${query.updateMask ?? ''}`);
  for (const { location, field, author } of journal)
    if (field !== FIELD || author !== 'api')
      verdict.touched.push(`${name}: ${location} ${field} by ${author}`);
  const values = Map.groupBy(
    journal.filter(({ view }) => view === 'owner'),
    ({ location }) => location,
  );
  for (const [location, entries] of values)
    if (new Set(entries.map(({ after }) => JSON.stringify(after))).size > 1)
      verdict.twice.push(
        `${name}: ${location} got ${entries.map(({ after }) => JSON.stringify(after)).join(', ')}`,
      );
  const byLocation = Map.groupBy(said, ({ locationId }) => locationId);
  for (const [location, { length }] of byLocation)
    if (length > 1) verdict.counted.push(`${name}: ${location} is there ${length} times`);
  const missing = expected.filter((location) => !byLocation.has(location));
  if (stoppedAt === undefined)
    verdict.counted.push(...missing.map((location) => `${name}: ${location} is not there`));
  for (const { locationId, state } of said) {
    if (OPEN_STATES.includes(state)) verdict.open.push(`${name}: ${locationId} is ${state}`);
    // What does not go back by the preview is left alone, and named.
    if (state === 'conflict' && expected.includes(locationId))
      verdict.invented.push(`${name}: ${locationId} was left alone`);
  }
  if (stoppedAt === undefined) return;
  for (const { number, at, path } of patches) {
    const ms = Date.parse(at) - stoppedAt;
    if (ms > ON_ITS_WAY_MS)
      verdict.afterStop.push(`${name}: request ${number}, ${path}, ${ms} ms after the stop`);
  }
}

/** JSON with the properties of each object in the order of their names: that order means nothing, all else is compared as it is. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Whether a state says that Google has nothing of it. */
function isUnsent(state: SetLocationDto['state']): boolean {
  return state === 'refused' || state === 'not_sent';
}
