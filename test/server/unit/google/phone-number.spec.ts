import { describe, expect, it } from '@jest/globals';
import { hasPhoneNumber } from '../../../../dist/server/posts/phone-in-text.js';

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
    // The digits of other scripts, and how they are written there.
    'اتصل على ٠٥٠ ١٢٣ ٤٥٦٧',
    'زنگ بزنید: ۰۲۱-۱۲۳۴۵۶۷۸',
    'फ़ोन ०९८७६५४३२१०',
    'โทร ๐๒-๑๒๓-๔๕๖๗',
    'お電話は０３－１２３４－５６７８',
    'Ring 𝟎𝟏𝟑𝟑𝟓 𝟓𝟓𝟓𝟎𝟏𝟐',
    // Other dashes and spaces, and marks that are not seen.
    'Call 020\u2011 7946\u20110958',
    'Call 020\u00a07946\u202f0958',
    'Call 0\u200b2\u200b0 79\u200c46 0958',
    'اتصل \u202a+971 50 123 4567\u202c',
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
    'من ٢١/١١/٢٠٢٦ إلى ٢٤/١٢/٢٠٢٦',
    'برنامج ٢٠٢٦-٢٠٢٧',
    'Open 10:00\u201318:00 and 19.30\u201323.00',
    '१०:०० - १८:००',
    'Cakes of 1000\u20131500 g',
    'Tables: ١\n٢٣٤٥٦٧',
  ])('is not seen in other figures: %s', (text) => {
    expect(hasPhoneNumber(text)).toBe(false);
  });

  it.each(['1 ', '1', '(', '+1-', '12.34:', '٩', '٩ ', '\u200b٩', '𝟿'])(
    'is looked for in a time in proportion to the text: %j',
    (piece) => {
      const before = process.threadCpuUsage();
      hasPhoneNumber(piece.repeat(30_000));
      const { user, system } = process.threadCpuUsage(before);
      // That is at most 25 ms, and 2 s for a pattern that takes the square.
      expect((user + system) / 1000).toBeLessThan(1_000);
    },
  );
});
