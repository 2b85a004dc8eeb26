import { describe, expect, it } from '@jest/globals';
import {
  REJECTION_REASONS,
  rejectionReasonOf,
} from '../../../../dist/server/reviews/replies/reply-rejection-words.js';

/** As Google documents `policyViolation` (2026-07-01). */
const DOCUMENTED = `ACCOUNT_RESTRICTED_AND_SUSPENDED, ACCOUNT_RESTRICTED_AND_EDIT_REJECTED,
  ASSOCIATED_ACCOUNT_SUSPENDED, BUSINESS_INELIGIBLE, OWNERSHIP_REVOKED, LOCATION_SUSPENDED, LOCATION_DISABLED,
  LOCATION_VERIFICATION_REQUIRED, PO_BOX, GOOGLE_PAY_SUSPENSION, EDITING_RESTRICTION, ILLEGAL_BUSINESS_HOURS_EDIT,
  FAKE_ENGAGEMENT, ADULT_THEMED, SEXUALLY_EXPLICIT, ADVERTISING_AND_SOLICITATION, DANGEROUS,
  GIBBERISH_AND_REPETITIVE, REPETITIVE, UNCLEAR, ILLEGAL, OFF_TOPIC, OFFENSIVE, VIOLENCE_AND_GORE, CHILD_SAFETY,
  HARASSMENT, HATE_SPEECH, IMPERSONATION, MISINFORMATION, MISREPRESENTATION, OBSCENITY_AND_PROFANITY, PERSONAL_INFO,
  REGULATED_GOODS_AND_SERVICES, GENERIC_VANDALISM, GENERIC_FRAUD, PHOTOS_AND_VIDEOS_CRITERIA, MODERATION_ERROR,
  PRIVACY, GENERIC_VIOLATION, GENERIC_QUALITY, IDENTITY_CHANGE, GEOGRAPHIC_LOCATION_CHANGE`.split(/,\s+/);

describe('why Google rejects a reply', () => {
  it('has words and a cure for each of the 42 documented values, and for nothing else', () => {
    expect(DOCUMENTED).toHaveLength(42);
    expect(Object.keys(REJECTION_REASONS).sort()).toEqual(DOCUMENTED.toSorted());
  });

  it('is said in words of its own and in whole sentences', () => {
    const reasons = Object.values(REJECTION_REASONS);
    expect(new Set(reasons.map(({ words }) => words)).size).toBe(reasons.length);
    for (const text of reasons.flatMap(({ words, cure }) => [words, cure]))
      expect(text).toMatch(/^[A-Z].*\.$/);
  });

  it('is shown as it is where Google has added a value', () => {
    expect(rejectionReasonOf('TOO_MANY_EMOJI')).toMatchObject({
      code: 'TOO_MANY_EMOJI',
      words: expect.stringContaining('TOO_MANY_EMOJI'),
    });
    expect(rejectionReasonOf('constructor')).toMatchObject({ code: 'constructor' });
    expect(rejectionReasonOf(null)).toBeNull();
  });
});
