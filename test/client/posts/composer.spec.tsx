import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failWith, held, type Handlers } from '../../support/page/fake-server.js';
import { messageOf } from '../../support/page/form.js';
import {
  chooseLocation,
  dialog,
  field,
  fill,
  findAlertText,
  isClosed,
  openComposer,
  POST,
  setClock,
} from './setting.js';

beforeEach(() => setClock('2026-11-21T13:00:00Z'));

describe('The dialog', () => {
  it('is named, starts at its first field and closes by X, Cancel, Esc and overlay', async () => {
    const { user } = await openComposer();
    const opener = screen.getByRole('button', { name: 'Schedule Post' });
    const closings = [
      () => user.click(dialog().getByRole('button', { name: 'Close' })),
      () => user.click(dialog().getByRole('button', { name: 'Cancel' })),
      () => user.keyboard('{Escape}'),
      () => user.click(screen.getByRole('dialog')),
    ];
    for (const close of closings) {
      expect(screen.getByRole('dialog', { name: 'Schedule Post' })).toBeTruthy();
      expect(document.activeElement).toBe(field('Post content'));
      await close();
      await isClosed();
      expect(document.activeElement).toBe(opener);
      await user.click(opener);
    }
  });

  it('starts with the location for which it was opened', async () => {
    await openComposer({}, '/dashboard?location=location-2');
    expect(field('Location').value).toBe('Hearth & Crumb, Station Road, 11 Station Road, Ashbourne DE6 1GH');
  });

  it("suggests one hour from now in the viewer's time zone, which is shown", async () => {
    await openComposer();
    expect([field('Date').value, field('Time').value]).toEqual(['2026-11-21', '15:00']);
    expect(field('Date').min).toBe('2026-11-21');
    expect(dialog().getByText('Saturday, in 1 h · Europe/Berlin, GMT+1')).toBeTruthy();
    fill('Time', '17:00');
    expect(dialog().getByText('Saturday, in 3 h · Europe/Berlin, GMT+1')).toBeTruthy();
    fill('Date', '2027-07-01');
    expect(dialog().getByText(/^Thursday, in 222 d.* · Europe\/Berlin, GMT\+2/)).toBeTruthy();
  });
});

describe('The rules', () => {
  it('are shown one at a time in the specified order, at the field, which gets the focus', async () => {
    const { user, submit, choose, server } = await openComposer();
    await choose('Event');
    fill('Date', '');

    async function expectFault(label: string, message: string): Promise<void> {
      await submit();
      expect(messageOf(field(label))).toBe(message);
      expect(document.activeElement).toBe(field(label));
      expect(screen.getByRole('dialog').querySelectorAll('[aria-invalid=true]')).toHaveLength(
        label === 'Date' ? 2 : 1,
      );
    }

    await expectFault('Post content', 'Post content is required');
    await user.type(field('Post content'), 'Come in');
    expect(messageOf(field('Post content'))).toBeNull();
    await expectFault('Location', 'Please select a location');
    await chooseLocation('Market Square');
    await expectFault('Date', 'Please set a publish date and time');
    fill('Date', '2026-11-21');
    fill('Time', '14:00');
    await expectFault('Date', 'Publish time must be in the future');
    fill('Time', '14:01');
    await choose('Call to action');
    await expectFault('Call-to-action type', 'Please select a call-to-action type');
    await choose('Event');
    await expectFault('Event title', 'Event title is required');
    expect(server.sent(POST)).toEqual([]);
  });

  it('refuse a time that the clocks skip, and ask which one if a time comes twice', async () => {
    const { user, submit, body } = await openComposer({}, '/dashboard?location=location-1');
    fill('Post content', 'Open all night');
    fill('Date', '2027-03-28');
    fill('Time', '02:30');
    await submit();
    expect(messageOf(field('Time'))).toMatch(/^This time doesn’t exist on that day/);

    fill('Date', '2027-10-31');
    expect(messageOf(field('Time'))).toBeNull();
    const which = field('The clocks go back: which 02:30\\?');
    expect([...which.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'The first one, GMT+2',
      'The second one, GMT+1',
    ]);
    expect(dialog().getByText(/Europe\/Berlin, GMT\+2/)).toBeTruthy();
    await user.selectOptions(which, 'second');
    expect(dialog().getByText(/Europe\/Berlin, GMT\+1/)).toBeTruthy();
    await submit();
    await isClosed();
    expect(body()).toMatchObject({ publishAt: '2027-10-31T01:30:00.000Z', timeZone: 'Europe/Berlin' });
  });

  it('do not treat a half-filled time as empty', async () => {
    const { submit, choose, server } = await openComposer({}, '/dashboard?location=location-1');
    fill('Post content', 'Come in');
    await choose('Offer');
    fill('Offer title', 'Harvest week');
    fill('Start date', '2026-12-01');
    fill('End date', '2026-12-08');
    // As browsers report "18:--", whose value is empty.
    Object.defineProperty(field('End time'), 'validity', { configurable: true, value: { badInput: true } });
    await submit();
    expect(messageOf(field('End time'))).toBe('Please complete this field or clear it');
    expect(server.sent(POST)).toEqual([]);
  });

  it('count characters by code points, and announce only when few are left', async () => {
    const { submit } = await openComposer({}, '/dashboard?location=location-1');
    const counter = () =>
      document.getElementById(
        field('Post content').getAttribute('aria-describedby')?.split(' ').at(-1) ?? '',
      );
    const spoken = () => within(counter()!).getByRole('status').textContent;
    const lengths: [number, string, string][] = [
      [0, '0/1,500', ''],
      [1399, '1,399/1,500', ''],
      [1400, '1,400/1,500', 'At most 100 characters left'],
      [1479, '1,479/1,500', 'At most 100 characters left'],
      [1480, '1,480/1,500', 'At most 20 characters left'],
      [1500, '1,500/1,500', 'No characters left'],
      [1501, '1,501/1,500', 'Over the limit of 1,500 characters'],
    ];
    for (const [length, shown, words] of lengths) {
      fill('Post content', '🥐'.repeat(length));
      expect(within(counter()!).getByText(shown)).toBeTruthy();
      expect(spoken()).toBe(words);
    }
    await submit();
    expect(messageOf(field('Post content'))).toBe('Post content must be at most 1,500 characters');
  });
});

describe('A post', () => {
  const common = { languageCode: 'en-US', summary: 'Come in' };
  const sent = (postBody: object) => ({
    locationId: 'location-1',
    publishAt: '2026-11-21T14:00:00.000Z',
    timeZone: 'Europe/Berlin',
    postBody: { ...common, ...postBody },
  });

  /** Fills in the fields of every type, so that each test can check which are sent. */
  async function everything() {
    const page = await openComposer({}, '/dashboard?location=location-1');
    fill('Post content', ' Come in ');
    await page.choose('Call to action');
    await page.user.selectOptions(field('Call-to-action type'), 'Learn more');
    fill('Link', 'https://www.example.com/evening');
    await page.choose('Event');
    fill('Event title', 'Harvest evening');
    fill('Start date', '2026-12-01');
    fill('Start time', '18:00');
    fill('End date', '2026-12-02');
    fill('End time', '00:30');
    await page.choose('Offer');
    fill('Coupon code', 'HARVEST');
    fill('Redeem link', 'https://www.example.com/offer');
    fill('Terms and conditions', 'One per visit.');
    return page;
  }

  it('of type update has only its text', async () => {
    const { choose, submit, body } = await everything();
    await choose('Update');
    await submit();
    await isClosed();
    expect(body()).toEqual(sent({ topicType: 'STANDARD' }));
  });

  it('of type call to action has its button', async () => {
    const { choose, submit, body } = await everything();
    await choose('Call to action');
    expect(field('Link').value).toBe('https://www.example.com/evening');
    await submit();
    await isClosed();
    expect(body()).toEqual(
      sent({
        topicType: 'CALL_TO_ACTION',
        callToAction: { actionType: 'LEARN_MORE', url: 'https://www.example.com/evening' },
      }),
    );
  });

  it('with a call button has no link', async () => {
    const { user, choose, submit, body } = await everything();
    await choose('Call to action');
    await user.selectOptions(field('Call-to-action type'), 'Call');
    await submit();
    await isClosed();
    expect(body()).toEqual(sent({ topicType: 'CALL_TO_ACTION', callToAction: { actionType: 'CALL' } }));
  });

  it('of type event has a title, a start and an end', async () => {
    const { choose, submit, body } = await everything();
    await choose('Event');
    await submit();
    await isClosed();
    expect(body()).toEqual(
      sent({
        topicType: 'EVENT',
        event: {
          title: 'Harvest evening',
          schedule: {
            startDate: { year: 2026, month: 12, day: 1 },
            startTime: { hours: 18, minutes: 0 },
            endDate: { year: 2026, month: 12, day: 2 },
            endTime: { hours: 0, minutes: 30 },
          },
        },
      }),
    );
  });

  it('of type offer has title and whole days unless times are given, and its details', async () => {
    const { submit, body } = await everything();
    fill('Start time', '');
    fill('End time', '');
    await submit();
    await isClosed();
    expect(body()).toEqual(
      sent({
        topicType: 'OFFER',
        event: {
          title: 'Harvest evening',
          schedule: {
            startDate: { year: 2026, month: 12, day: 1 },
            startTime: { hours: 0, minutes: 0 },
            endDate: { year: 2026, month: 12, day: 2 },
            endTime: { hours: 23, minutes: 59 },
          },
        },
        offer: {
          couponCode: 'HARVEST',
          redeemOnlineUrl: 'https://www.example.com/offer',
          termsConditions: 'One per visit.',
        },
      }),
    );
  });
});

describe('Sending', () => {
  async function written(answers: Handlers = {}) {
    const page = await openComposer(answers, '/dashboard?location=location-1');
    fill('Post content', 'Come in');
    return page;
  }

  it('shows that it is sending, then shows a message and closes', async () => {
    const answer = held<object>();
    const { submit } = await written({ [POST]: () => answer.promise });
    await submit();
    const button = dialog().getByRole<HTMLButtonElement>('button', { name: 'Scheduling...' });
    expect(button.disabled).toBe(true);
    expect(field('Post content').matches(':disabled')).toBe(true);
    answer.release({});
    expect(await screen.findAllByText('Post scheduled successfully!')).toBeTruthy();
    await isClosed();
  });

  it('shows the new post in the calendar', async () => {
    const { server, submit } = await openComposer();
    await chooseLocation('Market Square');
    fill('Post content', 'Come in');
    const asked = server.sent('GET /api/posts').length;
    await submit();
    await isClosed();
    await waitFor(() => expect(server.sent('GET /api/posts').length).toBeGreaterThan(asked));
  });

  it('repeats the same post with the same key, and an edited one with a new key', async () => {
    const { server, submit } = await written({
      [POST]: () => failWith(409, 'request_in_progress', 'The same request is still being processed.'),
    });
    const keys = () => server.sent(POST).map(({ headers }) => headers['idempotency-key']);
    await submit();
    await findAlertText('The same request is still being processed.');
    await submit();
    fill('Post content', 'Come in!');
    await submit();
    server.on({ [POST]: () => ({}) });
    fill('Post content', 'Come in!!');
    await submit();
    await isClosed();
    const [first, second, third, fourth] = keys();
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    expect(new Set([first, third, fourth]).size).toBe(3);
  });

  it('shows an error above the buttons and loses nothing', async () => {
    const { submit } = await written({
      [POST]: () => failWith(404, 'not_found', 'The requested resource was not found.'),
    });
    await submit();
    const alert = await dialog().findByText('The post couldn’t be scheduled. Please try again.');
    expect(alert.closest('[role=alert]')).toBeTruthy();
    expect(alert.compareDocumentPosition(dialog().getByRole('button', { name: 'Cancel' }))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(await screen.findAllByText('The requested resource was not found.')).toBeTruthy();
    expect(field('Post content').value).toBe('Come in');
    expect(dialog().getByRole('button', { name: 'Schedule' })).toBeTruthy();
  });

  it("shows the server's errors at their fields", async () => {
    const { submit, choose, user } = await written({
      [POST]: () =>
        failWith(400, 'validation_failed', 'Please correct the marked fields.', [
          {
            field: 'postBody.callToAction.url',
            message: 'Link must be an address such as https://www.example.com',
          },
          { field: 'postBody.languageCode', message: 'Language must be en-US' },
        ]),
    });
    await choose('Call to action');
    await user.selectOptions(field('Call-to-action type'), 'Shop');
    fill('Link', 'https://www.example.com');
    await submit();
    expect(
      await dialog().findByText('Please correct the marked fields. Language must be en-US'),
    ).toBeTruthy();
    expect(messageOf(field('Link'))).toBe('Link must be an address such as https://www.example.com');
    expect(document.activeElement).toBe(field('Link'));
  });

  it('continues if the dialog is closed, and on failure shows a message and keeps the draft', async () => {
    const answer = held<Response>();
    const { user, submit } = await written({ [POST]: () => answer.promise });
    await submit();
    await user.keyboard('{Escape}');
    await isClosed();
    answer.release(failWith(404, 'not_found', 'The requested resource was not found.'));
    expect(await screen.findAllByText('The post couldn’t be scheduled. Please try again.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'SCHEDULE POST' }));
    expect(field('Post content').value).toBe('Come in');
  });
});

describe('The dates of an event or an offer', () => {
  const period = () =>
    ['Start date', 'Start time', 'End date', 'End time'].map((label) => field(label).value);

  it('of an event are one hour from the publish time, and follow it until they are set', async () => {
    const { choose } = await openComposer();
    await choose('Event');
    expect(field('Event title').value).toBe('');
    expect(period()).toEqual(['2026-11-21', '15:00', '2026-11-21', '16:00']);
    fill('Date', '2026-11-27');
    fill('Time', '23:30');
    expect(period()).toEqual(['2026-11-27', '23:30', '2026-11-28', '00:30']);
    fill('End time', '02:00');
    fill('Date', '2026-11-28');
    expect(period()).toEqual(['2026-11-27', '23:30', '2026-11-28', '02:00']);
  });

  it('of an offer are seven days from the publish day, and go with another type unless they are set', async () => {
    const { choose } = await openComposer();
    await choose('Offer');
    fill('Date', '2026-11-27');
    expect(period()).toEqual(['2026-11-27', '', '2026-12-03', '']);
    await choose('Event');
    expect(period()).toEqual(['2026-11-27', '15:00', '2026-11-27', '16:00']);
    fill('Start time', '18:00');
    fill('End time', '20:00');
    await choose('Update');
    fill('Date', '2026-11-30');
    await choose('Offer');
    expect(period()).toEqual(['2026-11-27', '18:00', '2026-11-27', '20:00']);
  });
});
