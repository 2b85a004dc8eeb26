import { describe, expect, it, jest } from '@jest/globals';
import '@testing-library/jest-dom/jest-globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Trash2 } from 'lucide-react';
import { MemoryRouter } from 'react-router-dom';
import { Button, ButtonLink, IconButton } from '../../../client/ui/basics/button.js';

describe('Button', () => {
  it('does not submit a form by default', async () => {
    const onSubmit = jest.fn((event: { preventDefault(): void }) => event.preventDefault());
    render(
      <form onSubmit={onSubmit}>
        <Button>Cancel</Button>
        <Button type="submit">Save Changes</Button>
      </form>,
    );

    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onSubmit).not.toHaveBeenCalled();

    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('shows its busy text while busy and ignores a second click', async () => {
    const onClick = jest.fn();
    const { rerender } = render(<Button onClick={onClick}>Save Changes</Button>);
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));

    rerender(
      <Button onClick={onClick} busyText="Saving...">
        Save Changes
      </Button>,
    );
    const busy = screen.getByRole('button', { name: 'Saving...' });
    expect(busy).toBeDisabled();
    await userEvent.click(busy);
    expect(onClick).toHaveBeenCalledTimes(1);
  });

  it('gets the focus back when it is no longer busy', async () => {
    const page = (busy: boolean) => (
      <>
        <Button busyText={busy && 'Saving...'}>Save Changes</Button>
        <Button>Other</Button>
      </>
    );
    const { rerender } = render(page(false));
    const button = screen.getByRole('button', { name: 'Save Changes' });
    act(() => button.focus());

    rerender(page(true));
    // Browsers take the focus from a disabled button, but jsdom does not.
    const other = screen.getByRole('button', { name: 'Other' });
    act(() => other.focus());
    act(() => other.blur());
    expect(document.body).toHaveFocus();
    rerender(page(false));
    await act(async () => {});

    expect(button).toHaveFocus();
  });

  it('leaves the focus where the user has moved it', async () => {
    const page = (busy: boolean) => (
      <>
        <Button busyText={busy && 'Saving...'}>Save Changes</Button>
        <Button>Other</Button>
      </>
    );
    const { rerender } = render(page(false));
    act(() => screen.getByRole('button', { name: 'Save Changes' }).focus());
    rerender(page(true));
    act(() => screen.getByRole('button', { name: 'Other' }).focus());
    rerender(page(false));
    await act(async () => {});

    expect(screen.getByRole('button', { name: 'Other' })).toHaveFocus();
  });
});

describe('ButtonLink', () => {
  it('is a link inside the product', () => {
    render(
      <MemoryRouter>
        <ButtonLink to="/dashboard?view=accounts">VIEW ACCOUNTS</ButtonLink>
      </MemoryRouter>,
    );
    expect(screen.getByRole('link', { name: 'VIEW ACCOUNTS' })).toHaveAttribute(
      'href',
      '/dashboard?view=accounts',
    );
  });
});

describe('IconButton', () => {
  it('has its label as name and tooltip', async () => {
    const onClick = jest.fn();
    render(<IconButton icon={Trash2} label="Delete" onClick={onClick} />);

    const button = screen.getByRole('button', { name: 'Delete' });
    expect(button).toHaveAttribute('title', 'Delete');
    await userEvent.click(button);
    expect(onClick).toHaveBeenCalledTimes(1);
  });
});
