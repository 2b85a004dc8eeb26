import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderPage } from '../../support/page/page.js';
import { chooseLocation, dialog, emptyCalendar, field, fill, openComposer, setClock } from './setting.js';

beforeEach(() => setClock('2026-11-21T13:00:00Z'));

const preview = () => within(dialog().getByRole('region', { name: 'Preview' }));
/** Replaces thin spaces with normal ones. */
const words = () =>
  dialog()
    .getByRole('region', { name: 'Preview' })
    .textContent?.replaceAll(/[\u2009\u202f]/g, ' ');

describe('The preview', () => {
  it('shows location, date and text', async () => {
    await openComposer();
    expect(words()).toContain('Your text appears here.');
    await chooseLocation('Station Road');
    fill('Post content', 'Come in');
    fill('Date', '2026-12-24');
    expect(words()).toBe(
      'HHearth & Crumb, Station Road24 Dec 2026Come inPreview. Google may show it differently.',
    );
  });

  it('shortens a long text', async () => {
    const { user } = await openComposer();
    const text = `${'Sourdough from the oven. '.repeat(4)}And rye.`;
    fill('Post content', text);
    expect(words()).toContain(`${text.slice(0, 99)}... More`);
    expect(words()).not.toContain('And rye.');
    await user.click(preview().getByRole('button', { name: 'More' }));
    expect(words()).toContain(text);
    await user.click(preview().getByRole('button', { name: 'Less' }));
    expect(words()).not.toContain('And rye.');
  });

  it('shows the button of a call to action, and the number that it calls', async () => {
    const { user, choose } = await openComposer({}, '/dashboard?location=location-1');
    await choose('Call to action');
    await user.selectOptions(field('Call-to-action type'), 'Sign up');
    expect(preview().getByText('Sign up')).toBeTruthy();
    await user.selectOptions(field('Call-to-action type'), 'Call');
    expect(preview().getByText('Call +44 1335 555012')).toBeTruthy();
    await choose('Event');
    expect(words()).not.toContain('Call');
  });

  it('shows title and dates of an event', async () => {
    const { choose } = await openComposer();
    await choose('Event');
    fill('Event title', 'Harvest evening');
    fill('Start date', '2026-12-01');
    fill('Start time', '18:00');
    fill('End date', '2026-12-01');
    fill('End time', '20:30');
    expect(preview().getByText('Harvest evening')).toBeTruthy();
    expect(words()).toContain('1 Dec 2026, 18:00–20:30');
  });

  it('shows dates and coupon of an offer', async () => {
    const { choose } = await openComposer();
    await choose('Offer');
    fill('Offer title', 'Harvest week');
    fill('Start date', '2026-12-01');
    fill('End date', '2026-12-08');
    fill('Coupon code', 'HARVEST');
    fill('Terms and conditions', 'One per visit.');
    expect(words()).toContain('Harvest week1 – 8 Dec 2026');
    expect(words()).toContain('Coupon code HARVEST');
    expect(words()).toContain('One per visit.');
    expect(words()).not.toContain('Redeem online');
    fill('Redeem link', 'https://www.example.com');
    expect(words()).toContain('Redeem online');
  });
});

describe('On a narrow screen', () => {
  it('form and preview are tabs, and an error shows the form again', async () => {
    const { user } = renderPage('/dashboard', { answers: emptyCalendar(), narrow: true });
    await user.click(await screen.findByRole('button', { name: 'SCHEDULE POST' }));
    fill('Post content', 'Come in');
    expect(dialog().queryByRole('region', { name: 'Preview' })).toBeNull();
    await user.click(dialog().getByRole('tab', { name: 'Write' }));
    await user.keyboard('{ArrowRight}');
    expect(dialog().getByRole('tab', { name: 'Preview', selected: true })).toBeTruthy();
    expect(words()).toContain('Come in');
    expect(dialog().queryByRole('textbox', { name: 'Post content' })).toBeNull();
    await user.click(dialog().getByRole('button', { name: 'Schedule' }));
    expect(dialog().getByRole('tab', { name: 'Write', selected: true })).toBeTruthy();
    expect(document.activeElement).toBe(field('Location'));
  });
});
