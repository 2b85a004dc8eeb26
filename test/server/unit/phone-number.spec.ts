import { describe, expect, it } from '@jest/globals';
import { hasPhoneNumber } from '../../../dist/server/posts/preflight-rules.js';

describe('a phone number in a text', () => {
  it.each([
    'Call +44 1335 555012 now',
    'Ring 01335 555 012.',
    '(020) 7946 0958',
    'Tel. 030/1234567',
    'Tel:0133555501',
    '+1 (555) 010-9999',
    '0800.123.4567',
    '555-0142',
    'Open 10:00-18:00, call 01335 555012',
  ])('is noticed: %s', (text) => {
    expect(hasPhoneNumber(text)).toBe(true);
  });

  it.each([
    'From 2026-11-21 to 2026-12-24',
    'From 21.11.2026 to 24.12.2026',
    '21/11/2026 - 24/12/2026',
    'Open 10:00 - 18:00 and 19.30 - 23.00',
    'Our programme for 2026-2027',
    '1,500,000 loaves since 1998',
    'Read https://example.com/posts/1234567890',
    'ISBN-free zone: 12345 books',
    'Come to 4 Market Square, DE6 1ES',
    '10 for 10, 20 for 18',
  ])('is not seen in other figures: %s', (text) => {
    expect(hasPhoneNumber(text)).toBe(false);
  });

  it('is looked for in a moment, whatever the text', () => {
    const begun = performance.now();
    for (const text of ['1 '.repeat(1500), '('.repeat(1500), '+1-'.repeat(1500), '12.34:'.repeat(1500)])
      hasPhoneNumber(text);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});
