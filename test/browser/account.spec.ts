import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expectAccessible } from './support/accessibility.ts';
import { toast } from './support/messages.ts';
import { expect, openSignedIn, test } from './support/product.ts';

const DELETED = 'Your account and everything in it has been deleted.';

async function openAccount(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Settings:/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
}

test('a user downloads their data and deletes their account', async ({ page }) => {
  const { email, password } = await openSignedIn(page);
  await openAccount(page);
  await expect(page.getByRole('main').getByText('Only in this browser.')).toBeVisible();
  await expectAccessible(page, 'the settings');
  const cookies = await page.context().cookies();
  const readable = await page.evaluate(() =>
    JSON.stringify([
      document.cookie,
      location.href,
      history.state,
      { ...localStorage },
      { ...sessionStorage },
    ]),
  );
  expect(cookies.map(({ name, httpOnly }) => [name, httpOnly])).toEqual([
    ['shingle', true],
    ['shingle-known', true],
  ]);
  expect(readable, 'what a script can read').not.toMatch(/eyJ/);

  const download = page.waitForEvent('download');
  await page.getByRole('main').getByRole('link', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^shingle-\d{4}-\d\d-\d\d\.json$/);
  const { profile, posts } = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(profile.email).toBe(email);
  expect(posts.length).toBeGreaterThan(0);

  await page.getByRole('main').getByRole('button', { name: 'Delete account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(question.getByLabel('Type your email address to confirm')).toBeFocused();
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await expectAccessible(page, 'question with errors');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main').getByRole('button', { name: 'Delete account' })).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.type(email);
  await question.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('main').getByText(DELETED)).toBeVisible();
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(
    page.getByText(/^(No user found with this email address|Incorrect email or password)\./),
  ).toBeVisible();
});

test('a user signs out everywhere', async ({ page, browser, baseURL }) => {
  const { email, password } = await openSignedIn(page);
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  await elsewhere.request.post('/api/auth/login', { data: { email, password } });
  await openAccount(page);
  await expect(page.getByRole('main').getByText(/^In 2 browsers, including this one\./)).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page).toHaveURL('/login');
  expect((await elsewhere.request.get('/api/auth/profile')).status()).toBe(401);
  // The session is gone, but the account still knows this browser.
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['shingle-known']);
  await elsewhere.close();
});

test('a user changes their name and password, and is logged out everywhere else', async ({
  page,
  browser,
}) => {
  const { email, password } = await openSignedIn(page);
  const elsewhere = await (await browser.newContext()).newPage();
  const logIn = async (typed: string) => {
    await elsewhere.getByLabel('Email').fill(email);
    await elsewhere.getByLabel('Password', { exact: true }).fill(typed);
    await elsewhere.keyboard.press('Enter');
    await expect(elsewhere).toHaveURL(/\/dashboard/);
  };
  await elsewhere.goto(new URL('/login', page.url()).href);
  await logIn(password);

  await openAccount(page);
  await page.getByRole('main').getByRole('button', { name: 'Change password' }).click();
  const question = page.getByRole('dialog', { name: 'Change your password' });
  await question.getByLabel('Current password').fill(password);
  await question.getByLabel('New password', { exact: true }).fill('battery staple');
  await question.getByLabel('Confirm new password').fill('battery staple');
  await expectAccessible(page, 'new password');
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('main').getByText('Only in this browser.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Full name').fill('Kim de la Cruz');
  await page.getByLabel('Company').fill('Hearth & Crumb Ltd');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Your details have been saved.')).toBeVisible();

  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login/);
  await page.reload();
  const entry = { name: `Settings: Kim de la Cruz ${email}` };
  await expect(page.getByRole('link', entry)).toBeVisible();
  await logIn('battery staple');
  await expect(elsewhere.getByRole('link', entry)).toBeVisible();
  await elsewhere.context().close();
});
