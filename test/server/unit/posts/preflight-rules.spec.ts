import { describe, expect, it } from '@jest/globals';
import type { Location } from '../../../../dist/server/business-profile/port/location.js';
import type { PostBody } from '../../../../dist/server/database/schema.js';
import { brokenRules, findingsOf } from '../../../../dist/server/posts/preflight.service.js';
import {
  PREFLIGHT_RULES,
  type PreflightFacts,
  RULES_OF_MOMENT,
} from '../../../../dist/server/posts/preflight-rules.js';

const LOCATION: Location = {
  id: '1',
  accountId: '2',
  name: 'Okonjo Ceramics',
  address: '12 Tannery Row',
  phoneNumber: '+44 1632 960201',
  websiteUri: null,
  categories: [{ id: 'gcid:pottery_store', name: 'Pottery store' }],
  state: 'VERIFIED',
  openStatus: 'OPEN',
  storeCode: null,
  photos: [],
  regularHours: null,
  pendingFields: [],
  isAddressEditable: false,
  editUrl: null,
  mapsUrl: null,
};
const BODY: PostBody = { languageCode: 'en-US', summary: 'New glazes are in', topicType: 'STANDARD' };
const EVENT = {
  title: 'Kiln opening',
  schedule: {
    startDate: { year: 2027, month: 3, day: 1 },
    startTime: { hours: 10, minutes: 0 },
    endDate: { year: 2027, month: 3, day: 1 },
    endTime: { hours: 12, minutes: 0 },
  },
};
const facts = (change: Partial<PreflightFacts> = {}): PreflightFacts => ({
  body: BODY,
  timeZone: 'Europe/London',
  publishAt: new Date('2027-02-20T09:00:00Z'),
  location: LOCATION,
  connection: 'connected',
  isPostingClosed: false,
  hasTwin: false,
  ...change,
});
const body = (change: Partial<PostBody>): Partial<PreflightFacts> => ({ body: { ...BODY, ...change } });
const action = (actionType: 'BOOK' | 'CALL', url?: string) =>
  body({ topicType: 'CALL_TO_ACTION', callToAction: { actionType, url } });
const photo = (width: number, height: number, isReachable = true) => ({
  photo: { width, height, isReachable },
});
const place = (change: Partial<Location>) => ({ location: { ...LOCATION, ...change } });
const atEnd = (topicType: 'EVENT' | 'OFFER', publishAt: string) => ({
  ...body({ topicType, event: EVENT }),
  publishAt: new Date(publishAt),
});
/** An event on the day on which clocks go forward in London, from 1:00 to 2:00. */
const eventAt = (times: Partial<typeof EVENT.schedule>) => {
  const day = { year: 2027, month: 3, day: 28 };
  const schedule = {
    startDate: day,
    startTime: { hours: 0, minutes: 0 },
    endDate: day,
    endTime: { hours: 22, minutes: 0 },
    ...times,
  };
  return body({ topicType: 'EVENT', event: { title: EVENT.title, schedule } });
};
const hotel = (id: string) => ({
  ...body({ topicType: 'OFFER', event: EVENT }),
  ...place({ categories: [{ id, name: id }] }),
});

/** What each rule finds fault with, and what lies close by and is fine. */
const CASES: Record<
  (typeof PREFLIGHT_RULES)[number]['id'],
  { broken: Partial<PreflightFacts>[]; fine: Partial<PreflightFacts>[] }
> = {
  'link-missing': { broken: [action('BOOK')], fine: [action('BOOK', 'https://example.com'), action('CALL')] },
  'link-private': {
    broken: [action('BOOK', 'http://192.168.0.1/')],
    fine: [action('BOOK', 'https://example.com')],
  },
  'offer-link-private': {
    broken: [body({ topicType: 'OFFER', event: EVENT, offer: { redeemOnlineUrl: 'http://shop.local/' } })],
    fine: [body({ topicType: 'OFFER', event: EVENT, offer: { redeemOnlineUrl: 'https://example.com/' } })],
  },
  'call-without-phone': {
    broken: [{ ...action('CALL'), ...place({ phoneNumber: null }) }],
    fine: [action('CALL'), place({ phoneNumber: null }), { ...action('CALL'), location: undefined }],
  },
  'phone-in-text': {
    broken: [body({ summary: 'Ring 01632 960 201' })],
    fine: [body({ summary: 'Open since 1998' })],
  },
  'phone-in-title': {
    broken: [body({ topicType: 'EVENT', event: { ...EVENT, title: 'Ring 01632 960 201' } })],
    fine: [body({ topicType: 'EVENT', event: EVENT })],
  },
  'same-text': { broken: [{ hasTwin: true }], fine: [{ hasTwin: false }] },
  'event-over': {
    broken: [atEnd('EVENT', '2027-03-01T12:00:00Z')],
    fine: [
      atEnd('EVENT', '2027-03-01T11:59:00Z'),
      { ...atEnd('EVENT', '2027-03-01T12:00:00Z'), timeZone: 'America/New_York' },
      { ...atEnd('EVENT', '2027-03-01T12:00:00Z'), publishAt: undefined },
    ],
  },
  'event-start-skipped': {
    broken: [eventAt({ startTime: { hours: 1, minutes: 30 } })],
    fine: [
      eventAt({ startTime: { hours: 0, minutes: 59 } }),
      eventAt({ startTime: { hours: 2, minutes: 0 } }),
      { ...eventAt({ startTime: { hours: 1, minutes: 30 } }), timeZone: 'Europe/Berlin' },
      // Nobody has set the times of an offer.
      {
        ...body({ topicType: 'OFFER', event: eventAt({ startTime: { hours: 1, minutes: 0 } }).body?.event }),
      },
    ],
  },
  'event-end-skipped': {
    broken: [eventAt({ endTime: { hours: 1, minutes: 0 } })],
    fine: [eventAt({ endTime: { hours: 2, minutes: 0 } })],
  },
  'offer-over': {
    broken: [atEnd('OFFER', '2027-03-02T00:00:00Z')],
    fine: [atEnd('OFFER', '2027-02-28T00:00:00Z')],
  },
  'hotel-offer': {
    broken: [hotel('gcid:hotel'), hotel('gcid:bed_and_breakfast')],
    fine: [hotel('gcid:hotel_supply_store'), place({ categories: [{ id: 'gcid:hotel', name: 'Hotel' }] })],
  },
  'photo-gone': { broken: [{ photo: null }], fine: [{}, photo(1200, 900)] },
  'photo-unreachable': { broken: [photo(1200, 900, false)], fine: [{}, photo(1200, 900)] },
  'photo-small': { broken: [photo(399, 900), photo(1200, 299)], fine: [{}, photo(400, 300)] },
  'location-gone': { broken: [{ location: null }], fine: [{ location: undefined }] },
  'location-suspended': { broken: [place({ state: 'SUSPENDED' })], fine: [{}] },
  'location-unverified': { broken: [place({ state: 'UNVERIFIED' })], fine: [{}] },
  'location-closed': {
    broken: [place({ openStatus: 'CLOSED_PERMANENTLY' })],
    fine: [{}, place({ openStatus: 'CLOSED_TEMPORARILY' })],
  },
  'location-closed-for-now': {
    broken: [place({ openStatus: 'CLOSED_TEMPORARILY' })],
    fine: [{}, place({ openStatus: 'CLOSED_PERMANENTLY' })],
  },
  'connection-ended': { broken: [{ connection: 'reconnect' }], fine: [{ connection: 'connected' }] },
  'connection-held': { broken: [{ connection: 'held' }], fine: [{ connection: 'connected' }] },
  'posting-closed': {
    broken: [{ connection: 'connected', isPostingClosed: true }],
    fine: [{ connection: 'connected' }, { connection: 'no_quota', isPostingClosed: true }],
  },
  'no-quota': { broken: [{ connection: 'no_quota' }], fine: [{ connection: 'connected' }] },
};

describe('preflight', () => {
  it.each(PREFLIGHT_RULES)('finds $id, and nothing else', ({ id, severity, field, reason, cure }) => {
    for (const broken of CASES[id].broken)
      expect(findingsOf(facts(broken))).toEqual([{ id, severity, field, reason, cure }]);
    for (const fine of CASES[id].fine)
      expect(findingsOf(facts(fine)).map((finding) => finding.id)).not.toContain(id);
  });

  it('finds nothing about a post that is as it should be', () => {
    expect(findingsOf(facts())).toEqual([]);
  });

  it('blocks nothing on sample data, since nothing goes to Google', () => {
    const found = findingsOf(
      facts({ ...action('BOOK'), ...place({ state: 'SUSPENDED' }), connection: null }),
    );
    expect(found.map(({ id, severity }) => [id, severity])).toEqual([
      ['link-missing', 'warn'],
      ['location-suspended', 'warn'],
    ]);
  });

  it.each(PREFLIGHT_RULES)('knows whether the time of the post matters to $id', (rule) => {
    const { broken, fine } = CASES[rule.id];
    const at = (publishAt: string | undefined, hasTwin: boolean, given: Partial<PreflightFacts>) => {
      const moment = { publishAt: publishAt === undefined ? publishAt : new Date(publishAt), hasTwin };
      return brokenRules(facts({ ...given, ...moment }), [rule]).length;
    };
    const differs = [...broken, ...fine].some((given) => {
      const [first, ...others] = [
        at(undefined, false, given),
        at('2020-01-01T00:00:00Z', false, given),
        at('2040-01-01T00:00:00Z', true, given),
      ];
      return others.some((found) => found !== first);
    });
    expect(differs).toBe(RULES_OF_MOMENT.includes(rule));
  });

  it('says what is wrong and what to do about it in whole sentences', () => {
    for (const { reason, cure } of PREFLIGHT_RULES)
      for (const words of [reason, cure]) expect(words).toMatch(/^[A-Z].{15,140}\.$/);
  });
});
