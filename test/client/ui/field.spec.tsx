import { describe, expect, it } from '@jest/globals';
import '@testing-library/jest-dom/jest-globals';
import { render, screen, within } from '@testing-library/react';
import { Counter } from '../../../client/ui/form/counter.js';
import { FieldGroup, Field } from '../../../client/ui/form/field.js';
import { PasswordInput, Select, TextArea, TextInput } from '../../../client/ui/form/inputs.js';

describe('Field', () => {
  it('names its control and links hint and error to it', () => {
    render(
      <Field label="Email" hint="We never show it." error="Email is invalid">
        <TextInput type="email" />
      </Field>,
    );
    const input = screen.getByLabelText('Email');
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription('Email is invalid We never show it.');
  });

  it('does not mark or describe a valid control', () => {
    render(
      <Field label="Email">
        <TextInput />
      </Field>,
    );
    const input = screen.getByLabelText('Email');
    expect(input).toBeValid();
    expect(input).not.toHaveAttribute('aria-describedby');
  });

  it('works the same for every control', () => {
    render(
      <>
        <Field label="Password" error="Password is required">
          <PasswordInput />
        </Field>
        <Field label="Content" error="Post content is required">
          <TextArea />
        </Field>
        <Field label="Location" error="Please select a location">
          <Select>
            <option>Quayside</option>
          </Select>
        </Field>
      </>,
    );
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Password is required');
    expect(screen.getByLabelText('Content')).toHaveAccessibleDescription('Post content is required');
    expect(screen.getByLabelText('Location')).toHaveAccessibleDescription('Please select a location');
  });

  it('says when it is optional', () => {
    render(
      <Field label="Coupon code" optional>
        <TextInput />
      </Field>,
    );
    expect(screen.getByLabelText('Coupon code (optional)')).toBeInTheDocument();
  });
});

describe('FieldGroup', () => {
  it('marks every control in it as invalid and describes it with the error of the group', () => {
    render(
      <FieldGroup legend="Publish date and time" error="Publish time must be in the future">
        <Field label="Date">
          <TextInput type="date" />
        </Field>
        <Field label="Time" hint="Europe/Berlin">
          <TextInput type="time" />
        </Field>
      </FieldGroup>,
    );
    const group = within(screen.getByRole('group', { name: 'Publish date and time' }));
    expect(group.getByLabelText('Date')).toBeInvalid();
    expect(group.getByLabelText('Date')).toHaveAccessibleDescription('Publish time must be in the future');
    expect(group.getByLabelText('Time')).toHaveAccessibleDescription(
      'Europe/Berlin Publish time must be in the future',
    );
  });
});

describe('Counter', () => {
  const steps = [1400, 1480, 1500];
  const spoken = () => screen.getByRole('status').textContent;

  it('shows the length and the limit, and describes the field', () => {
    render(
      <Field label="Post content" counter={<Counter value={12} max={1500} steps={steps} />}>
        <TextArea />
      </Field>,
    );
    expect(screen.getByText('12/1,500')).toBeInTheDocument();
    expect(screen.getByLabelText('Post content')).toHaveAccessibleDescription('12 of 1,500 characters');
  });

  it('is announced only at its steps, not at every key', () => {
    const { rerender } = render(<Counter value={1399} max={1500} steps={steps} />);
    expect(spoken()).toBe('');

    for (const [from, to, text] of [
      [1400, 1479, 'At most 100 characters left'],
      [1480, 1499, 'At most 20 characters left'],
      [1500, 1500, 'No characters left'],
      [1501, 1600, 'Over the limit of 1,500 characters'],
    ] as const) {
      rerender(<Counter value={from} max={1500} steps={steps} />);
      expect(spoken()).toBe(text);
      rerender(<Counter value={to} max={1500} steps={steps} />);
      expect(spoken()).toBe(text);
    }
  });
});
