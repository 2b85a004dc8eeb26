import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import { failWith } from '../../support/page/fake-server.js';
import { settled } from '../../support/page/page.js';
import { advance, until } from '../../support/page/steered-timers.js';
import { setClock } from '../posts/setting.js';
import { bodies, MATCHES, matchesOf, openChooser, topDialog } from './compose-setting.js';

beforeEach(() => setClock('2026-11-24T10:00:00Z', 'Europe/London'));

type Selection = Schemas['SelectionDto'];

const SELECTION_ID = '00000000-0000-4000-8000-0000000000e1';
const ADD = 'POST /api/selections';
const ADD_MORE = 'PATCH /api/selections/:id';

const bakeries: Selection = { id: SELECTION_ID, name: 'Bakeries', isLive: true, locationCount: 2 };

/** Types or pastes into a field at once. */
const put = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } });

describe('Choosing by filter', () => {
  it('says that the locations could not be loaded when the specified tries are over', async () => {
    const { user, server, chooser } = await openChooser();
    // From now on the timers stand still too.
    setClock('2026-11-24T10:00:00Z', 'Europe/London', { timers: true });
    server.on({ [MATCHES]: () => failWith(500, 'internal', 'An internal error occurred.') });
    const asked = server.sent(MATCHES).length;
    await user.selectOptions(chooser.getByLabelText('Filter by state'), 'Suspended');
    for (const [index, pause] of [1000, 2000, 4000].entries()) {
      await until(() => server.sent(MATCHES).length === asked + index + 1);
      await settled();
      expect(chooser.queryByText(/^Failed to load/)).toBeNull();
      await advance(pause);
    }
    await until(() => chooser.queryByText('Failed to load locations. Please try again.'));
  });

  it('confirms nothing before something is chosen', async () => {
    const { user, chooser } = await openChooser();
    const confirm = () => chooser.getByRole('button', { name: /^Choose (\d+ )?locations$/ });
    expect(confirm().textContent).toBe('Choose locations');
    expect(confirm()).toHaveProperty('disabled', true);
    const box = chooser.getByRole('checkbox', { name: 'All 30 locations' });
    await user.click(box);
    expect(confirm().textContent).toBe('Choose 30 locations');
    expect(confirm()).toHaveProperty('disabled', false);
    await user.click(box);
    expect(confirm()).toHaveProperty('disabled', true);
  });

  it('takes all that match', async () => {
    const { user, chooser, choice } = await openChooser({
      'GET /api/selections/labels': () => ({ items: [{ label: 'north', locationCount: 30 }] }),
    });
    await user.selectOptions(chooser.getByLabelText('Filter by label'), 'north (30)');
    put(chooser.getByLabelText('Search by name, address or store code'), 'crumb 1');
    await user.click(await chooser.findByRole('checkbox', { name: 'All 11 that match' }));
    await user.click(chooser.getByRole('button', { name: 'Choose 11 locations' }));
    expect(await screen.findByText('11 locations')).toBeTruthy();
    expect(await choice()).toEqual({ label: 'north', search: 'crumb 1' });
  });

  it('takes single ones out, says how many are chosen, and shows it again', async () => {
    const { user, chooser, choice } = await openChooser();
    expect(chooser.getByText('No locations chosen').getAttribute('role')).toBe('status');
    await user.click(chooser.getByRole('checkbox', { name: 'All 30 locations' }));
    expect(chooser.getByText('30 locations chosen')).toBeTruthy();
    await user.click(chooser.getByRole('checkbox', { name: /^Hearth & Crumb 3\D/ }));
    expect(chooser.getByText('29 locations chosen')).toBeTruthy();
    expect(chooser.getByText('1 excluded')).toBeTruthy();
    await user.click(chooser.getByRole('button', { name: 'Choose 29 locations' }));

    await user.click(await screen.findByRole('button', { name: 'Choose locations' }));
    const again = topDialog('Choose locations');
    const third = await again.findByRole<HTMLInputElement>('checkbox', { name: /^Hearth & Crumb 3\D/ });
    expect(third.checked).toBe(false);
    await user.click(again.getByRole('button', { name: 'Cancel' }));
    expect(await choice()).toEqual({ without: ['location-3'] });
  });

  it('takes those that are ticked one by one, of several searches', async () => {
    const { user, chooser, choice } = await openChooser();
    const search = chooser.getByLabelText('Search by name, address or store code');
    await user.click(chooser.getByRole('checkbox', { name: /^Hearth & Crumb 7\D/ }));
    put(search, 'crumb 29');
    await user.click(await chooser.findByRole('checkbox', { name: 'All 1 that match' }));
    await waitFor(() => expect(chooser.getByText('2 locations chosen')).toBeTruthy());
    await user.click(chooser.getByRole('button', { name: 'Choose 2 locations' }));
    expect(await choice()).toEqual({ locationIds: ['location-7', 'location-29'] });
  });

  it('says when nothing matches', async () => {
    const { chooser } = await openChooser();
    put(chooser.getByLabelText('Search by name, address or store code'), 'nowhere');
    expect(await chooser.findByText('No location matches your filter.')).toBeTruthy();
    expect(chooser.getByRole<HTMLButtonElement>('button', { name: 'Choose locations' }).disabled).toBe(true);
  });
});

describe('Choosing by store codes', () => {
  it('reads any separators, and names those that are unknown', async () => {
    const { user, chooser, choice } = await openChooser();
    await user.click(chooser.getByRole('tab', { name: 'Store codes' }));
    put(chooser.getByRole('textbox', { name: 'Store codes' }), 'HC-01, HC-02;XX-1\nHC-03\tHC-01\n"XX-2"');
    expect(await chooser.findByText('2 store codes are unknown: XX-1, XX-2')).toBeTruthy();
    expect(chooser.getByText('3 locations chosen')).toBeTruthy();
    await user.click(chooser.getByRole('checkbox', { name: /^Hearth & Crumb 3\D/ }));
    await user.click(chooser.getByRole('button', { name: 'Choose 2 locations' }));
    expect(await choice()).toEqual({
      storeCodes: ['HC-01', 'HC-02', 'XX-1', 'HC-03', 'XX-2'],
      without: ['location-3'],
    });
  });

  it('sends more than 500 in parts', async () => {
    const gathered: Selection = { id: SELECTION_ID, name: null, isLive: false, locationCount: 2 };
    const { user, chooser, choice, server } = await openChooser({
      [ADD]: () => gathered,
      [ADD_MORE]: () => gathered,
    });
    const codes = Array.from({ length: 1201 }, (_, at) => `C-${at}`);
    await user.click(chooser.getByRole('tab', { name: 'Store codes' }));
    put(chooser.getByRole('textbox', { name: 'Store codes' }), codes.join(' '));
    expect(await chooser.findByText('2 locations chosen')).toBeTruthy();
    expect(bodies(server.sent(ADD))).toEqual([
      { isLive: false, choice: { storeCodes: codes.slice(0, 500) } },
    ]);
    expect(bodies(server.sent(ADD_MORE))).toEqual([
      { addStoreCodes: codes.slice(500, 1000) },
      { addStoreCodes: codes.slice(1000) },
    ]);
    await user.click(chooser.getByRole('button', { name: 'Choose 2 locations' }));
    expect(await choice()).toEqual({ selectionId: SELECTION_ID });
  });
});

describe('Saved selections', () => {
  it('are saved under a name, live or as they are now', async () => {
    const saved: Selection[] = [];
    const { user, chooser, choice, server } = await openChooser({
      'GET /api/selections': () => ({ items: saved }),
      [ADD]: () => {
        saved.push(bakeries);
        return bakeries;
      },
    });
    await user.click(chooser.getByRole('checkbox', { name: 'All 30 locations' }));
    await user.click(chooser.getByRole('button', { name: 'Save selection' }));
    const form = topDialog('Save selection');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(form.getByText('Name is required')).toBeTruthy();
    put(form.getByLabelText('Name'), 'x'.repeat(81));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(form.getByText('Name must be at most 80 characters')).toBeTruthy();
    put(form.getByLabelText('Name'), '');
    await user.type(form.getByLabelText('Name'), 'Bakeries');
    expect(
      form.getByText('New locations that match your filter are added automatically', { ignore: '[hidden]' }),
    ).toBeTruthy();
    await user.click(form.getByRole('radio', { name: 'Keep as it is' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Save selection' })).toBeNull());
    expect(bodies(server.sent(ADD))).toEqual([{ name: 'Bakeries', choice: {}, isLive: false }]);
    expect(await chooser.findByRole('option', { name: 'Bakeries (2)' })).toBeTruthy();
    expect(await chooser.findByText('2 locations chosen')).toBeTruthy();
    await user.click(chooser.getByRole('button', { name: 'Choose 2 locations' }));
    expect(await choice()).toEqual({ selectionId: SELECTION_ID });
  });

  it('can be taken, without single ones, and deleted', async () => {
    let items = [bakeries];
    const { user, chooser, server } = await openChooser({
      'GET /api/selections': () => ({ items }),
      'DELETE /api/selections/:id': () => {
        items = [];
        return undefined;
      },
      [MATCHES]: ({ body }) => matchesOf(body as Schemas['ChosenQueryDto']),
    });
    await user.click(chooser.getByRole('tab', { name: 'Saved selections' }));
    await user.selectOptions(await chooser.findByLabelText('Saved selection'), 'Bakeries (2)');
    expect(chooser.getByText('New locations that match are added automatically.')).toBeTruthy();
    await user.click(await chooser.findByRole('checkbox', { name: /^Hearth & Crumb 2\D/ }));
    expect(chooser.getByText('1 location chosen')).toBeTruthy();
    await user.click(chooser.getByRole('button', { name: 'Delete selection' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(
      await chooser.findByText(
        'You have no saved selections yet. Choose locations, then save them under a name.',
      ),
    ).toBeTruthy();
    expect(server.sent('DELETE /api/selections/:id')).toHaveLength(1);
  });
});
