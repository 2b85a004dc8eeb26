import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import { failWith, held, type SentRequest } from '../../support/page/fake-server.js';
import { messageOf } from '../../support/page/form.js';
import { renderPage } from '../../support/page/page.js';
import { chooseLocation, dialog, field, fill, isClosed, openComposer, setClock } from '../posts/setting.js';
import { answersOfPlanning, draft, MATCHES, matchesOf, openForMany, PLAN } from './compose-setting.js';
import { CAMPAIGN_ID } from './builders.js';

beforeEach(() => setClock('2026-11-24T10:00:00Z', 'Europe/London'));

const chooserButton = () => dialog().getByRole('button', { name: 'Choose locations' });
const all = () => dialog().getByRole('button', { name: 'All 30 locations' });

describe('The choice between one location and many', () => {
  it('is there for a connected account; on sample data it says what opens it', async () => {
    await openComposer();
    const many = dialog().getByRole<HTMLInputElement>('radio', { name: 'Many locations' });
    await waitFor(() => expect(many.disabled).toBe(true));
    expect(
      dialog().getByText('To post to many locations, connect a Business Profile or the practice Google.'),
    ).toBeTruthy();
  });

  it('loses nothing that was filled in, and is kept with the draft', async () => {
    const { user } = await openForMany();
    await user.type(field('Post content'), 'Come in');
    await user.click(all());
    fill('Time', '09:00');
    await user.click(dialog().getByRole('radio', { name: 'One location' }));
    await chooseLocation('Station Road');
    await user.click(dialog().getByRole('radio', { name: 'Many locations' }));
    expect(await dialog().findByText('All 30 locations')).toBeTruthy();
    await user.click(dialog().getByRole('radio', { name: 'One location' }));
    expect(field('Location').value).toMatch(/^Hearth & Crumb, Station Road/);
    await user.click(dialog().getByRole('radio', { name: 'Many locations' }));
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await isClosed();

    await user.click(screen.getByRole('button', { name: 'Schedule Post' }));
    expect(await dialog().findByText('All 30 locations')).toBeTruthy();
    expect([field('Post content').value, field('Time').value]).toEqual(['Come in', '09:00']);
  });
});

describe('A choice of locations that has gone since', () => {
  it('is said, so that other locations are chosen', async () => {
    const draftOfYesterday = { summary: 'Come in', audience: 'many', choice: '{"selectionId":"gone"}' };
    sessionStorage.setItem('shingle.draft.uid-1', JSON.stringify(draftOfYesterday));
    const matches = ({ body }: SentRequest) => {
      const asked = body as Schemas['ChosenQueryDto'];
      return asked.choice.selectionId === undefined
        ? matchesOf(asked)
        : failWith(404, 'not_found', 'The requested resource was not found.');
    };
    const { user } = renderPage('/dashboard?view=calendar', {
      answers: { ...answersOfPlanning(), [MATCHES]: matches },
    });
    await user.click(await screen.findByRole('button', { name: 'Schedule Post' }));
    await screen.findByRole('dialog');
    await dialog().findByText('The chosen locations are no longer here. Please choose again.');
    await user.click(all());
    await dialog().findByText('All 30 locations');
  });
});

describe('The suggested time', () => {
  it('moves on by a day for many locations, most of which are past it today, unless the user chose it', async () => {
    const { user } = await openForMany();
    expect([field('Date').value, field('Time').value]).toEqual(['2026-11-25', '11:00']);
    fill('Date', '2026-11-24');
    await user.click(dialog().getByRole('radio', { name: 'One location' }));
    fill('Time', '12:30');
    await user.click(dialog().getByRole('radio', { name: 'Many locations' }));
    expect([field('Date').value, field('Time').value]).toEqual(['2026-11-24', '12:30']);
  });

  it('is in an hour again when it is for one location after all', async () => {
    const { user } = await openForMany();
    expect(field('Date').value).toBe('2026-11-25');
    await user.click(dialog().getByRole('radio', { name: 'One location' }));
    expect([field('Date').value, field('Time').value]).toEqual(['2026-11-24', '11:00']);
    expect(sessionStorage.getItem('shingle.draft.uid-1')).toBeNull();
  });
});

describe('A campaign', () => {
  it('needs locations, and is planned for the time of each of them', async () => {
    const { user, seePlan, planned, server } = await openForMany();
    await seePlan();
    expect(messageOf(field('Post content'))).toBe('Post content is required');
    await user.type(field('Post content'), 'Two loaves for the price of one');
    await seePlan();
    expect(dialog().getByText('Please choose locations').id).toBe(
      chooserButton().getAttribute('aria-describedby'),
    );
    expect(document.activeElement).toBe(chooserButton());
    await user.click(all());
    expect(dialog().queryByText('Please choose locations')).toBeNull();
    fill('Date', '2026-11-27');
    fill('Time', '09:00');
    expect(dialog().getByText('Friday, 09:00 at each location, in its own time zone')).toBeTruthy();
    await seePlan();
    await screen.findByRole('dialog', { name: 'Campaign plan' });
    expect(planned()).toEqual({
      choice: {},
      time: {
        wallTime: '2026-11-27T09:00',
        timeZone: 'Europe/London',
        spreadMinutes: 0,
        closedDays: 'publish',
      },
      postBody: { languageCode: 'en-US', summary: 'Two loaves for the price of one', topicType: 'STANDARD' },
    });
    expect(server.sent(PLAN)[0]?.headers['idempotency-key']).toMatch(/^[\w-]{36}$/);
  });

  it('can go out everywhere at once, be spread, and leave out locations that are closed', async () => {
    const { user, seePlan, planned } = await openForMany();
    await user.type(field('Post content'), 'Come in');
    await user.click(all());
    await user.click(dialog().getByRole('radio', { name: 'Everywhere at once' }));
    fill('Date', '2026-11-27');
    fill('Time', '09:00');
    await user.click(dialog().getByText('More options'));
    fill('Spread over minutes', '721');
    await user.selectOptions(field('On days a location is closed'), 'Leave it out');
    await seePlan();
    expect(messageOf(field('Spread over minutes'))).toBe('Minutes must be a whole number from 0 to 720');
    fill('Spread over minutes', '30');
    expect(dialog().getByText('(spread over 30 min, closed that day: leave it out)')).toBeTruthy();
    await seePlan();
    await screen.findByRole('dialog', { name: 'Campaign plan' });
    expect(planned()?.time).toEqual({
      publishAt: '2026-11-27T09:00:00.000Z',
      timeZone: 'Europe/London',
      spreadMinutes: 30,
      closedDays: 'skip',
    });
  });

  it('may be due at a time that has passed here but not yet further west', async () => {
    const { user, seePlan, server } = await openForMany();
    await user.type(field('Post content'), 'Come in');
    await user.click(all());
    fill('Date', '2026-11-23');
    fill('Time', '21:00');
    await seePlan();
    expect(messageOf(field('Date'))).toBe('Publish time must be in the future');
    fill('Date', '2026-11-24');
    fill('Time', '09:00');
    await seePlan();
    await waitFor(() => expect(server.sent(PLAN)).toHaveLength(1));
  });

  it('has words that differ by location, inserted where the caret is, also as a link', async () => {
    const { user, seePlan, planned } = await openForMany();
    const content = field('Post content');
    await user.type(content, 'Come to  today');
    content.setSelectionRange(8, 8);
    await user.click(dialog().getByRole('button', { name: 'Insert {city}' }));
    expect(content.value).toBe('Come to {city} today');
    expect([document.activeElement, content.selectionStart]).toEqual([content, 14]);
    await user.click(all());
    await user.click(dialog().getByRole('radio', { name: 'Call to action' }));
    await user.selectOptions(field('Call-to-action type'), 'Learn more');
    fill('Link', '{site}');
    await seePlan();
    expect(messageOf(field('Link'))).toBe('Link must be an address such as https://www.example.com');
    fill('Link', '{website}');
    await seePlan();
    await waitFor(() =>
      expect(planned()?.postBody.callToAction).toEqual({ actionType: 'LEARN_MORE', url: '{website}' }),
    );
  });

  it('shows what the server refuses at its fields', async () => {
    const unknown =
      '{shop} isn’t a variable. You can use {name}, {city}, {street}, {storeCode} and {website}';
    const { user, seePlan } = await openForMany({
      [PLAN]: () =>
        failWith(400, 'validation_failed', unknown, [
          { field: 'postBody.summary', message: unknown },
          { field: 'time.wallTime', message: 'Publish time must be within 5 years' },
        ]),
    });
    await user.type(field('Post content'), 'Come to {{shop}');
    await user.click(all());
    await seePlan();
    await waitFor(() => expect(messageOf(field('Post content'))).toBe(unknown));
    expect(messageOf(field('Date'))).toBe('Publish time must be within 5 years');
    expect(document.activeElement).toBe(field('Post content'));
  });

  it('whose plan arrives after the form was closed leaves what was written since, and is not planned twice', async () => {
    const answer = held<ReturnType<typeof draft>>();
    const { user, seePlan, server } = await openForMany({ [PLAN]: () => answer.promise });
    await user.type(field('Post content'), 'Come in');
    await user.click(all());
    await seePlan();
    await user.keyboard('{Escape}');
    await isClosed();
    await user.click(screen.getByRole('button', { name: 'Schedule Post' }));
    await user.type(field('Post content'), ' soon');
    answer.release(draft());
    await user.tab();
    const kept = () => sessionStorage.getItem('shingle.draft.uid-1');
    expect(kept()).toContain('"summary":"Come in soon"');
    fill('Post content', 'Come in');
    await seePlan();
    await waitFor(() => expect(server.sent(PLAN)).toHaveLength(2));
    const keys = server.sent(PLAN).map(({ headers }) => headers['idempotency-key']);
    expect(keys[1]).toBe(keys[0]);
  });

  it('is planned again as the same one after its text was changed', async () => {
    const { user, seePlan, server } = await openForMany({
      'PATCH /api/campaigns/:id': () => draft({ version: 2 }),
    });
    await user.type(field('Post content'), 'Come in');
    await user.click(all());
    await seePlan();
    await screen.findByRole('dialog', { name: 'Campaign plan' });
    await user.click(await dialog().findByRole('button', { name: 'Back to the text' }));
    await user.type(await dialog().findByLabelText('Post content'), ' soon');
    await seePlan();
    await screen.findByRole('dialog', { name: 'Campaign plan' });
    expect(server.sent(PLAN)).toHaveLength(1);
    expect(server.sent('PATCH /api/campaigns/:id')).toMatchObject([
      { params: { id: CAMPAIGN_ID }, body: { version: 1, postBody: { summary: 'Come in soon' } } },
    ]);
  });
});
