import { describe, expect, it } from '@jest/globals';
import {
  brokenBy,
  bytesOf,
  MAX_REPLY_BYTES,
  REPLY_FAULTS,
  REPLY_WARNINGS,
  type ReplyDraftFacts,
} from '../../../../dist/server/reviews/replies/reply-check.js';
import { isSensitiveCategory } from '../../../../dist/server/reviews/replies/sensitive-categories.js';

const facts = (text: string, more: Partial<ReplyDraftFacts> = {}): ReplyDraftFacts => ({
  text,
  isSensitive: false,
  lastTexts: [],
  ...more,
});
const faults = (text: string) => brokenBy(REPLY_FAULTS, facts(text)).map(({ id }) => id);
const warnings = (text: string, more?: Partial<ReplyDraftFacts>) =>
  brokenBy(REPLY_WARNINGS, facts(text, more)).map(({ id }) => id);

describe('what a reply must be like', () => {
  it('is measured in bytes of UTF-8', () => {
    expect(bytesOf('aé€😀')).toBe(1 + 2 + 3 + 4);
    expect(faults('é'.repeat(MAX_REPLY_BYTES / 2))).toEqual([]);
    expect(faults(`${'é'.repeat(MAX_REPLY_BYTES / 2)}.`)).toEqual(['too-long']);
  });

  it('needs a text', () => {
    expect(faults(' \n\t ')).toEqual(['blank']);
    expect(faults('\u200b\u3164\u2800')).toEqual(['blank']);
  });

  it('has no control characters and no halves of a character, but may have lines', () => {
    expect(faults('Thank you!\r\n\tSee you soon.')).toEqual([]);
    expect(faults('Thank\u0000you')).toEqual(['control-characters']);
    expect(faults('Thank you \ud83d')).toEqual(['control-characters']);
    expect(faults('Thank you \u0085')).toEqual(['control-characters']);
  });
});

describe('what is warned of', () => {
  it.each([
    ['Call us on +49 30 1234567', ['phone-in-text']],
    ['We have been here since 2019, open 10:30 to 18:00 until 2026-12-24.', []],
    ['See https://example.com', ['address-in-text']],
    ['See www.example.org/menu', ['address-in-text']],
    ['Write to bakery@example.com', ['address-in-text']],
    ['Order at crumb-bakery.shop today', ['address-in-text']],
    ['Thank you.We hope to see you soon.', []],
    ['A coffee is on us, worth €5', ['price-in-text']],
    ['It is only 4.50 EUR', ['price-in-text']],
    ['20 % off next time', ['price-in-text']],
    ['Only 1,234.50 £ for all', ['price-in-text']],
    ['Write to a.b+c@shop.example-bakery.com.', ['address-in-text']],
    ['See you @home. Bye', []],
    ['All 5 of us thank you', []],
  ])('%s', (text, expected) => {
    expect(warnings(text)).toEqual(expected);
  });

  it.each(['1', 'a', '1.', 'a@', 'a-', '€', 'as our '])(
    'takes a time in proportion to the text: %s',
    (unit) => {
      // Eight times the longest text that may be checked.
      const text = unit.repeat((8 * 8192) / unit.length);
      const before = process.threadCpuUsage();
      warnings(text, { isSensitive: true });
      const { user, system } = process.threadCpuUsage(before);
      // That is a few ms, and 4 s for a pattern that takes the square.
      expect((user + system) / 1000).toBeLessThan(1_000);
    },
  );

  it('a text that shows somebody to be a customer, only where that may be confidential', () => {
    const text = 'We are sorry that your appointment began late.';
    expect(warnings(text, { isSensitive: true })).toEqual(['customer-relation']);
    expect(warnings(text)).toEqual([]);
    expect(warnings('We take punctuality seriously.', { isSensitive: true })).toEqual([]);
    expect(warnings('Wir bedauern, dass Ihre Behandlung weh tat.', { isSensitive: true })).toEqual([
      'customer-relation',
    ]);
  });

  it('the text of one of the last replies, in whatever case and with whatever spaces', () => {
    const lastTexts = ['Thank you  very much!', 'Sorry.'];
    expect(warnings('thank you very much! ', { lastTexts })).toEqual(['same-text']);
    expect(warnings('Thank you very much indeed!', { lastTexts })).toEqual([]);
  });
});

describe('sensitive categories', () => {
  it.each([
    ['gcid:dentist', true],
    ['gcid:divorce_lawyer', true],
    ['gcid:tax_consultant', true],
    ['gcid:physical_therapy_clinic', true],
    ['Psychologist', true],
    ['gcid:cafe', false],
    ['gcid:bakery', false],
    ['gcid:taxi_service', false],
    ['gcid:hotel', false],
  ])('%s', (name, expected) => {
    expect(isSensitiveCategory([name])).toBe(expected);
    expect(isSensitiveCategory(['gcid:bakery', name])).toBe(expected);
  });
});
