import { describe, expect, it } from '@jest/globals';
import '@testing-library/jest-dom/jest-globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Tabs } from '../../../client/ui/layout/tabs.js';

const tabs = [
  { id: 'all', label: 'All', count: 7 },
  { id: 'scheduled', label: 'Scheduled', count: 4 },
  { id: 'published', label: 'Published', count: 2 },
  { id: 'failed', label: 'Failed', count: 1 },
] as const;

function Posts() {
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('all');
  return (
    <Tabs label="Filter posts" tabs={tabs} value={tab} onChange={setTab}>
      Posts: {tab}
    </Tabs>
  );
}

const chosen = () => screen.getByRole('tab', { selected: true });

describe('Tabs', () => {
  it('names the list, the tabs with their counts, and the panel like its tab', () => {
    render(<Posts />);
    expect(screen.getByRole('tablist', { name: 'Filter posts' })).toBeInTheDocument();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'All 7',
      'Scheduled 4',
      'Published 2',
      'Failed 1',
    ]);
    expect(screen.getByRole('tabpanel', { name: 'All 7' })).toHaveTextContent('Posts: all');
  });

  it('shows the panel of the tab that is clicked', async () => {
    render(<Posts />);
    await userEvent.click(screen.getByRole('tab', { name: 'Failed 1' }));
    expect(screen.getByRole('tabpanel', { name: 'Failed 1' })).toHaveTextContent('Posts: failed');
  });

  it('is one tab stop, with arrow keys that wrap around, Home and End', async () => {
    render(<Posts />);
    await userEvent.tab();
    expect(screen.getByRole('tab', { name: 'All 7' })).toHaveFocus();

    for (const [key, name] of [
      ['{ArrowRight}', 'Scheduled 4'],
      ['{End}', 'Failed 1'],
      ['{ArrowRight}', 'All 7'],
      ['{ArrowLeft}', 'Failed 1'],
      ['{Home}', 'All 7'],
    ] as const) {
      await userEvent.keyboard(key);
      expect(screen.getByRole('tab', { name })).toHaveFocus();
      expect(chosen()).toHaveFocus();
    }

    await userEvent.tab();
    expect(screen.getByRole('tabpanel')).toHaveFocus();
  });
});
