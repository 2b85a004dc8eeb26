import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { dialog, field, setClock } from '../posts/setting.js';
import { openForMany } from './compose-setting.js';

beforeEach(() => setClock('2026-11-24T10:00:00Z', 'Europe/London'));

const preview = () => within(screen.getByRole('region', { name: 'Preview' }));
const arrow = (name: string) => preview().getByRole('button', { name });

describe('The preview of a campaign', () => {
  it('shows the text of the first chosen location, with arrows to the others', async () => {
    const { user } = await openForMany();
    await user.type(field('Post content'), 'Come to {{name} at {{street} in {{city}.');
    expect(preview().getByText('Your locations')).toBeTruthy();
    expect(preview().getByText('Come to … at … in ….')).toBeTruthy();
    await user.click(dialog().getByRole('button', { name: 'All 30 locations' }));
    await preview().findByText('1 of 30');
    expect(preview().getByText('Hearth & Crumb 1')).toBeTruthy();
    expect(preview().getByText('Come to Hearth & Crumb 1 at 1 Market Square in Ashbourne.')).toBeTruthy();
    await user.click(arrow('Next location'));
    expect(preview().getByText('2 of 30')).toBeTruthy();
    expect(preview().getByText('Come to Hearth & Crumb 2 at 2 Market Square in Ashbourne.')).toBeTruthy();
    await user.click(arrow('Previous location'));
    await user.click(arrow('Previous location'));
    expect(preview().getByText('30 of 30')).toBeTruthy();
    expect(preview().getByText('Hearth & Crumb 30')).toBeTruthy();
    await user.click(arrow('Next location'));
    expect(preview().getByText('1 of 30')).toBeTruthy();
  });

  it('says where a location has no value for the text', async () => {
    const { user } = await openForMany();
    await user.type(field('Post content'), 'See {{website}');
    await user.click(dialog().getByRole('button', { name: 'All 30 locations' }));
    await preview().findByText('See https://www.hearthandcrumb.example');
    expect(preview().queryByText(/so it gets no post/)).toBeNull();
    await user.click(arrow('Next location'));
    expect(preview().getByText('See …')).toBeTruthy();
    expect(preview().getByText('This location has no website, so it gets no post.')).toBeTruthy();
  });

  it('of a single post has no arrows', async () => {
    const { user } = await openForMany();
    await user.click(dialog().getByRole('button', { name: 'All 30 locations' }));
    await preview().findByText('1 of 30');
    await user.click(dialog().getByRole('radio', { name: 'One location' }));
    expect(preview().queryByRole('button', { name: 'Next location' })).toBeNull();
    expect(preview().queryByText('1 of 30')).toBeNull();
  });
});
