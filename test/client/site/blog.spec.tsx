import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { renderPage } from '../../support/page/page.js';
import { advance, steerTimers, until } from '../../support/page/steered-timers.js';

const h1 = () => screen.queryByRole('heading', { level: 1, name: 'Blog Post Title' });

describe('The blog template', () => {
  it('has a title, a date, an author and four sections', async () => {
    renderPage('/blog', { user: null });
    await until(h1);
    expect(screen.getByText('1 January 2026').getAttribute('datetime')).toBe('2026-01-01');
    expect(screen.getByText(/by Author Name/)).toBeTruthy();
    const headings = within(screen.getByRole('article')).getAllByRole('heading', { level: 2 });
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'Listen to this article',
      'Table of contents',
      'Introduction',
      'First topic',
      'Second topic',
      'Conclusion',
    ]);
  });

  it('has a table of contents that links to the sections', async () => {
    const { user } = renderPage('/blog', { user: null });
    await until(h1);
    const entries = within(screen.getByRole('navigation', { name: 'Table of contents' })).getAllByRole(
      'link',
    );
    expect(entries).toHaveLength(4);
    for (const entry of entries) {
      await user.click(entry);
      const section = screen.getByRole('heading', { level: 2, name: entry.textContent ?? '' });
      expect(document.activeElement).toBe(section);
      expect(entry.getAttribute('href')).toBe(`/blog#${section.id}`);
    }
  });

  it('links to the home page', async () => {
    const { user, address } = renderPage('/blog', { user: null });
    await until(h1);
    await user.click(screen.getByRole('link', { name: 'Back to Home' }));
    await screen.findByRole('heading', { level: 1, name: 'Welcome to Shingle' });
    expect(address()).toBe('/');
  });

  it('has a mock player that plays, pauses, seeks and ends', async () => {
    steerTimers();
    renderPage('/blog', { user: null });
    await until(h1);
    const player = within(screen.getByRole('region', { name: 'Listen to this article' }));
    const position = player.getByRole('slider', { name: 'Position' });
    expect(player.getByText(/mock/)).toBeTruthy();
    expect(position).toHaveProperty('value', '0');

    fireEvent.click(player.getByRole('button', { name: 'Play' }));
    await advance(3000);
    expect(position.getAttribute('aria-valuetext')).toBe('0:03 of 3:00');
    expect(player.getByText('0:03 / 3:00')).toBeTruthy();

    fireEvent.click(player.getByRole('button', { name: 'Pause' }));
    await advance(3000);
    expect(position).toHaveProperty('value', '3');

    fireEvent.change(position, { target: { value: '178' } });
    fireEvent.click(player.getByRole('button', { name: 'Play' }));
    await advance(5000);
    expect(position).toHaveProperty('value', '180');

    fireEvent.click(player.getByRole('button', { name: 'Play' }));
    await advance(1000);
    expect(position).toHaveProperty('value', '1');
  });
});
