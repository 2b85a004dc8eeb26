import type { Call, JournalEntry } from 'gbp-simulator';

const DAY_MS = 24 * 60 * 60_000;
const PHONE = 'phoneNumbers.primaryPhone';
const LIMITS = { value: 2, field: 5, days: 30 };

/** A sending that a lock counted. */
export interface Counted {
  location: string;
  field: string;
  publicHash: string;
  keptHash: string;
  /** ms since 1970, by the server's clock. */
  at: number;
}

/** A line of the change log that a lock made. */
export interface LockLine {
  location: string;
  field: string;
  state: string;
}

/** An edit of Google that is there at the end of a day, and what the lock says of it. */
export interface Left {
  location: string;
  field: string;
  day: number;
  waits: string | null;
  isUnderReview: boolean;
  /** Hashes of both values. */
  publicHash: string;
  keptHash: string;
  /** When the lock left it to a person, else when the day ended (ms since 1970): the limits are those of then. */
  at: number;
}

/** Each is a list of sentences; empty is right. */
export interface Verdict {
  /** Sent or counted more often than the limits allow. */
  over: string[];
  /** Left to a person, or simply left, although the lock could still act. */
  idle: string[];
  /** The owner's own value was overwritten. */
  fought: string[];
  /** Put back while Google reviewed the owner's own value, or although Google says *closed*. */
  unasked: string[];
  /** Google's journal and the change log differ. */
  differs: string[];
}

/** Compares what locks did with Google's journal, its record of requests and the limits. */
export function judge({
  journal,
  calls,
  counted,
  lines,
  left,
  reviewed,
}: {
  journal: readonly JournalEntry[];
  calls: readonly Call[];
  counted: readonly Counted[];
  lines: readonly LockLine[];
  left: readonly Left[];
  /** What locks sent for names while Google reviewed the person's own, a sentence each. */
  reviewed: readonly string[];
}): Verdict {
  const patches = calls.map((call) => ({
    location: call.path.split('/').at(-1) ?? '',
    mask: call.query.updateMask ?? '',
    isRefused: call.status !== null && call.status >= 400 && call.status < 500,
  }));
  const closed = patches.filter(({ mask }) => mask.includes('openInfo'));
  return {
    over: [...overLimits(counted), ...uncounted(patches, counted)],
    idle: left.flatMap((edit) => whyIdle(edit, counted)),
    fought: journal
      .filter(({ view, field, author }) => view === 'owner' && field === PHONE && author === 'api')
      .map(({ location, after, at }) => `${location} got ${JSON.stringify(after)} at ${at}`),
    unasked: [...closed.map(({ location, mask }) => `${location} was sent ${mask}`), ...reviewed],
    differs: differences(journal, lines),
  };
}

/** In no 30 days more than the limits, whatever was killed. */
function overLimits(counted: readonly Counted[]): string[] {
  const over = (group: readonly Counted[], most: number, what: string) => {
    const times = group.map(({ at }) => at).sort((a, b) => a - b);
    const first = times.find((at, index) => (times[index + most] ?? Infinity) - at < LIMITS.days * DAY_MS);
    return first === undefined ? [] : [`${what}: more than ${most} from ${new Date(first).toISOString()}`];
  };
  const fields = Map.groupBy(counted, ({ location, field }) => `${location} ${field}`);
  const values = Map.groupBy(
    counted,
    ({ location, field, publicHash, keptHash }) => `${location} ${field} ${publicHash} ${keptHash}`,
  );
  return [
    ...[...fields].flatMap(([what, group]) => over(group, LIMITS.field, what)),
    ...[...values].flatMap(([what, group]) => over(group, LIMITS.value, what)),
  ];
}

/**
 * What was sent without being counted: nothing but a lock changes phone numbers here. What Google has certainly refused does
 * not count.
 */
function uncounted(
  patches: readonly { location: string; mask: string; isRefused: boolean }[],
  counted: readonly Counted[],
): string[] {
  const sent = Map.groupBy(
    patches.filter(({ mask, isRefused }) => mask === PHONE && !isRefused),
    ({ location }) => location,
  );
  return [...sent].flatMap(([location, its]) => {
    const count = counted.filter((one) => one.location === location && one.field === 'phoneNumber').length;
    return its.length > count ? [`${location}: ${its.length} were sent and ${count} counted`] : [];
  });
}

/** An edit that is left where the lock could still put it back, or could when it left it to a person. */
function whyIdle(
  { location, field, day, waits, isUnderReview, ...edit }: Left,
  counted: readonly Counted[],
): string[] {
  const where = `${location} ${field} on day ${day}`;
  if (field === 'openStatus') return waits === 'closed' ? [] : [`${where} waits for ${waits ?? 'nothing'}`];
  if (isUnderReview) return [];
  const recent = counted.filter(
    (one) =>
      one.location === location &&
      one.field === field &&
      one.at <= edit.at &&
      one.at > edit.at - LIMITS.days * DAY_MS,
  );
  const ofValue = recent.filter(
    ({ publicHash, keptHash }) => publicHash === edit.publicHash && keptHash === edit.keptHash,
  );
  const isSpent = recent.length >= LIMITS.field || ofValue.length >= LIMITS.value;
  return isSpent && waits
    ? []
    : [`${where}: ${ofValue.length} of value, ${recent.length} in all, waits: ${waits}`];
}

/** Each value that a lock's request put back has one line in the log. */
function differences(journal: readonly JournalEntry[], lines: readonly LockLine[]): string[] {
  const done = journal.filter(
    ({ view, field, author }) => view === 'public' && field === PHONE && author === 'api',
  );
  const logged = lines.filter(
    ({ field, state }) => field === 'phoneNumber' && (state === 'public' || state === 'in_review'),
  );
  const locations = new Set([...done, ...logged].map(({ location }) => location));
  return [...locations].flatMap((location) => {
    const [inJournal, inLog] = [done, logged].map(
      (list) => list.filter((one) => one.location === location).length,
    );
    return inJournal === inLog ? [] : [`${location}: ${inJournal} in the journal, ${inLog} in the log`];
  });
}
