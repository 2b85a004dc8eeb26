import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import '@testing-library/jest-dom/jest-globals';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { Avatar, StatusBadge, Plate } from '../../../client/ui/basics/labels.js';
import { EmptyState, FailedLoad } from '../../../client/ui/layout/board.js';
import { Banner, ErrorState } from '../../../client/ui/messages/banner.js';
import { Button } from '../../../client/ui/basics/button.js';
import { Card, CardGrid } from '../../../client/ui/layout/card.js';
import { LoadingScreen } from '../../../client/ui/basics/logo.js';
import { Panel } from '../../../client/ui/layout/panel.js';
import { Table } from '../../../client/ui/layout/table.js';

describe('StatusBadge', () => {
  it.each([
    ['VERIFIED', 'Verified'],
    ['UNVERIFIED', 'Unverified'],
    ['SUSPENDED', 'Suspended'],
    ['SCHEDULED', 'Scheduled'],
    ['QUEUED', 'Queued'],
    ['PUBLISHED', 'Published'],
    ['FAILED', 'Failed'],
  ] as const)('says %s as a word beside an icon that is silent', (status, word) => {
    const { container } = render(<StatusBadge status={status} />);
    expect(container).toHaveTextContent(word);
    expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
  });
});

describe('Plate', () => {
  it('says what its number is', () => {
    const { container } = render(<Plate>HB-0042</Plate>);
    expect(container).toHaveTextContent('Store code HB-0042');
  });
});

describe('Card', () => {
  it('is one link with title, state and details as name, in a list', () => {
    const cards = [
      <Card
        key="a1"
        to="/dashboard?account=a1"
        title="Harbour Group"
        status="VERIFIED"
        details="Personal, 3 locations"
      />,
      <Card key="a2" to="/dashboard?account=a2" title="Old Town" status="SUSPENDED" />,
    ];
    render(
      <MemoryRouter>
        <CardGrid count={2} card={(index) => cards[index]} />
      </MemoryRouter>,
    );
    const [first, second] = screen.getAllByRole('listitem');
    expect(within(first!).getByRole('link')).toHaveAccessibleName(
      'Harbour Group, Verified, Personal, 3 locations',
    );
    expect(within(first!).getByRole('link')).toHaveAttribute('href', '/dashboard?account=a1');
    expect(within(second!).getByRole('link')).toHaveAccessibleName('Old Town, Suspended');
  });
});

describe('Table', () => {
  const rows = [
    { id: 'p1', place: 'Quayside', content: 'Sourdough' },
    { id: 'p2', place: 'Old Town', content: 'Advent market' },
  ];

  // A wide screen: jsdom has none.
  beforeEach(() => {
    Object.assign(window, {
      matchMedia: () => ({ matches: false, addEventListener: jest.fn(), removeEventListener: jest.fn() }),
    });
  });

  it('is a native table whose cells show their column when they are stacked', async () => {
    const onView = jest.fn();
    render(
      <Table
        caption="Scheduled posts"
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          { header: 'Location', cell: (row) => row.place },
          { header: 'Content', cell: (row) => row.content },
          {
            header: 'Actions',
            actions: true,
            cell: (row) => <Button onClick={() => onView(row.id)}>View</Button>,
          },
        ]}
      />,
    );
    const table = within(screen.getByRole('table', { name: 'Scheduled posts' }));
    expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Location',
      'Content',
      'Actions',
    ]);
    const second = within(table.getByRole('row', { name: /Old Town/ }));
    expect(second.getAllByRole('cell').map((cell) => cell.dataset.label)).toEqual([
      'Location',
      'Content',
      'Actions',
    ]);
    await userEvent.click(second.getByRole('button', { name: 'View' }));
    expect(onView.mock.calls).toEqual([['p2']]);
  });

  it('accepts the focus from its owner, for example after a row is gone', () => {
    const table = { current: null as HTMLTableElement | null };
    render(
      <Table
        ref={table}
        caption="Scheduled posts"
        rows={rows}
        rowKey={(row) => row.id}
        columns={[{ header: 'Location', cell: (row) => row.place }]}
      />,
    );
    table.current?.focus();
    expect(screen.getByRole('table')).toHaveFocus();
  });
});

describe('Avatar', () => {
  const picture = () => document.querySelector('img');

  it('loads the photo without a referrer', () => {
    render(<Avatar name="Ada" photoUrl="https://lh3.googleusercontent.com/a" />);
    expect(picture()).toHaveAttribute('src', 'https://lh3.googleusercontent.com/a');
    expect(picture()).toHaveAttribute('referrerpolicy', 'no-referrer');
  });

  it('shows the initial without a photo or if it cannot be loaded', () => {
    const { rerender, container } = render(<Avatar name="ada" />);
    expect(container).toHaveTextContent(/^A$/);

    rerender(<Avatar name="ada" photoUrl="https://lh3.googleusercontent.com/gone" />);
    fireEvent.error(picture()!);
    expect(picture()).toBeNull();
    expect(container).toHaveTextContent(/^A$/);

    rerender(<Avatar name="ada" photoUrl="https://lh3.googleusercontent.com/new" />);
    expect(picture()).toHaveAttribute('src', 'https://lh3.googleusercontent.com/new');
  });
});

describe('messages and states', () => {
  it('announces an error, with a retry button', async () => {
    const onRetry = jest.fn();
    render(<ErrorState message="Failed to load locations. Please try again." onRetry={onRetry} />);
    expect(screen.getByRole('alert').textContent).toBe('Failed to load locations. Please try again.');
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it.each(['info', 'success', 'warning'] as const)('does not announce a banner of tone %s', (tone) => {
    render(<Banner tone={tone}>You’re looking at sample data.</Banner>);
    expect(screen.getByText('You’re looking at sample data.')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('offers the next step if there is nothing', () => {
    render(
      <EmptyState title="No locations yet" action={<Button>Connect</Button>}>
        Connect your profile first.
      </EmptyState>,
    );
    expect(screen.getByRole('heading', { name: 'No locations yet' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Connect' })).toBeInTheDocument();
  });

  it('says in place of a view that it could not be loaded, and offers another try', () => {
    const retry = jest.fn();
    render(
      <FailedLoad message="Failed to load locations. Please try again." onRetry={retry} retrying={false} />,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load locations. Please try again.');
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(retry).toHaveBeenCalledTimes(1);
  });

  it('fills the window with Loading... until it is known what to show', () => {
    render(<LoadingScreen />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
  });

  it('makes a titled part of a view a region', () => {
    render(<Panel title="Business Hours">Hours not set</Panel>);
    expect(screen.getByRole('region', { name: 'Business Hours' })).toHaveTextContent('Hours not set');
  });
});
