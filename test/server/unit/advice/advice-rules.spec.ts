import { describe, expect, it } from '@jest/globals';
import { ADVICE_RULES } from '../../../../dist/server/advice/rules/advice-rules.js';
import type { Facts, Fault, Verdict } from '../../../../dist/server/advice/rules/rule.js';
import {
  category,
  CHRISTMAS,
  closedFrom,
  daysAgo,
  factsOf,
  googleDay,
  healthy,
  hoursOn,
  othersLike,
  resolved,
  TODAY,
} from '../../../support/advice/facts.js';
import { RULE_IDS, type RuleId } from '../../../support/advice/rule-ids.js';

const judge = (id: string, facts: Facts) => ADVICE_RULES.find((rule) => rule.id === id)?.judge(facts);
const faultsIn = (verdict: Verdict | Fault[] | undefined) =>
  Array.isArray(verdict) ? verdict : typeof verdict === 'object' ? [verdict] : [];

const field = (name: string) => ({ kind: 'field', field: name });
const named = (value: string) => ({ kind: 'change', field: 'name', value });
const EDITOR = { kind: 'google', url: 'https://business.google.com/locations' };
const address = (change: object) => ({ storefrontAddress: { ...healthy().storefrontAddress, ...change } });
const text = (description: string) => factsOf(healthy({ profile: { description } }));
const KILN = healthy().profile?.description ?? '';
const AREA = { placeInfos: [{ placeId: 'p', placeName: 'Leeds' }] };
const name = (title: string, change: object = {}) => factsOf(healthy({ title, ...change }));
const phone = (primaryPhone: string, change: object = {}) =>
  factsOf(healthy({ phoneNumbers: { primaryPhone }, ...change }));
const days = (count: number) => hoursOn(count, 9, 17);

/** What breaks a rule: the facts, what the first piece of evidence says, and the cure. */
type Red = [what: string, facts: Facts, says: string, cure: object];
/** What does not break a rule, and why not. */
type Green = [what: string, facts: Facts, verdict?: 'not_applicable' | 'unknown'];

const TABLE: Record<RuleId, { red: Red[]; green: Green[] }> = {
  'voice-missing': {
    red: [
      ['not set', factsOf(healthy({ metadata: {} }), { state: 'UNVERIFIED' }), 'is not set', EDITOR],
      [
        'false',
        factsOf(healthy({ metadata: { hasVoiceOfMerchant: false } }), { state: 'UNVERIFIED' }),
        'is false',
        EDITOR,
      ],
    ],
    green: [
      ['verified', factsOf(healthy())],
      ['suspended', factsOf(healthy({ metadata: {} }), { state: 'SUSPENDED' }), 'not_applicable'],
    ],
  },
  suspended: {
    red: [
      [
        'suspended',
        factsOf(healthy({ metadata: {} }), { state: 'SUSPENDED' }),
        'is not true, and Google asks to follow its guidelines first',
        { kind: 'google', url: 'https://support.google.com/business/answer/4569145' },
      ],
    ],
    green: [['verified', factsOf(healthy())]],
  },
  duplicate: {
    red: [
      [
        'Google names another one',
        factsOf(healthy({ metadata: { hasVoiceOfMerchant: true, duplicateLocation: 'locations/9' } })),
        'is locations/9, by Google',
        EDITOR,
      ],
      [
        'another one with the same name, address and number',
        factsOf(healthy(), { others: [healthy({ title: 'Okonjo Ceramics Workshop' })] }),
        'is that of another of your locations with the same name and number',
        EDITOR,
      ],
    ],
    green: [
      [
        'two people in one office',
        factsOf(healthy({ title: 'Dr. Ada Jones' }), { others: [healthy({ title: 'Dr. Ben Smith' })] }),
      ],
      [
        'a department',
        factsOf(healthy(), { others: [healthy({ categories: { primaryCategory: category('cafe') } })] }),
      ],
    ],
  },
  'google-edit-open': {
    red: [
      [
        'four days',
        factsOf(healthy(), { openEdits: [{ field: 'phoneNumber', since: daysAgo(4) }] }),
        'was changed by Google 4 days ago',
        { kind: 'google-edits' },
      ],
    ],
    green: [['three days', factsOf(healthy(), { openEdits: [{ field: 'name', since: daysAgo(3) }] })]],
  },
  'own-edit-stuck': {
    red: [
      [
        'eight days',
        factsOf(healthy(), {
          inReview: [
            { field: 'name', since: daysAgo(2) },
            { field: 'websiteUri', since: daysAgo(8) },
          ],
        }),
        'has been in review for 8 days',
        field('websiteUri'),
      ],
    ],
    green: [['a week', factsOf(healthy(), { inReview: [{ field: 'name', since: daysAgo(7) }] })]],
  },
  'name-extras': {
    red: [
      ['a number', name('Okonjo Ceramics 020 7946 0201'), 'says “020 7946 0201”', named('Okonjo Ceramics')],
      [
        'an address',
        name('Okonjo Ceramics | www.okonjo.com'),
        'says “www.okonjo.com”',
        named('Okonjo Ceramics'),
      ],
      ['a host', name('Okonjo Ceramics - okonjo.co.uk'), 'says “okonjo.co.uk”', named('Okonjo Ceramics')],
      ['hours', name('Okonjo Ceramics (Open 24 Hours)'), 'says “Open 24 Hours”', named('Okonjo Ceramics')],
      [
        'hours, in German',
        name('Okonjo Keramik - durchgehend geöffnet', { languageCode: 'de' }),
        'says “durchgehend geöffnet”',
        named('Okonjo Keramik'),
      ],
      ['a store code', name('Okonjo Ceramics #231'), 'says “#231”', named('Okonjo Ceramics')],
      ['a store number', name('Okonjo Ceramics - 2872'), 'says “2872”', named('Okonjo Ceramics')],
      ['its own store code', name('Okonjo Ceramics OC-1'), 'says “OC-1”', named('Okonjo Ceramics')],
      ['signs', name('Okonjo® Ceramics™'), 'says “®” and “™”', named('Okonjo Ceramics')],
      ['a picture', name('Okonjo Ceramics 🏺'), 'says “🏺”', named('Okonjo Ceramics')],
      ['praise', name('Best Pots Okonjo'), 'says “Best”', named('Pots Okonjo')],
      [
        'praise, in Spanish',
        name('La mejor Cerámica Okonjo', { languageCode: 'es' }),
        'says “La mejor”',
        named('Cerámica Okonjo'),
      ],
      ['a place in a ranking', name('#1 Okonjo Ceramics'), 'says “#1”', named('Okonjo Ceramics')],
      ['nothing else', name('⭐⭐'), 'says “⭐⭐”', field('name')],
    ],
    green: [
      ['initials', name('KFC')],
      [
        'the category',
        name('24 Hour Gym', { categories: { primaryCategory: category('gym', '24 hour gym') } }),
      ],
      ['a room', name('Suite 1000', { storeCode: '1000' })],
      ['a year', name('Pizzeria Rossi - 1887')],
      ['a village', name('Best Bikes', address({ locality: 'Best', regionCode: 'NL' }))],
      ['a family', name('Best & Sons')],
      ['a doctor', name('Dr. Best Dental')],
      ['a known name', name('Best Western Royal Hotel')],
      ['a name that is an address', name('Autoteile24.de')],
      [
        'the brand of all',
        factsOf(healthy({ title: 'Open Daily Foods' }), {
          others: othersLike(4, () => ({ title: 'Open Daily Foods' })),
        }),
      ],
      ['no name', factsOf(healthy({ title: '' })), 'unknown'],
    ],
  },
  'name-place': {
    red: [
      [
        'the town',
        name('Okonjo Ceramics Leeds'),
        'ends with “Leeds”, which is in the address',
        named('Okonjo Ceramics'),
      ],
      [
        'with a dash',
        name('Okonjo Ceramics – Leeds'),
        'ends with “Leeds”, which is in the address',
        named('Okonjo Ceramics'),
      ],
      [
        'in brackets',
        name('Okonjo Ceramics (Leeds)'),
        'ends with “Leeds”, which is in the address',
        named('Okonjo Ceramics'),
      ],
      [
        'in the town',
        name('Okonjo Ceramics in Leeds'),
        'ends with “Leeds”, which is in the address',
        named('Okonjo Ceramics'),
      ],
      [
        'the street',
        name('Okonjo Ceramics Tannery Row'),
        'ends with “Tannery Row”, which is in the address',
        named('Okonjo Ceramics'),
      ],
    ],
    green: [
      ['at the beginning', name('Leeds Pottery')],
      ['part of the name', name('Bank of Leeds')],
      ['nothing but a trade beside it', name('Hotel Leeds')],
      ['another town', name('Okonjo Ceramics York')],
      [
        'the brand of all',
        factsOf(healthy({ title: 'Okonjo Leeds' }), {
          others: othersLike(6, () => ({ title: 'Okonjo Leeds' })),
        }),
      ],
      ['no address', factsOf(healthy({ storefrontAddress: undefined })), 'not_applicable'],
      ['no town', name('Okonjo', address({ locality: undefined })), 'unknown'],
    ],
  },
  'name-caps': {
    red: [
      ['a word', name('OKONJO Ceramics'), 'has “OKONJO” in capitals', named('Okonjo Ceramics')],
      ['all of it', name('SUNNY DAY SPA BBQ'), 'has “SUNNY” in capitals', named('Sunny Day Spa BBQ')],
      [
        'a name with an apostrophe',
        name("O'BRIEN'S POTTERY"),
        "has “O'BRIEN'S” and “POTTERY” in capitals",
        named("O'Brien's Pottery"),
      ],
    ],
    green: [
      ['initials', name('KFC')],
      ['letters without a vowel', name('BDRTG Ceramics')],
      ['mixed letters', name('JCPenney')],
      [
        'a word that the others write so as well',
        factsOf(healthy({ title: 'OKONJO' }), { others: othersLike(1, () => ({ title: 'OKONJO' })) }),
      ],
      ['no name', factsOf(healthy({ title: ' ' })), 'unknown'],
    ],
  },
  'name-differs': {
    red: [
      [
        'another name',
        factsOf(healthy({ title: 'The Pot Shop' }), { others: othersLike(4) }),
        'is not like “okonjo ceramics”, which 4 of the 4 other locations have',
        named('Okonjo Ceramics'),
      ],
      [
        'another name, where the others have their town',
        factsOf(healthy({ title: 'The Pot Shop' }), {
          others: othersLike(5, () => ({ title: 'Okonjo Ceramics York' })),
        }),
        'is not like “okonjo ceramics”, which 5 of the 5 other locations have',
        named('Okonjo Ceramics Leeds'),
      ],
    ],
    green: [
      [
        'the brand and more',
        factsOf(healthy({ title: 'Okonjo Ceramics & Café' }), { others: othersLike(5) }),
      ],
      [
        '& for and',
        factsOf(healthy({ title: 'Hearth and Crumb' }), {
          others: othersLike(5, () => ({ title: 'Hearth & Crumb' })),
        }),
      ],
      [
        'too few others',
        factsOf(healthy({ title: 'The Pot Shop' }), { others: othersLike(3) }),
        'not_applicable',
      ],
      [
        'two brands',
        factsOf(healthy({ title: 'The Pot Shop' }), {
          others: [...othersLike(4), ...othersLike(4, () => ({ title: 'Marlowe Fitness' }))].map(
            (google, index) => ({
              ...google,
              name: `locations/${index + 2}`,
            }),
          ),
        }),
        'not_applicable',
      ],
      ['no name', factsOf(healthy({ title: '' }), { others: othersLike(5) }), 'unknown'],
    ],
  },
  'address-po-box': {
    red: [
      [
        'in English',
        factsOf(healthy(address({ addressLines: ['P.O. Box 123'] }))),
        'says “P.O. Box 123”',
        EDITOR,
      ],
      [
        'in German',
        factsOf(healthy(address({ regionCode: 'DE', addressLines: ['Postfach 10 20'] }))),
        'says “Postfach 10”',
        EDITOR,
      ],
      [
        'in French',
        factsOf(healthy(address({ regionCode: 'FR', addressLines: ['12 rue X', 'BP 42'] }))),
        'says “BP 42”',
        EDITOR,
      ],
      [
        'in Spanish',
        factsOf(healthy(address({ regionCode: 'ES', addressLines: ['Apartado de Correos 7'] }))),
        'says “Apartado de Correos 7”',
        EDITOR,
      ],
      [
        'an address of a page',
        factsOf(healthy(address({ addressLines: ['12 Tannery Row www.okonjo.com'] }))),
        'says “www.okonjo.com”',
        EDITOR,
      ],
      [
        'a number',
        factsOf(healthy(address({ addressLines: ['12 Tannery Row', '020 7946 0201'] }))),
        'says “020 7946 0201”',
        EDITOR,
      ],
    ],
    green: [
      ['a street', factsOf(healthy())],
      [
        'a street with such a name',
        factsOf(healthy(address({ addressLines: ['12 Box Lane', 'Suite 1000'] }))),
      ],
      ['BP in Britain', factsOf(healthy(address({ addressLines: ['BP 42 Service Station'] })))],
      [
        'a long number',
        factsOf(healthy(address({ regionCode: 'JP', addressLines: ['104-0061 銀座4-12-15'] }))),
      ],
      ['no address', factsOf(healthy({ storefrontAddress: undefined })), 'not_applicable'],
      ['no lines', factsOf(healthy(address({ addressLines: [] }))), 'unknown'],
    ],
  },
  'area-inconsistent': {
    red: [
      [
        'an address where customers are visited',
        factsOf(healthy({ serviceArea: { businessType: 'CUSTOMER_LOCATION_ONLY', places: AREA } })),
        'says that customers are only visited',
        EDITOR,
      ],
      ['neither', factsOf(healthy({ storefrontAddress: undefined })), 'is empty', EDITOR],
    ],
    green: [
      [
        'both',
        factsOf(healthy({ serviceArea: { businessType: 'CUSTOMER_AND_BUSINESS_LOCATION', places: AREA } })),
      ],
      [
        'an area alone',
        factsOf(
          healthy({
            storefrontAddress: undefined,
            serviceArea: { businessType: 'CUSTOMER_LOCATION_ONLY', places: AREA },
          }),
        ),
      ],
      ['an address alone', factsOf(healthy()), 'not_applicable'],
    ],
  },
  'phone-missing': {
    red: [['none', factsOf(healthy({ phoneNumbers: undefined })), 'is empty', field('phoneNumber')]],
    green: [['one', factsOf(healthy())]],
  },
  'phone-shared': {
    red: [
      [
        'the same at two addresses',
        factsOf(healthy(), {
          others: othersLike(1, () => ({ phoneNumbers: { primaryPhone: '020 7946 0201' } })),
        }),
        'is +442079460201 at 2 addresses',
        field('phoneNumber'),
      ],
    ],
    green: [
      ['its own', factsOf(healthy(), { others: othersLike(3) })],
      ['the same at the same address', factsOf(healthy(), { others: [healthy({ title: 'Café' })] })],
      ['none', factsOf(healthy({ phoneNumbers: undefined })), 'not_applicable'],
      ['no number', phone('ask for Ada'), 'unknown'],
    ],
  },
  'phone-region': {
    red: [
      [
        'of France',
        phone('+33 1 99 00 12 34'),
        'begins with +33, and numbers of GB with +44',
        field('phoneNumber'),
      ],
    ],
    green: [
      ['in the form of the country', phone('020 7946 0201')],
      ['without its plus', phone('44 20 7946 0201')],
      ['of a neighbour with the same code', phone('+1 416 555 0134', address({ regionCode: 'US' }))],
      ['of no country', phone('+800 1234 5678')],
      ['none', factsOf(healthy({ phoneNumbers: undefined })), 'not_applicable'],
      ['no country', phone('+33 1 99 00 12 34', { storefrontAddress: undefined }), 'unknown'],
    ],
  },
  'website-missing': {
    red: [
      [
        'most others have one',
        factsOf(healthy({ websiteUri: undefined }), {
          others: othersLike(3, (index) => (index === 0 ? { websiteUri: undefined } : {})),
        }),
        'is empty, and 2 of the 3 other locations have one',
        field('websiteUri'),
      ],
    ],
    green: [
      ['one', factsOf(healthy(), { others: othersLike(3) })],
      ['no others', factsOf(healthy({ websiteUri: undefined })), 'not_applicable'],
      [
        'half of the others have one',
        factsOf(healthy({ websiteUri: undefined }), {
          others: othersLike(2, (index) => (index === 0 ? { websiteUri: undefined } : {})),
        }),
        'not_applicable',
      ],
    ],
  },
  'website-elsewhere': {
    red: [
      [
        'a social network',
        factsOf(healthy({ websiteUri: 'https://www.facebook.com/okonjo' })),
        'leads to www.facebook.com, a social network',
        field('websiteUri'),
      ],
      [
        'a short link',
        factsOf(healthy({ websiteUri: 'https://bit.ly/okonjo' })),
        'leads to bit.ly, a link shortener',
        field('websiteUri'),
      ],
    ],
    green: [
      ['its own', factsOf(healthy())],
      ['a host that ends alike', factsOf(healthy({ websiteUri: 'https://rabbit.ly.example' }))],
      ['a host with the same end', factsOf(healthy({ websiteUri: 'https://notfacebook.com' }))],
      ['none', factsOf(healthy({ websiteUri: undefined })), 'not_applicable'],
      ['no address', factsOf(healthy({ websiteUri: 'soon' })), 'unknown'],
    ],
  },
  'website-shared': {
    red: [
      [
        'the same at three addresses',
        factsOf(healthy({ websiteUri: 'https://www.okonjo.example/?utm_source=gbp' }), {
          others: othersLike(2, () => ({ websiteUri: 'https://okonjo.example' })),
        }),
        'is the same at 3 addresses',
        field('websiteUri'),
      ],
    ],
    green: [
      ['its own', factsOf(healthy(), { others: othersLike(3) })],
      [
        'the same at two',
        factsOf(healthy({ websiteUri: 'https://okonjo.example' }), {
          others: othersLike(1, () => ({ websiteUri: 'https://okonjo.example' })),
        }),
      ],
      ['none', factsOf(healthy({ websiteUri: undefined })), 'not_applicable'],
      ['no address', factsOf(healthy({ websiteUri: 'soon' })), 'unknown'],
    ],
  },
  'category-unspecific': {
    red: [
      [
        'a special one beside the general one',
        factsOf(
          healthy({
            categories: {
              primaryCategory: category('restaurant', 'Restaurant'),
              additionalCategories: [
                category('bar', 'Bar'),
                category('italian_restaurant', 'Italian restaurant'),
              ],
            },
          }),
        ),
        'is a general one, “Restaurant”',
        {
          kind: 'change',
          field: 'categoryIds',
          value: {
            primaryCategory: category('italian_restaurant', 'Italian restaurant'),
            additionalCategories: [category('bar', 'Bar'), category('restaurant', 'Restaurant')],
          },
        },
      ],
    ],
    green: [
      ['a special one', factsOf(healthy())],
      [
        'another family',
        factsOf(
          healthy({
            categories: {
              primaryCategory: category('restaurant'),
              additionalCategories: [category('wine_bar')],
            },
          }),
        ),
      ],
      ['none', factsOf(healthy({ categories: undefined })), 'unknown'],
    ],
  },
  'category-differs': {
    red: [
      [
        'another main one',
        factsOf(healthy({ categories: { primaryCategory: category('cafe', 'Café') } }), {
          others: othersLike(4),
        }),
        'is “Café” here, and “Pottery store” at 4 of the 4 others',
        {
          kind: 'change',
          field: 'categoryIds',
          value: {
            primaryCategory: category('pottery_store', 'Pottery store'),
            additionalCategories: [category('cafe', 'Café')],
          },
        },
      ],
    ],
    green: [
      ['the same', factsOf(healthy(), { others: othersLike(4) })],
      ['no brand', factsOf(healthy()), 'not_applicable'],
      [
        'a fifth of the others differ as well',
        factsOf(healthy({ categories: { primaryCategory: category('cafe') } }), {
          others: othersLike(5, (index) =>
            index === 0 ? { categories: { primaryCategory: category('shop') } } : {},
          ),
        }),
        'not_applicable',
      ],
      ['none', factsOf(healthy({ categories: undefined }), { others: othersLike(4) }), 'unknown'],
    ],
  },
  'hours-missing': {
    red: [
      ['none', factsOf(healthy({ regularHours: undefined })), 'is empty', field('regularHours')],
      [
        'none, and the others agree',
        factsOf(healthy({ regularHours: undefined }), { others: othersLike(4) }),
        'is empty, and 4 of the 4 others of the brand have the same hours',
        { kind: 'change', field: 'regularHours', value: hoursOn(6, 9, 17) },
      ],
    ],
    green: [
      ['some', factsOf(healthy())],
      [
        'closed',
        factsOf(healthy({ regularHours: undefined, openInfo: { status: 'CLOSED_TEMPORARILY' } })),
        'not_applicable',
      ],
      [
        'customers are visited',
        factsOf(
          healthy({ regularHours: undefined, serviceArea: { businessType: 'CUSTOMER_LOCATION_ONLY' } }),
        ),
        'not_applicable',
      ],
      [
        'a hotel',
        factsOf(healthy({ regularHours: undefined, categories: { primaryCategory: category('hotel') } })),
        'not_applicable',
      ],
    ],
  },
  'hours-odd': {
    red: [
      [
        'always open',
        factsOf(healthy({ regularHours: hoursOn(7, 0, 24) })),
        'is open at all hours of the week',
        field('regularHours'),
      ],
      [
        'a quarter of an hour',
        factsOf(
          healthy({
            regularHours: {
              periods: [
                ...days(2).periods,
                {
                  openDay: 'FRIDAY',
                  openTime: { hours: 9 },
                  closeDay: 'FRIDAY',
                  closeTime: { hours: 9, minutes: 15 },
                },
              ],
            },
          }),
        ),
        'is 15 minutes long',
        field('regularHours'),
      ],
      [
        'closes on the next day, once',
        factsOf(
          healthy({
            regularHours: {
              periods: [
                ...days(2).periods,
                { openDay: 'FRIDAY', openTime: { hours: 9 }, closeDay: 'SATURDAY', closeTime: { hours: 7 } },
              ],
            },
          }),
        ),
        'is 22 hours long',
        field('regularHours'),
      ],
    ],
    green: [
      ['usual ones', factsOf(healthy())],
      [
        'a gas station',
        factsOf(
          healthy({
            regularHours: hoursOn(7, 0, 24),
            categories: { primaryCategory: category('gas_station') },
          }),
        ),
      ],
      ['a name that says so', name('24 Hour Pots', { regularHours: hoursOn(7, 0, 24) })],
      ['long ones on all days', factsOf(healthy({ regularHours: hoursOn(7, 5, 3) }))],
      ['none', factsOf(healthy({ regularHours: undefined })), 'not_applicable'],
      [
        'some that cannot be read',
        factsOf(healthy({ regularHours: { periods: [...days(2).periods, { openDay: 'SOMEDAY' }] } })),
        'unknown',
      ],
    ],
  },
  'holiday-unset': {
    red: [
      [
        'nothing said',
        factsOf(healthy({ specialHours: undefined })),
        `has no ${CHRISTMAS} (Christmas Day)`,
        { kind: 'holidays', dates: [CHRISTMAS] },
      ],
    ],
    green: [
      ['closed', factsOf(healthy())],
      ['no holidays', factsOf(healthy({ specialHours: undefined }), { holidays: [] })],
      [
        'no regular hours',
        factsOf(healthy({ specialHours: undefined, regularHours: undefined })),
        'not_applicable',
      ],
      [
        'closed for good',
        factsOf(healthy({ specialHours: undefined, openInfo: { status: 'CLOSED_PERMANENTLY' } })),
        'not_applicable',
      ],
      ['no calendar', factsOf(healthy({ specialHours: undefined }), { holidays: 'unknown' }), 'unknown'],
    ],
  },
  'special-too-long': {
    red: [
      [
        'a week that has begun',
        factsOf(healthy({ specialHours: closedFrom('2026-11-26', 7) })),
        'is closed for 7 days in a row, from 2026-11-26 to 2026-12-02',
        { kind: 'change', field: 'openStatus', value: 'CLOSED_TEMPORARILY' },
      ],
      [
        'two weeks to come, with a day of rest in between',
        factsOf(
          healthy({
            specialHours: {
              specialHourPeriods: [
                ...closedFrom('2026-12-07', 6).specialHourPeriods,
                ...closedFrom('2026-12-14', 6).specialHourPeriods,
              ],
            },
          }),
        ),
        'is closed for 13 days in a row, from 2026-12-07 to 2026-12-19',
        field('openStatus'),
      ],
    ],
    green: [
      ['six days', factsOf(healthy({ specialHours: closedFrom(TODAY, 6) }))],
      ['in the past', factsOf(healthy({ specialHours: closedFrom('2026-10-01', 20) }))],
      ['none', factsOf(healthy({ specialHours: undefined })), 'not_applicable'],
    ],
  },
  'description-missing': {
    red: [
      ['none', factsOf(healthy({ profile: undefined })), 'is empty', field('description')],
      ['a short one', text('Plates, bowls and mugs.'), 'has only 23 characters', field('description')],
    ],
    green: [
      ['some sentences', factsOf(healthy())],
      [
        'a hotel',
        factsOf(healthy({ profile: undefined, categories: { primaryCategory: category('hotel') } })),
        'not_applicable',
      ],
    ],
  },
  'description-forbidden': {
    red: [
      [
        'an address',
        text(`${KILN} See www.okonjo.com.`),
        'says “www.okonjo.com”',
        { kind: 'change', field: 'description', value: KILN },
      ],
      [
        'a number',
        text(`Call 01632 960201! ${KILN}`),
        'says “01632 960201”',
        { kind: 'change', field: 'description', value: KILN },
      ],
      [
        'a discount and a price',
        text(`20 % off all mugs, and plates for £3. ${KILN}`),
        'says “20 % off” and “£3”',
        { kind: 'change', field: 'description', value: KILN },
      ],
      [
        'an offer, in German',
        factsOf(
          healthy({ languageCode: 'de', profile: { description: `${KILN} Jetzt mit Sonderangeboten!` } }),
        ),
        'says “Sonderangeboten”',
        { kind: 'change', field: 'description', value: KILN },
      ],
      [
        'tags',
        text(`<b>Pots.</b> ${KILN}`),
        'says “<b>” and “</b>”',
        { kind: 'change', field: 'description', value: `Pots. ${KILN}` },
      ],
      ['too long', text('A bowl is a bowl. '.repeat(50)), 'has 899 characters', field('description')],
      [
        'nothing else',
        text('Everything on sale, -50%'),
        'says “Everything on sale” and “-50%”',
        field('description'),
      ],
    ],
    green: [
      ['none of it', factsOf(healthy())],
      ['percents of a material', text(`Glazes that are 100 % lead-free. ${KILN}`)],
      ['a sum that was spent', text(`After a £2 million refurbishment we opened again. ${KILN}`)],
      ['a trade', text(`Sales and service of kilns since 1985. ${KILN}`)],
      ['a date', text(`Open since 12/05/1985. ${KILN}`)],
      ['none', factsOf(healthy({ profile: undefined })), 'not_applicable'],
    ],
  },
  'lock-overruled': {
    red: [
      [
        'a name',
        factsOf(healthy(), { overruled: ['name'] }),
        'is locked, and Google shows another value',
        { kind: 'locks' },
      ],
    ],
    green: [['none', factsOf(healthy())]],
  },
  'closed-but-busy': {
    red: [
      [
        'open on a day to come',
        factsOf(
          healthy({
            openInfo: { status: 'CLOSED_PERMANENTLY' },
            specialHours: {
              specialHourPeriods: [
                { startDate: googleDay(TODAY, 5), openTime: { hours: 9 }, closeTime: { hours: 12 } },
              ],
            },
          }),
        ),
        'says that it is closed',
        field('openStatus'),
      ],
    ],
    green: [
      ['closed on all days', factsOf(healthy({ openInfo: { status: 'CLOSED_TEMPORARILY' } }))],
      ['open', factsOf(healthy()), 'not_applicable'],
    ],
  },
  'store-code-missing': {
    red: [
      [
        'ten locations',
        factsOf(healthy({ storeCode: undefined }), { others: othersLike(9) }),
        'is empty',
        EDITOR,
      ],
    ],
    green: [
      ['one', factsOf(healthy(), { others: othersLike(9) })],
      [
        'nine locations',
        factsOf(healthy({ storeCode: undefined }), { others: othersLike(8) }),
        'not_applicable',
      ],
    ],
  },
};

const reds = RULE_IDS.flatMap((id) => TABLE[id].red.map((row) => [id, ...row] as const));
const greens = RULE_IDS.flatMap((id) =>
  TABLE[id].green.map(([what, facts, verdict = 'met']) => [id, what, facts, verdict] as const),
);

describe('a rule', () => {
  it('has its place in the table', () => {
    expect(ADVICE_RULES.map(({ id }) => id)).toEqual(RULE_IDS);
    expect(RULE_IDS.filter((id) => !TABLE[id].red.length || !TABLE[id].green.length)).toEqual([]);
  });

  it.each(reds)('%s is broken: %s', (id, _what, facts, says, cure) => {
    const [fault] = faultsIn(judge(id, facts));
    expect(fault?.evidence[0]?.says).toBe(says);
    expect(fault?.cure).toEqual(cure);
  });

  it.each(greens)('%s is not broken: %s', (id, _what, facts, verdict) => {
    expect(judge(id, facts)).toBe(verdict);
  });

  it('points to what the payload has', () => {
    for (const [id, , facts] of reds)
      for (const { evidence } of faultsIn(judge(id, facts)))
        for (const { path, value } of evidence)
          expect([id, path, value]).toEqual([id, path, resolved(facts.google, path)]);
  });

  it('says how many locations its task is about', () => {
    for (const rule of ADVICE_RULES) {
      expect(rule.task(1, CHRISTMAS)).toMatch(/\b1 location\b/);
      expect(rule.task(1_200, CHRISTMAS)).toMatch(/\b1,200 locations\b/);
    }
    expect(ADVICE_RULES.find(({ id }) => id === 'holiday-unset')?.task(14, CHRISTMAS)).toBe(
      'Add hours for December 25, 2026: 14 locations',
    );
  });

  it('has one finding for each holiday', () => {
    const holidays = [
      { date: CHRISTMAS, name: 'Christmas Day' },
      { date: '2026-12-26', name: 'Boxing Day' },
    ];
    const found = faultsIn(
      judge('holiday-unset', factsOf(healthy({ specialHours: undefined }), { holidays })),
    );
    expect(found.map(({ group }) => group)).toEqual([CHRISTMAS, '2026-12-26']);
  });

  it('names the number that locations share, and the others', () => {
    const others = othersLike(2, () => ({ phoneNumbers: { primaryPhone: '+44 20 7946 0201' } }));
    expect(judge('phone-shared', factsOf(healthy(), { others }))).toMatchObject({
      group: '+442079460201',
      also: ['o1', 'o2'],
    });
  });
});
