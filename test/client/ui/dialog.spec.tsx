import { describe, expect, it, jest } from '@jest/globals';
import '@testing-library/jest-dom/jest-globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, useState, type ReactNode } from 'react';
import { AlertDialog, Dialog, Drawer } from '../../../client/ui/layers/dialog.js';
import { Button } from '../../../client/ui/basics/button.js';
import { Field } from '../../../client/ui/form/field.js';
import { SearchBox } from '../../../client/ui/form/search-box.js';
import { TextInput } from '../../../client/ui/form/inputs.js';
import '../../support/page/dialog.js';

function Composer({ children }: { children?: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <StrictMode>
      <Button onClick={() => setOpen(true)}>SCHEDULE POST</Button>
      <Dialog open={open} title="Schedule post" onClose={() => setOpen(false)}>
        <p>Nothing yet</p>
        {children}
      </Dialog>
    </StrictMode>
  );
}

async function openComposer(children?: ReactNode) {
  render(<Composer>{children}</Composer>);
  await userEvent.click(screen.getByRole('button', { name: 'SCHEDULE POST' }));
  return screen.getByRole('dialog', { name: 'Schedule post' });
}

function expectClosedAndFocusReturned() {
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'SCHEDULE POST' })).toHaveFocus();
}

describe('Dialog', () => {
  it('is absent until it opens', () => {
    render(<Composer />);
    expect(screen.queryByText('Nothing yet')).not.toBeInTheDocument();
  });

  it('moves the focus to its first field', async () => {
    await openComposer(
      <Field label="Content">
        <TextInput />
      </Field>,
    );
    expect(screen.getByLabelText('Content')).toHaveFocus();
  });

  it('moves the focus to the close button if there is no field', async () => {
    await openComposer();
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  });

  it('closes by its X and returns the focus to the opener', async () => {
    await openComposer();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expectClosedAndFocusReturned();
  });

  it('closes by Escape', async () => {
    await openComposer();
    await userEvent.keyboard('{Escape}');
    expectClosedAndFocusReturned();
  });

  it('closes by a click on the overlay, not by one inside', async () => {
    const dialog = await openComposer();
    await userEvent.click(screen.getByText('Nothing yet'));
    expect(dialog).toBeInTheDocument();
    // A click on the backdrop has the dialog itself as its target.
    await userEvent.click(dialog);
    expectClosedAndFocusReturned();
  });

  it('submits its own form, not the one around its opener', async () => {
    const submitted: string[] = [];
    const form = (name: string, children: ReactNode) => (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submitted.push(name);
        }}
      >
        {children}
      </form>
    );
    const dialog = (
      <Dialog open title="Save selection" onClose={() => undefined}>
        {form('inner', <Button type="submit">Save</Button>)}
      </Dialog>
    );
    render(form('outer', dialog));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(submitted).toEqual(['inner']);
  });

  it('stays open when a selection that began inside ends on the overlay', async () => {
    const dialog = await openComposer();
    fireEvent.mouseDown(screen.getByText('Nothing yet'));
    fireEvent.mouseUp(dialog);
    fireEvent.click(dialog);
    expect(dialog).toBeInTheDocument();
  });

  it('leaves the decision to its owner, even if the browser closes it', async () => {
    const onClose = jest.fn();
    render(
      <Dialog open title="Schedule post" onClose={onClose}>
        Draft
      </Dialog>,
    );
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('dialog')).toBeInTheDocument();

    await act(() => Promise.resolve(screen.getByRole<HTMLDialogElement>('dialog').close()));
    expect(onClose).toHaveBeenCalledTimes(2);
    expect(screen.getByRole('dialog')).toHaveAttribute('open');
  });

  it('is not closed by Escape in a dialog above it', async () => {
    function Discard() {
      const [asking, setAsking] = useState(false);
      return (
        <>
          <Button onClick={() => setAsking(true)}>Discard</Button>
          <AlertDialog
            open={asking}
            title="Discard the draft?"
            confirmLabel="Discard it"
            onConfirm={() => {}}
            onCancel={() => setAsking(false)}
          >
            What you typed will be lost.
          </AlertDialog>
        </>
      );
    }
    const dialog = await openComposer(<Discard />);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByRole('alertdialog')).toBeInTheDocument();

    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(dialog).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Discard' })).toHaveFocus();

    await userEvent.keyboard('{Escape}');
    expectClosedAndFocusReturned();
  });
});

describe('Escape in a search box inside a dialog', () => {
  it('clears the search first, then closes', async () => {
    function Palette() {
      const [text, setText] = useState('');
      return <SearchBox label="Search" value={text} onChange={setText} />;
    }
    await openComposer(<Palette />);
    await userEvent.type(screen.getByRole('searchbox'), 'calendar{Escape}');
    expect(screen.getByRole('searchbox')).toHaveValue('');

    await userEvent.keyboard('{Escape}');
    expectClosedAndFocusReturned();
  });
});

describe('AlertDialog', () => {
  const question = 'Are you sure you want to delete this scheduled post?';

  function renderQuestion(busyText?: string) {
    const answers = { onConfirm: jest.fn(), onCancel: jest.fn() };
    render(
      <AlertDialog open title="Delete post" confirmLabel="Delete" busyText={busyText} {...answers}>
        {question}
      </AlertDialog>,
    );
    return answers;
  }

  it('asks its question with the focus on Cancel', () => {
    renderQuestion();
    const dialog = screen.getByRole('alertdialog', { name: 'Delete post' });
    expect(dialog).toHaveAccessibleDescription(question);
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  });

  it('distinguishes confirming and cancelling', async () => {
    const { onConfirm, onCancel } = renderQuestion();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect([onConfirm.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 0]);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect([onConfirm.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 1]);
  });

  it('treats Escape as Cancel and ignores clicks on the overlay', async () => {
    const { onConfirm, onCancel } = renderQuestion();
    await userEvent.click(screen.getByRole('alertdialog'));
    expect(onCancel).not.toHaveBeenCalled();
    await userEvent.keyboard('{Tab}{Escape}');
    expect(onCancel).toHaveBeenCalledTimes(1);
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('cannot be confirmed twice while the work is running', () => {
    renderQuestion('Deleting...');
    expect(screen.getByRole('button', { name: 'Deleting...' })).toBeDisabled();
  });
});

describe('Drawer', () => {
  it('is a named dialog with a close button', async () => {
    const onClose = jest.fn();
    render(
      <Drawer open label="Navigation" onClose={onClose}>
        <a href="/dashboard">Dashboard</a>
      </Drawer>,
    );
    expect(screen.getByRole('dialog', { name: 'Navigation' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
