import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { choicePart, textPart, useAddress } from '../../../client/lib/use-address.js';

const SCHEMA = { tab: choicePart('tab', ['open', 'done'], 'open'), week: textPart('week') };

/** Two changes in one event: the next week, as a step, and the other tab. */
function View() {
  const { address, change } = useAddress(SCHEMA);
  const onClick = () => {
    change({ week: '2026-12-07' }, { isStep: true });
    change({ tab: 'done' });
  };
  return <button onClick={onClick}>{`${address.tab} ${address.week}`}</button>;
}

it('keeps a change that is not drawn yet when another one follows, and goes on from what is drawn after Back', async () => {
  const router = createMemoryRouter([{ path: '/', Component: View }], {
    initialEntries: ['/?week=2026-11-30&view=calendar'],
  });
  render(<RouterProvider router={router} />);
  const user = userEvent.setup();

  await user.click(screen.getByRole('button', { name: 'open 2026-11-30' }));
  await screen.findByRole('button', { name: 'done 2026-12-07' });
  expect(router.state.location.search).toBe('?week=2026-12-07&view=calendar&tab=done');

  await router.navigate(-1);
  await user.click(await screen.findByRole('button', { name: 'open 2026-11-30' }));
  await screen.findByRole('button', { name: 'done 2026-12-07' });
});
