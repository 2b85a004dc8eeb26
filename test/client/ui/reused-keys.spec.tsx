import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { useReusedKeys } from '../../../client/ui/use-reused-keys.js';

function Names({ of }: { of: string[] }) {
  const keys = useReusedKeys(of);
  return of.map((name, place) => <button key={keys[place]}>{name}</button>);
}

const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

describe('A list that uses its elements again', () => {
  it('leaves what stays in its element, with the focus, whatever comes before and after it', () => {
    const { rerender } = render(<Names of={['bread', 'rolls', 'cake']} />);
    const rolls = screen.getByRole('button', { name: 'rolls' });
    rolls.focus();
    rerender(<Names of={['buns', 'bread', 'rolls']} />);
    expect(names()).toEqual(['buns', 'bread', 'rolls']);
    expect(screen.getByRole('button', { name: 'rolls' })).toBe(rolls);
    rerender(<Names of={['rolls', 'pies', 'tarts']} />);
    expect(names()).toEqual(['rolls', 'pies', 'tarts']);
    expect(document.activeElement).toBe(rolls);
  });

  it('fills the elements that are there where everything is new', () => {
    const { rerender } = render(<Names of={['bread', 'rolls', 'cake']} />);
    const elements = screen.getAllByRole('button');
    rerender(<Names of={['buns', 'pies']} />);
    expect(names()).toEqual(['buns', 'pies']);
    expect(screen.getAllByRole('button')).toEqual(elements.slice(0, 2));
    rerender(<Names of={[]} />);
    expect(screen.queryByRole('button')).toBeNull();
    rerender(<Names of={['bread']} />);
    expect(names()).toEqual(['bread']);
  });
});
