import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failWith, type Handlers } from '../../support/page/fake-server.js';
import { messageOf } from '../../support/page/form.js';
import { renderPage } from '../../support/page/page.js';
import { location } from '../listings/builders.js';
import { openDetails, SAVE } from '../listings/setting.js';
import { noticeSettings } from '../notices/builders.js';
import { storedPost, postList } from '../posts/builders.js';
import { chooseLocation, emptyCalendar, openComposer, setClock } from '../posts/setting.js';

type Page = Pick<ReturnType<typeof renderPage>, 'user'>;

interface Form {
  name: string;
  /** Opens the form with valid values in all fields. */
  open: (answers: Handlers) => Promise<Page>;
  /** The submit button. */
  button: string;
  /** A field that the client reports if it is empty. */
  field: string;
  message: string;
  /** The route of the form, and the server's path of a field. */
  route: string;
  path: string;
  at: string;
  /** Whether the general error shows above the form, as for sign-in and sign-up (section 8). */
  isAbove?: true;
}

const fill = (label: string, value: string) => fireEvent.change(control(label), { target: { value } });
/** The topmost dialog, or the form. */
const inForm = () => within(screen.queryAllByRole('dialog').at(-1) ?? document.body);
const control = (label: string) =>
  inForm().getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\(optional\\))?$`));

async function openSignIn(answers: Handlers): Promise<Page> {
  const page = renderPage('/login', { user: null, answers });
  await screen.findByRole('heading', { level: 1, name: 'Welcome Back' });
  fill('Email', 'robin@example.com');
  fill('Password', 'correct horse');
  return page;
}

async function openSignUp(answers: Handlers): Promise<Page> {
  const page = renderPage('/signup', { user: null, answers });
  await screen.findByRole('heading', { level: 1, name: 'Create Account' });
  fill('Full name', 'Robin Baker');
  fill('Email', 'robin@example.com');
  fill('Password', 'correct horse');
  fill('Confirm password', 'correct horse');
  return page;
}

async function openReset(answers: Handlers): Promise<Page> {
  const page = renderPage('/login', { user: null, answers });
  await page.user.click(await screen.findByRole('button', { name: 'Forgot password?' }));
  await screen.findByRole('dialog');
  fill('Email', 'robin@example.com');
  return page;
}

async function openDeletion(answers: Handlers): Promise<Page> {
  const page = renderPage('/dashboard?view=tasks', {
    answers: {
      'GET /api/account': () => ({ scheduledPosts: 3, sessions: 1 }),
      'GET /api/notice-settings': () => noticeSettings(),
      ...answers,
    },
  });
  await page.user.click(await screen.findByRole('link', { name: /^Settings: / }));
  await page.user.click(await screen.findByRole('button', { name: 'Delete account' }));
  fill('Type your email address to confirm', 'robin@example.com');
  fill('Password', 'correct horse');
  return page;
}

async function openLocation(answers: Handlers): Promise<Page> {
  const page = await openDetails(location(), answers);
  await page.user.click(screen.getByRole('button', { name: 'Edit Details' }));
  fill('Phone number', '+44 1632 960199');
  return page;
}

async function openNewPost(answers: Handlers): Promise<Page> {
  const page = await openComposer(answers);
  fill('Post content', 'Come in');
  await chooseLocation('Market Square');
  return page;
}

async function openStoredPost(answers: Handlers, button: string): Promise<Page> {
  const post = storedPost({ status: 'SCHEDULED' });
  const page = renderPage('/dashboard?view=calendar', {
    answers: {
      ...emptyCalendar(),
      'GET /api/posts': () => postList([post]),
      'GET /api/posts/:id': () => ({ ...post, attempts: [] }),
      ...answers,
    },
  });
  await page.user.click(await screen.findByRole('button', { name: 'View' }));
  await screen.findByRole('dialog');
  await page.user.click(await inForm().findByRole('button', { name: button }));
  await waitFor(() => control('Date'));
  return page;
}

const FORMS: Form[] = [
  {
    name: 'Sign-in',
    open: openSignIn,
    button: 'Log in',
    field: 'Password',
    message: 'Password is required',
    route: 'POST /api/auth/login',
    path: 'email',
    at: 'Email',
    isAbove: true,
  },
  {
    name: 'Sign-up',
    open: openSignUp,
    button: 'Create Account',
    field: 'Confirm password',
    message: 'Please confirm your password',
    route: 'POST /api/auth/signup',
    path: 'fullName',
    at: 'Full name',
    isAbove: true,
  },
  {
    name: 'Password reset',
    open: openReset,
    button: 'Send reset link',
    field: 'Email',
    message: 'Email is required',
    route: 'POST /api/auth/password-reset',
    path: 'email',
    at: 'Email',
  },
  {
    name: 'Deletion of the account',
    open: openDeletion,
    button: 'Delete my account',
    field: 'Password',
    message: 'Password is required',
    route: 'DELETE /api/account',
    path: 'confirmation',
    at: 'Type your email address to confirm',
  },
  {
    name: 'Location details',
    open: openLocation,
    button: 'Save Changes',
    field: 'Business name',
    message: 'Business name is required',
    route: SAVE,
    path: 'categoryIds.0',
    at: 'Add a category',
  },
  {
    name: 'A new post',
    open: openNewPost,
    button: 'Schedule',
    field: 'Post content',
    message: 'Post content is required',
    route: 'POST /api/posts',
    path: 'publishAt',
    at: 'Date',
  },
  {
    name: 'A post that is edited',
    open: async (answers) => {
      const page = await openStoredPost(answers, 'Edit');
      fill('Post content', 'Come in');
      return page;
    },
    button: 'Save Changes',
    field: 'Post content',
    message: 'Post content is required',
    route: 'PATCH /api/posts/:id',
    path: 'postBody.summary',
    at: 'Post content',
  },
];

beforeEach(() => setClock('2026-11-21T13:00:00Z'));

const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
const send = ({ user }: Page, { button }: Form) => user.click(inForm().getByRole('button', { name: button }));
/** Submits the form as Enter does, with the focus in a field that may be disabled while sending. */
const sendFrom = (label: string) =>
  act(() => {
    control(label).focus();
    control(label).form?.requestSubmit();
  });

/** Expects that the field is marked as invalid, focused and announced. */
async function expectShown(label: string, message: string): Promise<void> {
  await waitFor(() => expect(messageOf(control(label))).toBe(message));
  expect(document.activeElement).toBe(control(label));
  await waitFor(() => expect(alerts()).toContain(message));
}

describe.each(FORMS)('$name', (form) => {
  it('focuses the first invalid field', async () => {
    const page = await form.open({ [form.route]: () => undefined });
    fill(form.field, '');
    await send(page, form);
    await expectShown(form.field, form.message);
  });

  it('announces the error again when it is submitted unchanged', async () => {
    const page = await form.open({ [form.route]: () => undefined });
    fill(form.field, '');
    await send(page, form);
    await expectShown(form.field, form.message);
    const said = () =>
      alerts()
        .filter((words) => words?.includes(form.message))
        .join();
    const before = said();
    await send(page, form);
    await waitFor(() => expect(said().length).toBeGreaterThan(before.length));
  });

  it('focuses the field of a server error', async () => {
    const refusal = () =>
      failWith(400, 'validation_failed', 'Please correct the marked fields.', [
        { field: form.path, message: 'Not like this' },
      ]);
    const page = await form.open({ [form.route]: refusal });
    await send(page, form);
    await expectShown(form.at, 'Not like this');
  });

  it('shows an error without a field beside the button, and keeps the focus', async () => {
    const refusal = () =>
      failWith(422, 'validation_failed', 'Please correct the marked fields.', [
        { field: 'labels', message: 'Labels are frozen.' },
      ]);
    await form.open({ [form.route]: refusal });
    sendFrom(form.at);
    const words = await screen.findByText(/Labels are frozen\./);
    const button = inForm().getByRole('button', { name: form.button });
    expect(words.closest('[role=alert]')).toBeTruthy();
    if (!form.isAbove) expect(button.closest('footer, .bar')?.contains(words)).toBe(true);
    expect(button.closest('form, dialog')?.contains(document.activeElement)).toBe(true);
  });
});

describe('Moving a post', () => {
  it('focuses the invalid time', async () => {
    const { user } = await openStoredPost({}, 'Move');
    fill('Date', '2026-11-01');
    await user.click(inForm().getByRole('button', { name: 'Move' }));
    await expectShown('Date', 'Publish time must be in the future');
  });
});

describe('A form that is saved unchanged', () => {
  it.each([
    ['A post that is edited', 'Edit', 'Save Changes'],
    ['A post that is moved', 'Move', 'Move'],
  ])('says that there is nothing to save, and sends nothing: %s', async (_, opener, button) => {
    const { user } = await openStoredPost({}, opener);
    await user.click(inForm().getByRole('button', { name: button }));
    const words = await screen.findByText('Nothing has changed, so there’s nothing to save.');
    expect(words.closest('footer')?.contains(inForm().getByRole('button', { name: button }))).toBe(true);
    fill('Date', '2026-11-30');
    await waitFor(() => expect(words.isConnected).toBe(false));
  });
});
