import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { operationsOf } from '../../support/api/operations.ts';

let served: TestApp;
let robin: SignedInClient;
let samplePost: string;
beforeAll(async () => {
  served = await startTestApp();
  robin = await served.signUp();
  const { body } = await robin.send('get', '/api/posts?status=FAILED').expect(200);
  samplePost = (body as { items: { id: string }[] }).items[0]?.id ?? '';
});
afterAll(() => served.close());

/** Wrong for every route that takes a body: shapes, types, unknown and hostile names, texts that no field allows. */
const WRONG_ANYWHERE: [name: string, body: string][] = [
  ['broken JSON', '{'],
  ['null', 'null'],
  ['a number', '42'],
  ['a text', '"hello"'],
  ['a list', '[]'],
  ['a list of objects', '[{}]'],
  ['an unknown field', '{"surprise":1}'],
  ['SQL as a field', `{"'; drop table users; --":1}`],
  ['a prototype', '{"__proto__":{"role":"admin"}}'],
  ['a constructor', '{"constructor":1}'],
  ['40 levels', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`],
  ['a NUL in a name', '{"a\\u0000":1}'],
  ['half a character', '{"a":"\\udfff"}'],
  ['an empty name', '{"":""}'],
  ['somebody else', '{"uid":"somebody","role":"admin"}'],
];

const TEXT = 'x'.repeat(9000);
/** Nothing to see: no-break and zero-width spaces, a soft hyphen, a Hangul filler, an empty Braille cell, marks, a tag. */
const UNSEEN = '\u00a0\u200b\u00ad\u3164\u2800\u200e\u2060\ufe0f\u{e0041}';
const VALUES: unknown[] = [
  null,
  0,
  -1,
  1.5,
  true,
  '',
  '   ',
  TEXT,
  [],
  [[]],
  {},
  { a: 1 },
  [null],
  'javascript:alert(1)',
  UNSEEN,
];

/** A correct body of each route, by operation: every field of it is then made wrong in turn. */
const BODIES: Record<string, object> = {
  signUp: { fullName: 'Robin van Berg', email: 'robin@example.com', password: 'secret1' },
  logIn: { email: 'robin@example.com', password: 'secret1', rememberMe: true },
  resetPassword: { email: 'robin@example.com' },
  exchangeIdToken: { idToken: 'a.b.c' },
  updateProfile: {
    fullName: 'Robin Baker',
    phone: '+44 1632 960001',
    company: 'A company',
    preferences: { theme: 'dark', notifications: true, emailUpdates: true },
  },
  // Not the account's password, so it stays.
  changePassword: { currentPassword: 'secret1', newPassword: 'secret2' },
  // Nobody's address: whatever is sent, the account stays.
  deleteAccount: { confirmation: 'nobody@example.com', password: 'secret1' },
  finishConnection: { code: '4/abc', state: 'uid.random' },
  updateLocation: {
    name: 'A name',
    address: 'An address',
    phoneNumber: '+44 1632 960001',
    websiteUri: 'https://www.example.com',
    categoryIds: ['gcid:bakery'],
    regularHours: {
      periods: [{ openDay: 'MONDAY', openTime: '09:00', closeDay: 'MONDAY', closeTime: '17:00' }],
    },
    description: 'A description',
    specialHours: {
      periods: [
        {
          date: '2030-12-24',
          isClosed: false,
          openTime: '10:00',
          closeTime: '14:00',
          closeDate: '2030-12-24',
        },
      ],
    },
    moreHours: [{ hoursTypeId: 'DELIVERY', periods: [] }],
    openStatus: 'OPEN',
    openingDate: '2019-05',
    basedOn: 'a',
    reason: 'A reason',
  },
  schedulePost: {
    locationId: 'sample-101',
    publishAt: '2030-03-01T09:00:00Z',
    timeZone: 'Europe/Berlin',
    postBody: {
      languageCode: 'en-US',
      summary: 'Text',
      topicType: 'EVENT',
      photoId: '7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f',
      event: {
        title: 'Title',
        schedule: {
          startDate: { year: 2030, month: 3, day: 2 },
          startTime: { hours: 18, minutes: 0 },
          endDate: { year: 2030, month: 3, day: 2 },
          endTime: { hours: 20, minutes: 0 },
        },
      },
    },
  },
};
const someReason = { reason: 'A reason' };
for (const name of ['undoChange', 'undoChangeSet']) BODIES[name] = someReason;
for (const name of ['acceptGoogleEdit', 'rejectGoogleEdit']) BODIES[name] = { keep: true, ...someReason };
BODIES.restoreLocation = { at: '2026-01-01T00:00:00Z', ...someReason };
BODIES.decideGoogleEdits = {
  keep: true,
  ids: ['7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f'],
  decision: 'accept',
  ...someReason,
};
BODIES.sayZones = { items: [{ locationId: 'sample-101', timeZone: 'Europe/Berlin' }] };
BODIES.createChannel = { kind: 'webhook', url: 'https://hooks.example.com/shingle' };
BODIES.updateChannel = { isOn: true, kinds: ['post_failed'], schedule: 'now' };
BODIES.updateNoticeSettings = {
  timeZone: 'Europe/Berlin',
  quietHours: { from: '22:00', until: '07:00' },
};
BODIES.readNotices = {
  ids: ['7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f'],
  until: '2026-01-01T00:00:00Z',
};
BODIES.proveChannel = { token: 'unknown' };
BODIES.retryPosts = { ids: ['7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f'] };
// What an event holds is read by the same classes in all three: it is made wrong in the first alone.
const plainPost = {
  ...BODIES.schedulePost,
  postBody: { languageCode: 'en-US', summary: 'Text', topicType: 'STANDARD' },
};
BODIES.updatePost = { ...plainPost, version: 1 };
BODIES.checkPost = { ...plainPost, postId: '7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f' };
const UNKNOWN_ID = '7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f';
const choice = {
  accountId: 'sample-1',
  label: 'north',
  state: 'VERIFIED',
  search: 'bakery',
  storeCodes: ['HC-01'],
  locationIds: ['sample-101'],
  without: ['sample-102'],
  selectionId: UNKNOWN_ID,
};
BODIES.findLocations = { choice, offset: 1, limit: 1 };
BODIES.addSelection = { isLive: true, choice };
BODIES.updateSelection = { name: 'North', addStoreCodes: ['HC-01'], addLocationIds: ['sample-101'] };
BODIES.putReply = { text: 'Thank you', basedOn: 'abc.def' };
BODIES.checkReply = { reviewId: UNKNOWN_ID, text: 'Thank you' };
BODIES.addSavedReply = { title: 'Thanks', text: 'Thank you, {name}' };
BODIES.updateSavedReply = { title: 'Thanks', text: 'Thank you, {name}' };
BODIES.planCampaign = {
  choice,
  time: {
    wallTime: '2030-03-01T09:00',
    publishAt: '2030-03-01T09:00:00Z',
    timeZone: 'Europe/Berlin',
    spreadMinutes: 1,
    closedDays: 'skip',
  },
  postBody: {
    ...plainPost.postBody,
    callToAction: { actionType: 'BOOK', url: '{website}' },
    offer: { couponCode: 'A', redeemOnlineUrl: '{website}', termsConditions: 'None' },
  },
};
BODIES.updateCampaign = { postBody: plainPost.postBody, withExceptions: true, version: 1 };
BODIES.confirmCampaign = { version: 1 };
BODIES.changeTargets = {
  items: [{ locationId: 'sample-101', summary: 'Text', isLeftOut: true }],
  version: 1,
};
BODIES.takeInTargets = { rule: 'location-suspended', locationIds: ['sample-101'], version: 1 };
BODIES.retryTargets = { locationIds: ['sample-101'] };
BODIES.createBulkEdit = {
  choice: { search: 'bakery' },
  change: {
    description: 'A description',
    specialHours: {
      mode: 'merge',
      periods: [
        {
          date: '2030-12-24',
          isClosed: false,
          openTime: '10:00',
          closeTime: '14:00',
          closeDate: '2030-12-24',
        },
      ],
    },
  },
  name: 'Christmas',
};
BODIES.updateBulkEdit = {
  version: 1,
  change: { description: 'A description' },
  addHolidays: [
    {
      answer: 'hours',
      hours: [{ openTime: '10:00', closeTime: '14:00' }],
      dates: ['2030-12-24'],
      locationIds: ['sample-101'],
      isFill: true,
    },
  ],
  name: 'Christmas',
};
BODIES.createLocks = { fields: ['phoneNumber'], choice: { search: 'bakery' } };
BODIES.updateLock = { without: ['sample-101'] };
BODIES.dismissFindings = { ids: [UNKNOWN_ID], reason: 'Not for us', until: '2030-12-24' };
BODIES.bringBackFindings = { ids: [UNKNOWN_ID] };
BODIES.confirmBulkEdit = { version: 1, ...someReason };

/** Values that are right at these fields, so that they prove nothing there. */
const FINE: [field: RegExp, isFine: (value: unknown) => boolean][] = [
  [/(isLive|withExceptions|isLeftOut|isFill|keep)$/, (value) => value === true],
  [
    /(accountId|label|search|offset|limit|wallTime|spreadMinutes|closedDays|selectionId)$/,
    (value) => value === null,
  ],
  [/(offset|spreadMinutes)$/, (value) => value === 0],
  [/(accountId|label|search)$/, (value) => typeof value === 'string' && value.length < 200],
  [
    /([Ss]toreCodes|[lL]ocationIds|without)$/,
    (value) => value === null || (Array.isArray(value) && value.length === 0),
  ],
  [/([Ss]toreCodes|[lL]ocationIds|without)\.0$/, (value) => typeof value === 'string' && value.length < 100],
  [/^choice$/, (value) => JSON.stringify(value) === '{}'],
  [/(items\.0\.summary|callToAction|offer|url|Url|Code|Conditions)$/, (value) => value === null],
  [/offer$/, (value) => JSON.stringify(value) === '{}'],
  [/(couponCode|termsConditions)$/, (value) => typeof value === 'string' && value.length < 58],
  [/(rememberMe|notifications|emailUpdates)$/, (value) => typeof value === 'boolean' || value === null],
  [/isOn$/, (value) => value === true],
  [/kinds$/, (value) => Array.isArray(value) && value.length === 0],
  [/quietHours$/, (value) => value === null],
  [
    /(state|timeZone|version|locationId|postId|photoId|publishAt|phoneNumber|websiteUri|phone|company|description|openingDate|basedOn|reason)$/,
    (value) => value === null,
  ],
  [
    /(phoneNumber|websiteUri|phone|company|description|openingDate|basedOn|reason)$/,
    (value) => typeof value === 'string' && (value.trim() === '' || value === UNSEEN),
  ],
  [/(theme|endDate|endTime|event|postBody|regularHours|specialHours)$/, (value) => value === null],
  [/(hours|minutes)$/, (value) => value === 0],
  [
    /(address|fullName|company|title|name|summary|code|idToken|description|basedOn|reason)$/,
    (value) => value === 'javascript:alert(1)',
  ],
  [/password$/i, (value) => value === 'javascript:alert(1)' || value === UNSEEN],
  // For others to say what they are: Google, and who looks for them.
  [/(^code|idToken|locationId)$/, (value) => value === UNSEEN],
  // A text that is being written may be empty.
  [/^text$/, (value) => typeof value === 'string' && value.length < 100],
  [/(periods|moreHours)$/, (value) => Array.isArray(value) && value.length === 0],
  [/state$/, (value) => typeof value === 'string' && value.length <= 512],
  [/locationId$/, (value) => value === 'javascript:alert(1)'],
  [/^preferences$/, (value) => JSON.stringify(value) === '{}'],
];

function* wrongVariants(
  body: object,
  path = '',
): Generator<[field: string, change: (root: object) => object]> {
  for (const [name, inner] of Object.entries(body)) {
    const field = path ? `${path}.${name}` : name;
    for (const value of VALUES)
      if (!FINE.some(([pattern, isFine]) => pattern.test(field) && isFine(value)))
        yield [`${field} = ${JSON.stringify(value).slice(0, 30)}`, (root) => withValue(root, field, value)];
    if (typeof inner === 'object') yield* wrongVariants(inner as object, field);
  }
}

function withValue(root: object, field: string, value: unknown): object {
  const copy = structuredClone(root) as Record<string, unknown>;
  const names = field.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce((object, name) => object[name] as Record<string, unknown>, copy);
  parent[last] = value;
  return copy;
}

/** The body with one more field: in itself, and in each object inside. */
function withUnknownFields(body: object): [field: string, body: object][] {
  const insideOf = (object: object, path: string): string[] =>
    Object.entries(object).flatMap(([name, inner]) =>
      typeof inner === 'object' && !Array.isArray(inner)
        ? [`${path}${name}.`, ...insideOf(inner as object, `${path}${name}.`)]
        : [],
    );
  return ['', ...insideOf(body, '')].map((path) => {
    const field = `${path}surprise`;
    return [field, withValue(body, field, 1)];
  });
}

describe('a wrong body', () => {
  it.each(Object.keys(BODIES))('for %s is a 400 that names the field and the rule', async (id) => {
    const operation = (await operationsOf(served)).find((each) => each.id === id);
    if (!operation) throw new Error(`no operation ${id}`);
    const path = operation.path
      .replace(/locations\/[^/]+/, 'locations/sample-101')
      .replace(/posts\/[0-9a-f-]{36}/, `posts/${samplePost}`);
    let sent = 0;
    for (const [name, body] of WRONG_ANYWHERE) {
      const answer = await robin.send(operation.method, path, body);
      expect([name, answer.status]).toEqual([name, 400]);
      sent += 1;
    }
    for (const [name, change] of wrongVariants(BODIES[id] ?? {})) {
      const answer = await robin.send(operation.method, path, change(BODIES[id] ?? {}));
      expect([name, answer.status, answer.body.code]).toEqual([name, 400, 'validation_failed']);
      expect(answer.body.errors).not.toHaveLength(0);
      for (const { field, message } of answer.body.errors as { field: string; message: string }[]) {
        expect([name, field]).toEqual([name, expect.stringMatching(/^[\w.]+$/)]);
        expect([name, message]).toEqual([name, expect.stringMatching(/^[A-Z].{5,}/)]);
      }
      sent += 1;
    }
    for (const [field, body] of withUnknownFields(BODIES[id] ?? {})) {
      const answer = await robin.send(operation.method, path, body).expect(400);
      expect(answer.body.errors).toContainEqual({ field, message: 'This field isn’t known here' });
      sent += 1;
    }
    expect(sent).toBeGreaterThanOrEqual(20);
  });

  it('is tried for every operation that takes one', async () => {
    const withBody = (await operationsOf(served)).filter(({ hasBody }) => hasBody).map(({ id }) => id);
    expect(withBody.sort()).toEqual(Object.keys(BODIES).sort());
  });

  it('changes nothing', async () => {
    const before = await robin.send('get', '/api/posts').expect(200);
    await robin.send('post', '/api/posts', { ...BODIES.schedulePost, surprise: 1 }).expect(400);
    const after = await robin.send('get', '/api/posts').expect(200);
    expect(after.body).toEqual(before.body);
  });
});
