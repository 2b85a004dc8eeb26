import { describe, expect, it, jest } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { Combobox } from '../../../client/ui/form/combobox.js';

const option = (id: string, label: string, note?: string) => ({ id, label, note, icon: MapPin });
const BREAD = option('bread', 'Bread', 'from rye');
const BUNS = option('buns', 'Buns');
const TEA = option('tea', 'Tea');
const GROUPS = [
  { title: 'Food', options: [BREAD, BUNS] },
  { title: 'Nothing', options: [] },
  { title: 'Drinks', options: [TEA] },
];

const box = () => screen.getByRole('combobox', { name: 'Order' });
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const highlighted = () => screen.getByRole('option', { selected: true }).textContent;

/** Renders the combobox with all groups. With `fits` it filters the options by the typed text. */
function setUp({ fits = false } = {}) {
  const onChoose = jest.fn();
  function Order() {
    const [value, setValue] = useState('');
    const groups = GROUPS.map(({ title, options }) => ({
      title,
      options: fits ? options.filter(({ label }) => label.toLowerCase().includes(value)) : options,
    }));
    const count = groups.flatMap(({ options }) => options).length;
    return (
      <Combobox
        label="Order"
        value={value}
        onChange={setValue}
        groups={groups}
        status={`${count} found`}
        onChoose={onChoose}
      />
    );
  }
  render(<Order />);
  return { user: userEvent.setup({ delay: null }), onChoose };
}

describe('Combobox', () => {
  it('lists the options by group, without empty groups, and says how many there are', () => {
    setUp();
    const list = screen.getByRole('listbox', { name: 'Order' });
    expect(within(list).getAllByRole('group')).toHaveLength(2);
    expect(within(list).getByRole('group', { name: 'Drinks' }).textContent).toContain('Tea');
    expect(options()).toEqual(['Bread from rye', 'Buns', 'Tea']);
    expect(screen.getByRole('status').textContent).toBe('3 found');
    expect(box().getAttribute('aria-expanded')).toBe('true');
    expect(box().getAttribute('aria-controls')).toBe(list.id);
  });

  it('moves the highlight by arrow keys, wrapping around, while the focus stays in the box', async () => {
    const { user } = setUp();
    await user.click(box());
    const seen = [highlighted()];
    for (const key of ['{ArrowDown}', '{ArrowDown}', '{ArrowDown}', '{ArrowUp}', '{ArrowUp}']) {
      await user.keyboard(key);
      seen.push(highlighted());
      expect(document.activeElement).toBe(box());
      const id = box().getAttribute('aria-activedescendant') ?? '';
      expect(document.getElementById(id)?.textContent).toBe(highlighted());
    }
    expect(seen).toEqual(['Bread from rye', 'Buns', 'Tea', 'Bread from rye', 'Tea', 'Buns']);
  });

  it('chooses by Enter and by a click, which leaves the focus in the box', async () => {
    const { user, onChoose } = setUp();
    await user.click(box());
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onChoose).toHaveBeenLastCalledWith(BUNS);
    await user.click(screen.getByRole('option', { name: 'Tea' }));
    expect(onChoose).toHaveBeenLastCalledWith(TEA);
    expect(highlighted()).toBe('Tea');
    expect(document.activeElement).toBe(box());
  });

  it('highlights the first option again when the text changes', async () => {
    const { user } = setUp({ fits: true });
    await user.click(box());
    await user.keyboard('{ArrowDown}{ArrowDown}');
    await user.type(box(), 'b');
    expect(highlighted()).toBe('Bread from rye');
    await user.type(box(), 'u');
    expect(options()).toEqual(['Buns']);
  });

  it('has no list, and does nothing on Enter, when nothing matches', async () => {
    const { user, onChoose } = setUp({ fits: true });
    await user.type(box(), 'xyz{ArrowDown}{ArrowUp}{Enter}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(box().getAttribute('aria-expanded')).toBe('false');
    expect(box().hasAttribute('aria-controls')).toBe(false);
    expect(box().hasAttribute('aria-activedescendant')).toBe(false);
    expect(screen.getByRole('status').textContent).toBe('0 found');
    expect(onChoose).not.toHaveBeenCalled();
  });
});
