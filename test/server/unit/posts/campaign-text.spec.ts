import { describe, expect, it } from '@jest/globals';
import {
  CAMPAIGN_RULES,
  campaignRule,
  MISSING_RULES,
} from '../../../../dist/server/campaigns/plan/campaign-rules.js';
import {
  faultsOfVariables,
  renderPost,
  renderSummary,
} from '../../../../dist/server/campaigns/plan/campaign-text.js';
import { isLinkTemplate } from '../../../../dist/server/campaigns/plan/location-text.js';
import type { LocationFacts, PostTemplate } from '../../../../dist/server/database/campaigns.schema.js';
import { PREFLIGHT_RULES } from '../../../../dist/server/posts/preflight-rules.js';

const FACTS: LocationFacts = {
  name: 'Hearth & Crumb',
  city: 'Ashbourne',
  street: '4 Market Square',
  storeCode: 'HC 01',
  website: 'https://crumb.example.com/',
};
const TIME = { publishAt: new Date('2027-03-01T09:00:00Z'), timeZone: 'Europe/London' };
const template = (body: Partial<PostTemplate>): PostTemplate => ({
  languageCode: 'en-US',
  topicType: 'STANDARD',
  summary: 'News',
  ...body,
});
const render = (
  body: Partial<PostTemplate>,
  facts: Partial<LocationFacts> = {},
  ownText: string | null = null,
) => renderPost(template(body), { ...FACTS, ...facts }, ownText, TIME);

describe('a text with variables', () => {
  it('has what the location has in their place, wherever texts are', () => {
    const schedule = { startDate: { year: 2027, month: 3, day: 2 }, startTime: { hours: 9, minutes: 0 } };
    const { body, faults } = render({
      topicType: 'OFFER',
      summary: 'Two loaves at {name}, {street} in {city}. {name}!',
      event: { title: 'At {name}', schedule },
      offer: { couponCode: '{storeCode}', redeemOnlineUrl: '{website}', termsConditions: 'In {city} only.' },
    });
    expect(faults).toEqual([]);
    expect(body).toMatchObject({
      summary: 'Two loaves at Hearth & Crumb, 4 Market Square in Ashbourne. Hearth & Crumb!',
      event: { title: 'At Hearth & Crumb', schedule: { ...schedule, endTime: { hours: 23, minutes: 59 } } },
      offer: {
        couponCode: 'HC 01',
        redeemOnlineUrl: 'https://crumb.example.com/',
        termsConditions: 'In Ashbourne only.',
      },
    });
  });

  it('keeps braces in a value, and words in braces that are no variables', () => {
    expect(render({ summary: '{name} {so} {} { name }' }, { name: '{city} $& $1 \\' }).body.summary).toBe(
      '{city} $& $1 \\ {so} {} { name }',
    );
  });

  it('gives way to a text of its own, which has no variables, and not in its link', () => {
    const button = { actionType: 'BOOK', url: '{website}' } as const;
    const { body } = render({ topicType: 'CALL_TO_ACTION', callToAction: button }, {}, ' {name} of {city} ');
    expect(body).toMatchObject({
      summary: '{name} of {city}',
      callToAction: { url: 'https://crumb.example.com/' },
    });
    expect(renderSummary({ summary: 'In {city}' }, FACTS, ' {name} ')).toBe('{name}');
    expect(renderSummary({ summary: 'In {city} ' }, FACTS, null)).toBe('In Ashbourne');
  });

  it.each(Object.entries(MISSING_RULES))('lacks a value for {%s}: %s', (variable, rule) => {
    const none = { [variable]: variable === 'name' ? '' : null };
    expect(render({ summary: `At {${variable}}` }, none)).toMatchObject({ faults: [rule] });
    expect(render({ summary: 'At all' }, none).faults).toEqual([]);
    expect(render({ summary: `At {${variable}}` }, none, 'Own').faults).toEqual([]);
    expect(campaignRule(rule)?.reason).toContain(`{${variable}}`);
  });

  it('is too long with the values of a location', () => {
    const long = (length: number) => ({ name: 'é'.repeat(length) });
    expect(render({ summary: `{name}${'x'.repeat(1400)}` }, long(100)).faults).toEqual([]);
    expect(render({ summary: `{name}${'x'.repeat(1400)}` }, long(101)).faults).toEqual(['text-too-long']);
    const schedule = { startDate: { year: 2027, month: 3, day: 2 }, startTime: { hours: 9, minutes: 0 } };
    const event = { title: '{name}', schedule };
    expect(render({ topicType: 'EVENT', event }, long(58)).faults).toEqual([]);
    expect(render({ topicType: 'EVENT', event }, long(59)).faults).toEqual(['title-too-long']);
    const offer = { couponCode: '{name}' };
    expect(render({ topicType: 'OFFER', offer }, long(59)).faults).toEqual(['offer-too-long']);
  });
});

describe('a link with variables', () => {
  it.each<[string, string | null]>([
    ['{website}', 'https://crumb.example.com/'],
    ['{website}/book', 'https://crumb.example.com/book'],
    ['{website}?from={storeCode}', 'https://crumb.example.com/?from=HC%2001'],
    ['https://www.example.com/{city}/{name}', 'https://www.example.com/Ashbourne/Hearth%20%26%20Crumb'],
    ['https://www.example.com/', 'https://www.example.com/'],
    ['{website}.evil.example.com', null],
    ['{website}@evil.example.com', null],
    [' {website}', null],
    ['{name}', null],
    ['javascript:{website}', null],
    ['{website}/ x', null],
  ])('%s', (url, expected) => {
    expect(isLinkTemplate(url)).toBe(expected !== null);
    if (expected === null) return;
    const callToAction = { actionType: 'BOOK', url } as const;
    const { body, faults } = render({ topicType: 'CALL_TO_ACTION', callToAction });
    expect([body.callToAction?.url, faults]).toEqual([expected, []]);
  });

  it.each([
    ['{website}', 'https://crumb.example.com/shops/?utm_source=google#top'],
    ['{website}/book', 'https://crumb.example.com/shops/book?utm_source=google#top'],
    ['{website}?from={storeCode}', 'https://crumb.example.com/shops/?utm_source=google&from=HC%2001#top'],
    ['{website}/book?seats=2#form', 'https://crumb.example.com/shops/book?utm_source=google&seats=2#form'],
  ])('%s goes where a website leads that has parameters of its own', (url, expected) => {
    const callToAction = { actionType: 'BOOK', url } as const;
    const website = 'https://crumb.example.com/shops/?utm_source=google#top';
    const { body, faults } = render({ topicType: 'CALL_TO_ACTION', callToAction }, { website });
    expect([body.callToAction?.url, faults]).toEqual([expected, []]);
  });

  it('is left out where the website of the location makes none of it', () => {
    const callToAction = { actionType: 'BOOK', url: '{website}' } as const;
    const at = (website: string) => render({ topicType: 'CALL_TO_ACTION', callToAction }, { website }).faults;
    expect(at('http://intranet')).toEqual(['link-invalid']);
    expect(at(`https://crumb.example.com/${'x'.repeat(2048)}`)).toEqual(['link-invalid']);
  });
});

describe('words in braces that are no variables', () => {
  it('are named at their fields', () => {
    const faults = faultsOfVariables(
      template({
        summary: 'In {City} and {city}',
        callToAction: { actionType: 'BOOK', url: 'https://example.com/{code}' },
      }),
    );
    expect(faults.map(({ field }) => field)).toEqual(['postBody.summary', 'postBody.callToAction.url']);
    expect(faults[0]?.message).toMatch(/^\{City\} isn’t a variable\./);
  });
});

describe('the rules', () => {
  it('have a title of at most three words, and contain those of single posts', () => {
    for (const { id, title, reason } of CAMPAIGN_RULES) {
      expect([id, title.split(' ').length <= 3, /[.]$/.test(reason)]).toEqual([id, true, true]);
    }
    expect(CAMPAIGN_RULES.map(({ id }) => id)).toEqual(
      expect.arrayContaining(PREFLIGHT_RULES.map(({ id }) => id)),
    );
  });
});
