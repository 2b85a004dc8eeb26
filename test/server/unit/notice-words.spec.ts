import { describe, expect, it } from '@jest/globals';
import { CHANGE_FIELDS } from '../../../dist/server/business-profile/translation/profile-fields.js';
import { NOTICE_KINDS, type NoticeKind } from '../../../dist/server/database/notices.schema.js';
import { noticePath, noticeText, noticeTitle } from '../../../dist/server/notices/events/notice-kinds.js';
import { FIELD_WORDS, storeCodeIn } from '../../../dist/server/notices/events/notice-words.js';

const NAMES = ['Marlowe & Finch', 'Old Wharf', 'Riverside Books', 'Hearth & Crumb'];

function notice(kind: NoticeKind, cause: string, locations: number, count = locations) {
  const subjects = Array.from({ length: Math.min(locations, 20) }, (_, index) => ({
    locationId: `location-${index}`,
    locationName: NAMES[index] ?? `Branch ${index}`,
  }));
  return { kind, cause, count, subjects };
}

describe('the words of a notice', () => {
  const one = '/dashboard?view=location-details&location=location-0';
  const all = '/dashboard?view=locations&sort=state';
  const setup = '/dashboard?view=setup';
  const rows: [NoticeKind, string, number, title: string, text: string, path: string][] = [
    [
      'post_failed',
      'The text is too long',
      1,
      'Post at Marlowe & Finch failed',
      'The text is too long.',
      '/dashboard?view=calendar&status=failed&location=location-0',
    ],
    [
      'post_failed',
      'The connection was lost.',
      1214,
      '1,214 posts failed',
      'The connection was lost. Marlowe & Finch, Old Wharf and others.',
      '/dashboard?view=calendar&status=failed',
    ],
    [
      'post_held',
      'connection_lost',
      1,
      'Post at Marlowe & Finch is held',
      'The connection to Google was lost. Reconnect to publish.',
      '/dashboard?view=calendar&status=scheduled&location=location-0',
    ],
    [
      'post_held',
      'connection_held',
      2,
      '2 posts are held',
      'Choose whether to keep the connection to Google. Marlowe & Finch and Old Wharf.',
      '/dashboard?view=calendar&status=scheduled',
    ],
    [
      'connection_lost',
      'robin@example.com',
      0,
      'The connection to Google ended',
      'Nothing is published until you reconnect robin@example.com.',
      setup,
    ],
    [
      'connection_ending',
      'robin@example.com',
      0,
      'The connection to Google will end before posts are due',
      'Reconnect robin@example.com so that posts go out in time.',
      setup,
    ],
    [
      'api_closed',
      'v4',
      0,
      'Google doesn’t let this server publish posts or read reviews',
      'Due posts wait, and are published as soon as it does. See Connection for what’s missing and what to do.',
      setup,
    ],
    [
      'api_closed',
      'performance',
      0,
      'Google doesn’t let this server read figures',
      'Figures are read as soon as it does. See Connection for what’s missing and what to do.',
      setup,
    ],
    [
      'profile_changed',
      'phoneNumber',
      1,
      'Google or the public changed the phone number of a location',
      'Marlowe & Finch.',
      '/dashboard?view=change-log&tab=google-edits&location=location-0',
    ],
    [
      'profile_changed',
      'a field of the future',
      15,
      'Google or the public changed the profile of 15 locations',
      'Marlowe & Finch, Old Wharf and 13 more.',
      '/dashboard?view=change-log&tab=google-edits',
    ],
    ['location_closed', 'permanently', 1, 'A location shows as permanently closed', 'Marlowe & Finch.', one],
    [
      'location_closed',
      'temporarily',
      3,
      '3 locations show as temporarily closed',
      'Marlowe & Finch, Old Wharf and Riverside Books.',
      all,
    ],
    ['location_suspended', 'suspended', 1, 'Google suspended a location', 'Marlowe & Finch.', one],
    [
      'location_suspended',
      'suspended',
      4,
      'Google suspended 4 locations',
      'Marlowe & Finch, Old Wharf and 2 more.',
      all,
    ],
    ['location_unverified', 'unverified', 1, 'A location is no longer verified', 'Marlowe & Finch.', one],
    [
      'location_unverified',
      'unverified',
      25,
      '25 locations are no longer verified',
      'Marlowe & Finch, Old Wharf and others.',
      all,
    ],
    [
      'edit_refused',
      'Google doesn’t allow this name.',
      2,
      'Google refused 2 edits',
      'Google doesn’t allow this name. Marlowe & Finch and Old Wharf.',
      '/dashboard?view=change-log&state=refused',
    ],
    [
      'changes_ended',
      'Christmas: Google has the changes of all 412 locations',
      0,
      'Changes to many locations are done',
      'Christmas: Google has the changes of all 412 locations.',
      '/dashboard?view=change-log',
    ],
    [
      'changes_ended_badly',
      'Google has the changes of 406 of 412 locations, 6 failed',
      0,
      'Changes to many locations ended, and some weren’t made',
      'Google has the changes of 406 of 412 locations, 6 failed.',
      '/dashboard?view=change-log',
    ],
    [
      'changes_spread',
      'Christmas: Google’s daily limit spreads the changes of 9,000 locations over about 3 days',
      0,
      'Changes to many locations take more than a day',
      'Christmas: Google’s daily limit spreads the changes of 9,000 locations over about 3 days.',
      '/dashboard?view=change-log',
    ],
    [
      'lock_put_back',
      'put_back',
      2,
      'Locks put 2 of your values back',
      'Marlowe & Finch and Old Wharf.',
      '/dashboard?view=change-log&tab=locks',
    ],
    [
      'lock_waits',
      'value',
      0,
      'A locked field is yours to decide',
      'The lock restored your value twice, and the same value came again.',
      '/dashboard?view=change-log&tab=locks',
    ],
    [
      'reading_stuck',
      'Google denies access',
      0,
      'Your locations couldn’t be read for a day',
      'Google denies access.',
      setup,
    ],
    [
      'zone_changed',
      'America/Mexico_City',
      1,
      'A post keeps its time of day under new time zone rules',
      'The rules of America/Mexico_City changed. Marlowe & Finch.',
      '/dashboard?view=calendar&status=scheduled&location=location-0',
    ],
    [
      'zone_changed',
      'America/Mexico_City',
      14,
      '14 posts keep their time of day under new time zone rules',
      'The rules of America/Mexico_City changed. Marlowe & Finch, Old Wharf and 12 more.',
      '/dashboard?view=calendar&status=scheduled',
    ],
    [
      'new_review_low',
      'low',
      2,
      '2 new reviews with 1 or 2 stars',
      'Marlowe & Finch and Old Wharf.',
      '/dashboard?view=reputation',
    ],
    ['new_review', 'new', 2, '2 new reviews', 'Marlowe & Finch and Old Wharf.', '/dashboard?view=reputation'],
    [
      'reply_rejected',
      'Google considers this reply advertising.',
      1,
      'Google rejected a reply',
      'Google considers this reply advertising. Marlowe & Finch.',
      '/dashboard?view=reputation&location=location-0',
    ],
    [
      'reply_not_sent',
      'The review is gone',
      2,
      '2 replies couldn’t be sent',
      'The review is gone. Marlowe & Finch and Old Wharf.',
      '/dashboard?view=reputation',
    ],
  ];

  it.each(rows)('of %s, %s, at %i locations', (kind, cause, locations, title, text, path) => {
    const facts = notice(kind, cause, locations, locations || 1);
    expect([noticeTitle(facts), noticeText(facts), noticePath(facts)]).toEqual([title, text, path]);
  });

  it('are there for every kind, and for every field that a change can have', () => {
    expect([...new Set(rows.map(([kind]) => kind))].sort()).toEqual([...NOTICE_KINDS].sort());
    expect(Object.keys(FIELD_WORDS).sort()).toEqual([...CHANGE_FIELDS].sort());
  });

  it.each([
    ['refused', 'Google refused an edit', 'Google refused 2 edits'],
    ['conflict', 'An edit wasn’t made', '2 edits weren’t made'],
    ['not_sent', 'An edit wasn’t made', '2 edits weren’t made'],
    ['not_known', 'An edit couldn’t be confirmed', '2 edits couldn’t be confirmed'],
  ])('say how edits ended (%s), and lead to those', (state, one, two) => {
    const ended = (count: number) => {
      const { subjects, ...rest } = notice('edit_refused', 'Why', count);
      return { ...rest, subjects: subjects.map((subject) => ({ ...subject, state })) };
    };
    expect([1, 2].map((count) => noticeTitle(ended(count)))).toEqual([one, two]);
    expect(noticePath(ended(2))).toBe(`/dashboard?view=change-log&state=${state}`);
  });

  const ofPost = (cause: string, postType?: 'CALL_TO_ACTION' | 'EVENT' | 'OFFER' | 'STANDARD', count = 1) => {
    const { subjects, ...rest } = notice('post_failed', cause, 1, count);
    const [subject] = subjects.map((each) => ({
      ...each,
      ...(postType && { postType }),
      storeCode: 'MF-01',
    }));
    return { ...rest, subjects: Array.from({ length: Math.min(count, 20) }, () => subject!) };
  };

  it.each([
    ['OFFER', 1, 'Offer at Marlowe & Finch failed'],
    ['EVENT', 1, 'Event at Marlowe & Finch failed'],
    ['STANDARD', 1, 'Update at Marlowe & Finch failed'],
    ['CALL_TO_ACTION', 1, 'Call to action at Marlowe & Finch failed'],
    ['OFFER', 3, '3 posts at Marlowe & Finch failed'],
    ['OFFER', 21, '21 posts failed'],
  ] as const)('say which post failed, and where (%s, %i)', (postType, count, title) => {
    const facts = ofPost('Why', postType, count);
    expect([noticeTitle(facts), storeCodeIn(facts)]).toEqual([title, count > 20 ? null : 'MF-01']);
  });

  it.each([
    ['Google doesn’t accept offers from hotels.', 'Google doesn’t accept offers from hotels.'],
    [
      'This post wasn’t published: its location is permanently closed on Google. Reopen it in its details under Locations, then retry.',
      'Its location is permanently closed on Google.',
    ],
    ['Google refused this post: version 2.0 of it', 'Google refused this post: version 2.0 of it.'],
    [
      'Google refused the text of this post: it says, and says. More.',
      'Google refused the text of this post: it says, and says.',
    ],
    [
      `Google refused this post: ${'one long word, '.repeat(30)}`,
      `Google refused this post: ${'one long word, '.repeat(4)}one long…`,
    ],
    ['w'.repeat(500), `W${'w'.repeat(98)}…`],
  ])('have one short reason (%#)', (cause, text) => {
    expect(noticeText(ofPost(cause))).toBe(text);
  });

  it('lead to one location only where all of it happened there', () => {
    const { subjects } = notice('post_failed', 'The text is too long', 1);
    const many = (count: number) => ({
      ...notice('post_failed', 'The text is too long', 1, count),
      subjects: Array.from({ length: Math.min(count, 20) }, () => subjects[0]!),
    });
    const failed = '/dashboard?view=calendar&status=failed';
    expect(noticePath(many(20))).toBe(`${failed}&location=location-0`);
    // What happened after the first 20 may have been elsewhere.
    expect(noticePath(many(21))).toBe(failed);
  });

  it('count locations, not events, where one has several', () => {
    const [subject] = notice('location_suspended', 'suspended', 1).subjects;
    const facts = { ...notice('location_suspended', 'suspended', 1, 2), subjects: [subject!, subject!] };
    expect([noticeTitle(facts), noticeText(facts)]).toEqual([
      'Google suspended a location',
      'Marlowe & Finch.',
    ]);
  });
});
