import { fromWallText, instantAt, toWallText } from '../../dist/server/config/wall-time.js';

export const QUARTER_MS = 15 * 60_000;
export const DAY_MS = 24 * 60 * 60_000;

/** Zones that change clocks by an hour, by half an hour, by Ramadan, no more, from now on or never, on both sides of UTC. */
export const ZONES = Object.freeze([
  'Africa/Cairo',
  'Africa/Casablanca',
  'Africa/Johannesburg',
  'America/Asuncion',
  'America/Chicago',
  'America/Denver',
  'America/Havana',
  'America/Los_Angeles',
  'America/Mexico_City',
  'America/New_York',
  'America/Phoenix',
  'America/Santiago',
  'America/Sao_Paulo',
  'America/Scoresbysund',
  'America/St_Johns',
  'America/Tijuana',
  'Asia/Almaty',
  'Asia/Beirut',
  'Asia/Jerusalem',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Atlantic/Azores',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Europe/Dublin',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
]);

/** What clocks of a zone show at consecutive quarter hours, by somebody else. */
export interface ForeignCourse {
  timeZone: string;
  /** The first instant, a quarter hour. */
  from: number;
  /** `YYYY-MM-DDTHH:MM` at each quarter hour. */
  walls: readonly string[];
}

export interface Comparison {
  /** What differs, as sentences. */
  faults: string[];
  /** How many wall times the clocks were put forward over, and how many they showed twice. */
  skipped: number;
  doubled: number;
}

/** The last second that a wall time can be for an instant in these zones, on either side. */
const EDGE_MS = DAY_MS;

/**
 * Compares both of our directions with a foreign course. The policy is asserted by the foreign course alone: of a wall time
 * that it shows twice the first instant, and one that it never shows is as much later as the clocks were put forward.
 */
export function compareCourse({ timeZone, from, walls }: ForeignCourse): Comparison {
  const result: Comparison = { faults: [], skipped: 0, doubled: 0 };
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  walls.forEach((wall, index) => {
    const instant = from + index * QUARTER_MS;
    const shown = toWallText(new Date(instant), timeZone);
    if (shown !== wall)
      result.faults.push(`${timeZone}: ${new Date(instant).toISOString()} is ${shown}, and ${wall} there.`);
    const asUtc = Date.parse(`${wall}Z`);
    if (first.has(asUtc)) result.doubled += 1;
    else first.set(asUtc, instant);
    last.set(asUtc, instant);
  });
  const [begin = 0] = first.keys();
  const end = begin + walls.length * QUARTER_MS;
  let offset = begin - from;
  for (let asUtc = begin + EDGE_MS; asUtc < end - EDGE_MS; asUtc += QUARTER_MS) {
    const known = first.get(asUtc);
    if (known === undefined) result.skipped += 1;
    const expected = known ?? asUtc - offset;
    const wall = new Date(asUtc).toISOString().slice(0, 16);
    const found = instantAt(fromWallText(wall), timeZone).getTime();
    if (found !== expected)
      result.faults.push(
        `${timeZone}: ${wall} is at ${new Date(found).toISOString()}, and at ${new Date(expected).toISOString()} there.`,
      );
    offset = asUtc - (last.get(asUtc) ?? asUtc - offset);
  }
  return result;
}
