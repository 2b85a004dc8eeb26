import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import '@testing-library/jest-dom/jest-globals';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { announce, Announcer } from '../../../client/ui/basics/screen-reader.js';
import { Dialog } from '../../../client/ui/layers/dialog.js';
import { Loading, SkeletonGrid } from '../../../client/ui/messages/loading.js';
import { notify } from '../../../client/ui/messages/notify.js';
import { Toaster } from '../../../client/ui/messages/toaster.js';
import '../../support/page/dialog.js';

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const texts = (role: 'status' | 'alert') =>
  screen.getAllByRole(role).map((region) => Array.from(region.children, (line) => line.textContent));
const toasts = () =>
  within(screen.getByRole('list', { name: 'Messages' }))
    .queryAllByRole('listitem')
    .map((item) => item.textContent);

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  act(() => toast.removeAll());
});

describe('Announcer', () => {
  it('is there before the first message, empty', () => {
    render(<Announcer />);
    expect(texts('status')).toEqual([[]]);
    expect(texts('alert')).toEqual([[]]);
  });

  it('announces politely or at once, repeats the same message, and removes messages later', () => {
    render(<Announcer />);
    announce('3 of 24 locations');
    announce('3 of 24 locations');
    announce('Server error. Please try again later.', 'assertive');
    pass(100);
    expect(texts('status')).toEqual([['3 of 24 locations', '3 of 24 locations']]);
    expect(texts('alert')).toEqual([['Server error. Please try again later.']]);

    pass(10_000);
    expect(texts('status')).toEqual([[]]);
    expect(texts('alert')).toEqual([[]]);
  });

  it('announces inside an open dialog, since the rest of the page is inert', () => {
    render(
      <>
        <Announcer />
        <Dialog open title="Schedule post" onClose={() => {}}>
          Draft
        </Dialog>
      </>,
    );
    announce('Saved as draft');
    pass(100);
    expect(within(screen.getByRole('dialog')).getByRole('status')).toHaveTextContent('Saved as draft');
    expect(screen.getAllByText('Saved as draft', { ignore: 'script, style' })).toHaveLength(1);
  });

  it('announces on the page if the dialog closes at the same moment', () => {
    const page = (open: boolean) => (
      <>
        <Announcer />
        <Dialog open={open} title="Schedule post" onClose={() => {}}>
          Draft
        </Dialog>
      </>
    );
    const { rerender } = render(page(true));
    announce('Post scheduled');
    rerender(page(false));
    pass(100);
    expect(texts('status')).toEqual([['Post scheduled']]);
  });
});

describe('Toaster', () => {
  const renderToaster = () =>
    render(
      <>
        <Announcer />
        <Toaster />
      </>,
    );

  it.each([
    ['success', 3000],
    ['info', 4000],
    ['error', 5000],
  ] as const)('shows %s for %i ms', (kind, duration) => {
    renderToaster();
    act(() => void notify[kind]('Location updated'));
    expect(toasts()).toEqual(['Location updated']);
    pass(duration - 1);
    expect(toasts()).toEqual(['Location updated']);
    pass(2);
    expect(toasts()).toEqual([]);
  });

  it('shows loading until it is replaced or dismissed', () => {
    renderToaster();
    let id = '';
    act(() => void (id = notify.loading('Publishing...')));
    pass(3_600_000);
    expect(toasts()).toEqual(['Publishing...']);

    act(() => void notify.success('Published', { id }));
    expect(toasts()).toEqual(['Published']);
    act(() => notify.dismiss(id));
    expect(toasts()).toEqual([]);
  });

  it('is also announced, errors at once', () => {
    renderToaster();
    act(() => {
      notify.success('Location updated');
      notify.error('Authentication required. Please log in.');
      notify.error('Something went wrong. Please try again.');
    });
    pass(100);
    expect(texts('status')).toEqual([['Location updated']]);
    expect(texts('alert')).toEqual([
      ['Authentication required. Please log in.', 'Something went wrong. Please try again.'],
    ]);
  });

  it('pauses while the pointer or the focus is on a message', () => {
    renderToaster();
    act(() => void notify.success('Location updated'));
    const list = screen.getByRole('list', { name: 'Messages' });

    fireEvent.mouseMove(list);
    fireEvent.mouseMove(list);
    pass(60_000);
    expect(toasts()).toEqual(['Location updated']);
    fireEvent.mouseLeave(list);
    pass(2_000);
    expect(toasts()).toEqual(['Location updated']);

    act(() => screen.getByRole('button', { name: 'Dismiss message' }).focus());
    pass(60_000);
    expect(toasts()).toEqual(['Location updated']);
    act(() => screen.getByRole('button', { name: 'Dismiss message' }).blur());
    pass(3_001);
    expect(toasts()).toEqual([]);
  });

  it('continues the time of the others after one is dismissed under the pointer', () => {
    renderToaster();
    act(() => {
      notify.error('First');
      notify.error('Second');
    });
    const list = screen.getByRole('list', { name: 'Messages' });
    fireEvent.mouseMove(list);
    const second = within(list).getByText('Second').closest('li');
    fireEvent.click(within(second!).getByRole('button', { name: 'Dismiss message' }));
    expect(toasts()).toEqual(['First']);
    pass(5_001);
    expect(toasts()).toEqual([]);
  });

  it('moves into an open dialog, so that it can be seen and dismissed there', () => {
    function Page() {
      const [open, setOpen] = useState(true);
      return (
        <>
          <Toaster />
          <Dialog open={open} title="Schedule post" onClose={() => setOpen(false)}>
            Draft
          </Dialog>
        </>
      );
    }
    render(<Page />);
    act(() => void notify.error('Server error. Please try again later.'));
    expect(within(screen.getByRole('dialog')).getByText(/Server error/)).toBeInTheDocument();

    fireEvent.mouseMove(screen.getByRole('list', { name: 'Messages' }));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(toasts()).toEqual(['Server error. Please try again later.']);
    pass(5_001);
    expect(toasts()).toEqual([]);
  });
});

describe('Loading', () => {
  const page = (busy: boolean) => (
    <>
      <Announcer />
      <Loading busy={busy} skeleton={<SkeletonGrid cards={2} />} loadedMessage="24 locations loaded">
        <p>Quayside</p>
      </Loading>
    </>
  );

  it('shows silent skeletons in a busy region, then the content, and announces it once', () => {
    const { container, rerender } = render(page(true));
    expect(container.querySelector('[aria-busy="true"]')).toBeInTheDocument();
    expect(container.querySelectorAll('[aria-hidden="true"]')).toHaveLength(2);
    expect(screen.queryByText('Quayside')).not.toBeInTheDocument();

    rerender(page(false));
    rerender(page(false));
    pass(100);
    expect(container.querySelector('[aria-busy="false"]')).toHaveTextContent('Quayside');
    expect(texts('status')).toEqual([['24 locations loaded']]);
  });

  it('announces nothing if nothing had to load', () => {
    render(page(false));
    pass(100);
    expect(texts('status')).toEqual([[]]);
  });
});
