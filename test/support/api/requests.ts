import fc from 'fast-check';
import {
  type ApiDocument,
  type DocumentedOperation,
  type Parameter,
  resolved,
  type Schema,
} from './api-document.ts';

/** What a person can name, and may. */
export interface Belongings {
  /** The workspace that it all belongs to. */
  workspaceId: string;
  email: string;
  password: string;
  posts: string[];
  locations: string[];
  accounts: string[];
  /** Of the change log; none unless the locations are Google's. */
  changes: string[];
  changeSets: string[];
  googleEdits: string[];
  notices: string[];
  /** Webhooks, and what was sent to them. */
  channels: string[];
  deliveries: string[];
  photos: string[];
  /** Of Google; none unless the locations are Google's. */
  reviews: string[];
  /** What replies to these reviews are based on. */
  reviewBases: string[];
  savedReplies: string[];
  /** None unless the locations are Google's. */
  campaigns: string[];
  selections: string[];
  bulkEdits: string[];
  locks: string[];
  findings: string[];
  /** Whether their locations are Google's, so that an address cannot be changed here. */
  isConnected: boolean;
}

/** A request in parts. */
export interface RequestParts {
  operation: DocumentedOperation;
  path: Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  /** Undefined: none. */
  body: unknown;
}

/** What may take the place of right values. */
export interface Disturbance {
  /** In paths, queries and headers. */
  text: fc.Arbitrary<string>;
  /** In bodies. */
  value: fc.Arbitrary<unknown>;
}

/** How many right values there are for each disturbed one: a body has many values, and most of them have to be right. */
const RIGHT = { parameter: 8, value: 15 };
const DAY_MS = 24 * 60 * 60_000;

/** Which parts of a post's content belong to which type. */
const PARTS_OF_TYPE: Record<string, string[]> = {
  STANDARD: [],
  CALL_TO_ACTION: ['callToAction'],
  EVENT: ['event'],
  OFFER: ['offer', 'event'],
};

const soon = fc
  .integer({ min: 1, max: 300 })
  .map((days) => new Date(Date.now() + days * DAY_MS).toISOString());

/** Of no version of any review. */
const BASIS = `${'a'.repeat(22)}.${'b'.repeat(22)}`;

const bulkChange = fc.constantFrom<object>(
  { openStatus: 'OPEN' },
  { description: 'In {city} since 1987.', labels: { add: ['north'], remove: [] } },
  { websiteUri: 'https://www.example.com/{storeCode}', phoneNumber: '+44 1632 960101' },
  { specialHours: { mode: 'merge', periods: [], clear: ['2030-12-24'] } },
);

/** What fields mean beyond their schemas: by `Schema.field`, or by name anywhere. */
const MEANINGS: Record<string, (of: Belongings) => fc.Arbitrary<unknown>> = {
  'SignUpDto.email': () => fc.uuid().map((id) => `${id}@example.com`),
  'Shingle-Workspace': ({ workspaceId }) => fc.constant(workspaceId),
  workspace: ({ workspaceId }) => fc.constant(workspaceId),
  email: ({ email }) => fc.constant(email),
  confirmation: ({ email }) => fc.constant(email),
  password: ({ password }) => fc.constant(password),
  locationId: ({ locations }) => among(locations),
  locationIds: ({ locations }) => among(locations),
  'LocationChoiceDto.locationIds': ({ locations }) => among(locations).map((id) => [id]),
  selectionId: ({ selections }) => among(selections, NO_ONE),
  'RetryTargetsDto.locationIds': ({ locations }) => among(locations).map((id) => [id]),
  'TakeInDto.locationIds': ({ locations }) => among(locations).map((id) => [id]),
  campaignId: ({ campaigns }) => among(campaigns, NO_ONE),
  // Either a task or findings are named.
  'DismissFindingsDto.task': () => fc.constant(undefined),
  'ChosenFindingsDto.task': () => fc.constant(undefined),
  'DismissFindingsDto.ids': ({ findings }) => among(findings, NO_ONE).map((id) => [id]),
  'ChosenFindingsDto.ids': ({ findings }) => among(findings, NO_ONE).map((id) => [id]),
  'DismissFindingsDto.until': () => soon.map((text) => text.slice(0, 10)),
  'UpdateLockDto.without': ({ locations }) => among(locations).map((id) => [id]),
  'UpdateSelectionDto.addLocationIds': ({ locations }) => among(locations).map((id) => [id]),
  // Its parts go together: at least one field, and dates that exist.
  'NewBulkEditDto.change': () => bulkChange,
  'UpdateBulkEditDto.change': () => bulkChange,
  // They cannot go with special hours.
  'UpdateBulkEditDto.addHolidays': () => fc.constant(undefined),
  // Two kept selections cannot have the same name.
  'NewSelectionDto.name': () => fc.constant(undefined),
  wallTime: () => soon.map((text) => text.slice(0, 16)),
  offset: () => fc.constant(0),
  channelId: ({ channels }) => among(channels, NO_ONE),
  'CreateChannelDto.url': () => fc.constant('https://hooks.example.com/shingle'),
  // A webhook is told at once.
  'UpdateChannelDto.schedule': () => fc.constant('now'),
  // It keeps its address.
  'UpdateChannelDto.address': () => fc.constant(undefined),
  'QuietHoursDto.from': () => fc.constant('22:00'),
  'QuietHoursDto.until': () => fc.constant('07:00'),
  accountId: ({ accounts }) => among(accounts),
  postId: ({ posts }) => among(posts),
  'RetryPostsDto.ids': ({ posts }) => among(posts).map((id) => [id]),
  'DecideEditsDto.ids': ({ googleEdits }) => among(googleEdits, NO_ONE).map((id) => [id]),
  'ReadNoticesDto.ids': ({ notices }) => among(notices, NO_ONE).map((id) => [id]),
  // A location that has closed takes no posts.
  'UpdateLocationDto.openStatus': () => fc.constant('OPEN'),
  publishAt: () => soon,
  'listReviews.from': () => fc.constant('2026-01-05'),
  'listReviews.to': () => fc.constant('2026-11-05'),
  reviewId: ({ reviews }) => among(reviews, NO_ONE),
  basedOn: ({ reviewBases }) => among(reviewBases, BASIS),
  // Two saved replies cannot have the same title.
  'NewSavedReplyDto.title': () => fc.uuid(),
  'UpdateSavedReplyDto.title': () => fc.uuid(),
  from: () => soon,
  to: () => soon,
  until: () => soon,
  // A moment of the past.
  at: () => fc.constant('2026-01-01T00:00:00Z'),
  // After every publish time.
  year: () => fc.constant(new Date().getUTCFullYear() + 2),
  timeZone: () => fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/New_York'),
  search: () => fc.constantFrom('bakery', 'a', 'Hearth & Crumb', '%', 'ß'),
  limit: () => fc.constantFrom('1', '7', '100'),
  attempt: () => fc.uuid({ version: 4 }),
  'Idempotency-Key': () => fc.nat(40).map((number) => `key-${number}`),
};

/** Texts that have to mean something, although their schemas allow any text. */
const MEANINGFUL =
  /(Id|Ur[il]|url|^timeZone|^publishAt|^from|^to|^until|^confirmation|^cursor|^email|^password|Key|^workspace|-Workspace)$/;

/** Only later pages have a cursor, and only an older copy has another version: leaving them out is right, if they may be. */
const LEFT_OUT = ['cursor', 'version'];

/**
 * Requests of an operation, by someone who owns these things. They are as the document and the rules of the API want
 * them, except where the disturbance takes the place of a value. `freeText` takes the place of every text that may be any.
 */
export function requestsTo(
  document: ApiDocument,
  operation: DocumentedOperation,
  owner: Belongings,
  { disturbance, freeText }: { disturbance?: Disturbance; freeText?: string } = {},
): fc.Arbitrary<RequestParts> {
  return fc
    .record({
      path: parameters('path'),
      query: parameters('query'),
      headers: parameters('header'),
      body: operation.body ? value(operation.body) : fc.constant(undefined),
    })
    .map(({ path, query, headers, body }) => ({
      operation,
      path,
      query: Object.entries(query),
      headers,
      body,
    }));

  function parameters(place: Parameter['in']): fc.Arbitrary<Record<string, string>> {
    const given = operation.parameters.filter(
      (parameter) => parameter.in === place && !LEFT_OUT.includes(parameter.name),
    );
    const arbitraries = given.map(({ name, schema }) => {
      const right = place === 'path' ? idIn(operation, owner) : field(name, operation.id, schema).map(String);
      return [name, disturbed(right, disturbance?.text, RIGHT.parameter)] as const;
    });
    const requiredKeys = given
      .filter(
        ({ name, required, schema }) => required || (freeText !== undefined && takesAnyText(name, schema)),
      )
      .map(({ name }) => name);
    return fc.record(Object.fromEntries(arbitraries), { requiredKeys });
  }

  function field(name: string, schemaName: string, schema: Schema): fc.Arbitrary<unknown> {
    if (freeText !== undefined && takesAnyText(name, schema)) return fc.constant(freeText);
    // The ends of a range of days, where others are instants.
    if (/^(from|to)$/.test(name) && resolved(document, schema).format === 'date')
      return fc.constant(new Date(Date.now() - 7 * DAY_MS).toISOString().slice(0, 10));
    const meaning = MEANINGS[`${schemaName}.${name}`] ?? MEANINGS[name];
    return meaning ? meaning(owner) : bySchema(schema, name);
  }

  function takesAnyText(name: string, schema: Schema): boolean {
    const { type, enum: values, format, pattern = '\\S' } = resolved(document, schema);
    return type === 'string' && !values && !format && pattern === '\\S' && !MEANINGFUL.test(name);
  }

  function value(schema: Schema, name = '', schemaName = ''): fc.Arbitrary<unknown> {
    return disturbed(field(name, schemaName, schema), disturbance?.value, RIGHT.value);
  }

  function bySchema(schema: Schema, name: string): fc.Arbitrary<unknown> {
    const meant = resolved(document, schema);
    if (meant.enum) return fc.constantFrom(...meant.enum);
    if (meant.properties) return object(nameOf(schema), meant);
    if (meant.example !== undefined) return fc.constant(meant.example);
    if (meant.type === 'array')
      return meant.items ? value(meant.items, name).map((item) => [item]) : fc.constant([]);
    if (meant.type === 'number' || meant.type === 'integer') return fc.constant(meant.minimum ?? 1);
    return meant.type === 'boolean' ? fc.boolean() : fc.constant(`some ${name}`);
  }

  function object(schemaName: string, { properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
    const of = (names: string[], requiredKeys: string[]) =>
      fc.record<Record<string, unknown>>(
        Object.fromEntries(names.map((name) => [name, value(properties[name] ?? {}, name, schemaName)])),
        { requiredKeys },
      );
    // A post has the parts of its type.
    if (schemaName === 'PostBodyDto' || schemaName === 'CampaignBodyDto')
      return fc.constantFrom(...Object.keys(PARTS_OF_TYPE)).chain((topicType) => {
        const names = ['languageCode', 'summary', ...(PARTS_OF_TYPE[topicType] ?? [])];
        return of(names, names).map((body) => ({ ...body, topicType }));
      });
    const isFixed = (name: string) =>
      schemaName === 'UpdateLocationDto' && name === 'address' && owner.isConnected;
    const isLeftOut = (name: string) => LEFT_OUT.includes(name) && !required.includes(name);
    const names = Object.keys(properties).filter((name) => !isLeftOut(name) && !isFixed(name));
    const made = of(names, required);
    // Either a time of day or an instant.
    if (schemaName === 'CampaignTimeDto')
      return fc
        .constantFrom('wallTime', 'publishAt')
        .chain((kept) =>
          of(
            [kept, ...names.filter((name) => name !== 'wallTime' && name !== 'publishAt')],
            [kept, ...required],
          ),
        );
    if (schemaName === 'OpeningPeriodDto')
      return made.map((period) => ({ ...period, closeDay: period.openDay }));
    if (schemaName === 'SpecialPeriodDto')
      return made.map((period) =>
        period.isClosed === true ? { ...period, openTime: null, closeTime: null, closeDate: null } : period,
      );
    // An e-mail channel has no address of its own.
    if (schemaName === 'CreateChannelDto')
      return of(names, names).map(({ url, ...rest }) => (rest.kind === 'email' ? rest : { ...rest, url }));
    // A call button has no link, and every other one has.
    if (schemaName === 'CallToActionDto' || schemaName === 'CampaignActionDto')
      return of(names, names).map(({ url, ...rest }) =>
        rest.actionType === 'CALL' ? rest : { ...rest, url },
      );
    return made;
  }
}

/** Method, path and query of a request; each part is escaped as a browser would. */
export function targetOf({ operation, path, query }: RequestParts): string {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((path[name] ?? '').toWellFormed()),
  );
  const search = new URLSearchParams(query).toString();
  return search ? `${filled}?${search}` : filled;
}

function disturbed<Right, Other>(
  right: fc.Arbitrary<Right>,
  other: fc.Arbitrary<Other> | undefined,
  weight: number,
): fc.Arbitrary<Right | Other> {
  return other ? fc.oneof({ weight, arbitrary: right }, { weight: 1, arbitrary: other }) : right;
}

/** Paths name a thing by the collection that contains it. */
function idIn({ path }: DocumentedOperation, owner: Belongings): fc.Arbitrary<string> {
  const [, collection = ''] = /\/([a-z-]+)\/\{/.exec(path) ?? [];
  const ids = {
    posts: owner.posts,
    locations: owner.locations,
    accounts: owner.accounts,
    changes: owner.changes,
    'change-sets': owner.changeSets,
    'google-edits': owner.googleEdits,
    channels: owner.channels,
    deliveries: owner.deliveries,
    photos: owner.photos,
    reviews: owner.reviews,
    'saved-replies': owner.savedReplies,
    campaigns: owner.campaigns,
    selections: owner.selections,
    'bulk-edits': owner.bulkEdits,
    locks: owner.locks,
  }[collection];
  if (!ids) throw new Error(`${path} names a thing of an unknown collection: add it here.`);
  return among(ids, collection === 'accounts' || collection === 'locations' ? 'none' : NO_ONE);
}

/** An id that belongs to nothing. */
const NO_ONE = '7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f';

function among(ids: string[], otherwise = 'none'): fc.Arbitrary<string> {
  return ids.length > 0 ? fc.constantFrom(...ids) : fc.constant(otherwise);
}

function nameOf({ $ref, allOf, anyOf }: Schema): string {
  const choices = [...(allOf ?? []), ...(anyOf ?? [])].map((choice) => choice.$ref);
  return (
    [$ref, ...choices]
      .find((ref) => ref !== undefined)
      ?.split('/')
      .at(-1) ?? ''
  );
}
