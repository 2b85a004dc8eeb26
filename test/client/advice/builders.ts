import type { Schemas } from '../../../client/api/client.js';
import type { Finding, Task, TaskList } from '../../../client/advice/use-tasks.js';
import { noTasks } from '../business-profile/builders.js';
import { uuid } from '../changes/builders.js';

type Cure = Schemas['CureDto'];

const CHRISTMAS = '2026-12-25';

const cure = (own: Partial<Cure> = {}): Cure => ({
  kind: 'field',
  field: null,
  dates: [],
  url: null,
  before: null,
  after: null,
  ...own,
});

const found = (number: number) => ({
  findingId: uuid(number),
  locationId: `location-${number}`,
  locationName: `Hearth & Crumb, Branch ${number}`,
  storeCode: `HC-0${number}`,
});

/** Hours for Christmas at 14 locations, of which the first four are named. */
export function task(own: Partial<Omit<Task, 'cure'>> & { cure?: Partial<Cure> } = {}): Task {
  return {
    key: `holiday-unset ${CHRISTMAS}`,
    ruleId: 'holiday-unset',
    severity: 3,
    title: 'Add hours for 25 December: 14 locations',
    locations: 14,
    first: [1, 2, 3, 4].map(found),
    evidence: { path: 'specialHours', says: `has no ${CHRISTMAS}` },
    readAt: '2026-11-24T06:12:00.000Z',
    source: {
      title: 'confirm holiday hours even if they stay the same',
      url: 'https://support.google.com/business/answer/6303076',
      comparedOn: '2026-11-12',
      isGoogle: true,
    },
    order: { total: 15.42, severity: 3, views: 138_200 },
    since: '2026-11-20T06:12:00.000Z',
    dismissal: null,
    sentAt: null,
    ...own,
    cure: cure({ kind: 'holidays', dates: [CHRISTMAS], ...own.cure }),
  };
}

/** A task of one field, at so many locations. */
export function fieldTask(
  field: NonNullable<Cure['field']>,
  locations: number,
  own: Parameters<typeof task>[0] = {},
): Task {
  return task({
    key: `${field}-missing`,
    ruleId: `${field}-missing`,
    title: `Fill in ${field}: ${locations}`,
    locations,
    first: [1, 2, 3, 4].slice(0, locations).map(found),
    evidence: { path: field, says: 'is empty' },
    ...own,
    cure: { kind: 'field', field, dates: [], ...own.cure },
  });
}

/** What was found at one location. */
export function finding(
  number: number,
  own: Partial<Omit<Finding, 'cure'>> & { cure?: Partial<Cure> } = {},
): Finding {
  const { key, ruleId, severity, evidence, readAt, source, order, since } = fieldTask('description', 1);
  return {
    ...found(number),
    accountId: 'account-1',
    ...{ key, ruleId, severity, readAt, source, order, since },
    title: 'Write a description',
    why: 'A description helps customers choose.',
    state: 'open',
    evidence: [evidence],
    dismissal: null,
    sentAt: null,
    doneAt: null,
    ...own,
    cure: cure({ field: 'description', ...own.cure }),
  };
}

export function findingList(
  items: Finding[],
  nextCursor: string | null = null,
): Schemas['AdviceFindingListDto'] {
  return { items, counts: { open: items.length, waiting: 0, dismissed: 0, done: 0 }, nextCursor };
}

/** Tasks to be done, after a check of 500 locations this morning. */
export function taskList(items: Task[], own: Partial<TaskList> = {}): TaskList {
  return {
    ...noTasks(),
    items,
    counts: { open: items.length, waiting: 0, dismissed: 0, done: 0 },
    findings: items.reduce((sum, { locations }) => sum + locations, 0),
    check: {
      state: 'checked',
      checkedAt: '2026-11-24T06:12:00.000Z',
      locations: 500,
      rules: 24,
      unknown: [],
    },
    ...own,
  };
}
