import { describe, expect, it, jest } from '@jest/globals';
import '@testing-library/jest-dom/jest-globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CalendarDays, Pencil } from 'lucide-react';
import { useState } from 'react';
import { Checkbox, PasswordInput } from '../../../client/ui/form/inputs.js';
import { Switch } from '../../../client/ui/form/switch.js';
import { Field } from '../../../client/ui/form/field.js';
import { RadioRow } from '../../../client/ui/form/radio-group.js';
import { SearchBox } from '../../../client/ui/form/search-box.js';

describe('PasswordInput', () => {
  it('shows and hides the typed text without losing it, and says its state', async () => {
    render(
      <Field label="Password">
        <PasswordInput autoComplete="current-password" />
      </Field>,
    );
    const input = screen.getByLabelText('Password');
    const toggle = screen.getByRole('button', { name: 'Show password', pressed: false });
    await userEvent.type(input, 'open sesame');
    expect(input).toHaveAttribute('type', 'password');

    await userEvent.click(toggle);
    expect(toggle).toHaveAttribute('aria-pressed', 'true');
    expect(input).toHaveAttribute('type', 'text');
    expect(input).toHaveValue('open sesame');

    await userEvent.click(toggle);
    expect(input).toHaveAttribute('type', 'password');
    expect(input).toHaveValue('open sesame');
  });

  it('accepts a pasted password', async () => {
    render(
      <Field label="Password">
        <PasswordInput />
      </Field>,
    );
    await userEvent.click(screen.getByLabelText('Password'));
    await userEvent.paste('from the manager');
    expect(screen.getByLabelText('Password')).toHaveValue('from the manager');
  });
});

describe('Checkbox and Switch', () => {
  it('are toggled by a click on their label', async () => {
    render(
      <>
        <Checkbox>Remember me</Checkbox>
        <Switch>Notifications</Switch>
      </>,
    );
    await userEvent.click(screen.getByText('Remember me'));
    await userEvent.click(screen.getByText('Notifications'));
    expect(screen.getByRole('checkbox', { name: 'Remember me' })).toBeChecked();
    expect(screen.getByRole('switch', { name: 'Notifications' })).toBeChecked();
  });
});

describe('RadioRow', () => {
  function PostType({ onChange }: { onChange: (type: 'STANDARD' | 'EVENT') => void }) {
    const [type, setType] = useState<'STANDARD' | 'EVENT'>('STANDARD');
    return (
      <RadioRow
        legend="Post type"
        value={type}
        onChange={(next) => {
          setType(next);
          onChange(next);
        }}
        options={[
          { value: 'STANDARD', label: 'Update', description: 'News from your location', icon: Pencil },
          { value: 'EVENT', label: 'Event', description: 'With a start and an end', icon: CalendarDays },
        ]}
      />
    );
  }

  it('is a named group with one choice, each with a name and a description', async () => {
    const onChange = jest.fn();
    render(<PostType onChange={onChange} />);
    expect(screen.getByRole('group', { name: 'Post type' })).toBeInTheDocument();

    const event = screen.getByRole('radio', { name: 'Event' });
    expect(event).toHaveAccessibleDescription('With a start and an end');
    await userEvent.click(screen.getByText('Event'));
    expect(event).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Update' })).not.toBeChecked();
    expect(onChange.mock.calls).toEqual([['EVENT']]);
  });
});

describe('SearchBox', () => {
  function Search() {
    const [text, setText] = useState('');
    return <SearchBox label="Search locations" value={text} onChange={setText} />;
  }

  it('is cleared by its X button, which returns the focus to the box', async () => {
    render(<Search />);
    const box = screen.getByRole('searchbox', { name: 'Search locations' });
    expect(screen.queryByRole('button', { name: 'Clear search' })).not.toBeInTheDocument();

    await userEvent.type(box, 'Main');
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(box).toHaveValue('');
    expect(box).toHaveFocus();
  });

  it('is cleared by Escape', async () => {
    render(<Search />);
    const box = screen.getByRole('searchbox');
    await userEvent.type(box, 'Main{Escape}');
    expect(box).toHaveValue('');
  });
});
