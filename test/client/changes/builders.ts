import type { Schemas } from '../../../client/api/client.js';

export type Change = Schemas['ChangeDto'];
export type GoogleEdit = Schemas['GoogleEditDto'];
type ChangeValue = Schemas['ChangeValueDto'];
type ChangeSet = Schemas['ChangeSetDto'];
type Progress = Schemas['SetProgressDto'];
type SetLocation = Schemas['SetLocationDto'];
export type Lock = Schemas['LockDto'];
type LockEvent = Schemas['LockEventDto'];
type WaitingEdit = Schemas['WaitingEditDto'];

/** A value of a field; empty unless given. */
export function value(change: Partial<ChangeValue> = {}): ChangeValue {
  return { text: null, items: null, hours: null, specialHours: null, moreHours: null, ...change };
}

/** An id of the given number. */
export const uuid = (number: number) => `0d3e8f52-7d3a-4a52-9c2d-${String(number).padStart(12, '0')}`;

/** A phone number that Robin changed, and that the public sees. */
export function change(own: Partial<Change> = {}): Change {
  return {
    id: uuid(1),
    setId: uuid(101),
    setKind: 'save',
    setName: null,
    setSize: { changes: 1, locations: 1 },
    accountId: 'account-1',
    locationId: 'location-1',
    locationName: 'Hearth & Crumb, Market Square',
    storeCode: 'HC-01',
    field: 'phoneNumber',
    before: value({ text: '+44 1632 960101' }),
    after: value({ text: '+44 1632 960110' }),
    areValuesDropped: false,
    origin: 'here',
    isPublicOnly: false,
    actor: { uid: 'uid-1', name: 'Robin Baker' },
    reason: null,
    state: 'public',
    error: null,
    seenAfter: null,
    at: '2026-11-21T14:02:00.000Z',
    publicAt: '2026-11-21T14:02:00.000Z',
    backAt: null,
    undoes: null,
    undoneBy: null,
    whyNoUndo: null,
    ...own,
  };
}

/** A page of changes with counts for the tabs. */
export function changeList(items: Change[], nextCursor: string | null = null): Schemas['ChangeListDto'] {
  const of = (origin: Change['origin']) => items.filter((item) => item.origin === origin).length;
  const counts = { here: of('here'), elsewhere: of('elsewhere'), google: of('google') };
  return { items, counts: { all: items.length, ...counts }, nextCursor };
}

/** What an undo of a change would change. */
export function undone(of: Change, own: Partial<Schemas['UndoneFieldDto']> = {}): Schemas['UndoneFieldDto'] {
  const { id, locationId, locationName, field, before, after } = of;
  return {
    changeId: id,
    locationId,
    locationName,
    field,
    current: after,
    goesBackTo: before,
    whyNot: null,
    hasChangedSince: false,
    asksAgain: false,
    ...own,
  };
}

/** A set of 412 locations whose changes Google has all, with `own`. */
export function changeSet(own: Partial<ChangeSet> = {}): ChangeSet {
  return {
    id: uuid(101),
    kind: 'bulk',
    name: 'Christmas hours',
    actor: { uid: 'uid-1', name: 'Robin Baker' },
    reason: null,
    createdAt: '2026-11-21T14:02:00.000Z',
    undoes: null,
    state: 'ended',
    fields: ['phoneNumber'],
    progress: setProgress({ sent: 412 }),
    canRetry: 0,
    secondsLeft: null,
    undo: { locations: 412, changes: 412, cannot: 0, asksAgain: [], isUnderWay: false },
    ...own,
  };
}

/** How many locations of a set are how far; none unless given. */
export function setProgress(own: Partial<Omit<Progress, 'total'>> = {}): Progress {
  const parts = { waiting: 0, sent: 0, failed: 0, leftAlone: 0, notSent: 0, ...own };
  return { total: Object.values(parts).reduce((sum, each) => sum + each, 0), ...parts };
}

/** A location of a set whose change Google has, with `own`. */
export function setLocation(own: Partial<SetLocation> = {}): SetLocation {
  const [first = change()] = own.changes ?? [];
  const { locationId, locationName, storeCode } = first;
  return {
    id: uuid(501),
    locationId,
    locationName,
    storeCode,
    state: 'saved',
    nextTryAt: null,
    changes: [first],
    ...own,
  };
}

/** A page of the locations of a set. */
export function setLocationList(
  items: SetLocation[],
  counts: Partial<Schemas['SetCountsDto']> = {},
  nextCursor: string | null = null,
): Schemas['SetLocationListDto'] {
  return { items, counts: { need: 0, sent: 0, waiting: 0, all: items.length, ...counts }, nextCursor };
}

/** A phone number that Google changed. */
export function googleEdit(own: Partial<GoogleEdit> = {}): GoogleEdit {
  return {
    id: uuid(201),
    accountId: 'account-1',
    locationId: 'location-1',
    locationName: 'Hearth & Crumb, Market Square',
    storeCode: 'HC-01',
    field: 'phoneNumber',
    yours: value({ text: '+44 1632 960101' }),
    google: value({ text: '+44 1632 960110' }),
    firstSeenAt: '2026-11-21T14:02:00.000Z',
    lastSeenAt: '2026-11-21T14:02:00.000Z',
    times: 1,
    state: 'OPEN',
    decidedAt: null,
    decidedBy: null,
    changeId: null,
    whyNoAnswer: null,
    isLocked: false,
    ...own,
  };
}

/** A page of Google's edits. */
export function editList(items: GoogleEdit[]): Schemas['GoogleEditListDto'] {
  const of = (state: GoogleEdit['state']) => items.filter((item) => item.state === state).length;
  const open = items.filter(({ state }) => state === 'OPEN');
  const fields = [...Map.groupBy(open, ({ field }) => field)];
  return {
    items,
    counts: { open: of('OPEN'), accepted: of('ACCEPTED'), rejected: of('REJECTED'), gone: of('GONE') },
    openFields: fields.map(([field, edits]) => ({ field, count: edits.length })),
    nextCursor: null,
  };
}

/** The lock of a phone number that Robin made, with `own`. Nothing has come since. */
export function lock(own: Partial<Lock> = {}): Lock {
  return {
    id: uuid(701),
    field: 'phoneNumber',
    title: null,
    locations: {
      count: 1,
      first: {
        accountId: 'account-1',
        locationId: 'location-1',
        name: 'Hearth & Crumb, Market Square',
        storeCode: 'HC-01',
      },
    },
    kept: value({ text: '+44 1632 960101' }),
    used: { value: 0, field: 0 },
    limits: { value: 2, field: 5, days: 30 },
    waiting: [],
    waitingCount: 0,
    events: [lockEvent()],
    createdAt: '2026-11-09T10:00:00.000Z',
    createdBy: { uid: 'uid-1', name: 'Robin Baker' },
    ...own,
  };
}

/** That a lock was made, or what `own` says. */
export function lockEvent(own: Partial<LockEvent> = {}): LockEvent {
  return {
    id: uuid(801),
    at: '2026-11-09T10:00:00.000Z',
    kind: 'locked',
    locationId: null,
    locationName: null,
    storeCode: null,
    value: null,
    heldMs: null,
    changeId: null,
    reason: null,
    ...own,
  };
}

/** An edit that a lock leaves to a person, since its value was changed back too often. */
export function waitingEdit(own: Partial<WaitingEdit> = {}): WaitingEdit {
  return {
    editId: uuid(201),
    accountId: 'account-1',
    locationId: 'location-1',
    name: 'Hearth & Crumb, Market Square',
    storeCode: 'HC-01',
    yours: value({ text: '+44 1632 960101' }),
    google: value({ text: '+44 1632 960199' }),
    since: '2026-11-21T10:00:00.000Z',
    why: 'value',
    ...own,
  };
}

/** A page of locks, with counts for the heading. */
export function lockList(items: Lock[], nextCursor: string | null = null): Schemas['LockListDto'] {
  const waiting = items.filter(({ waitingCount }) => waitingCount > 0).length;
  return { items, counts: { all: items.length, waiting }, nextCursor };
}
