import { expect, type Page, test as base } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type Program, startProgram, untilReady } from '../support/program.js';

/** The whole product on a data folder of its own; `crash` kills it without warning and starts it again. */
export interface Product {
  origin: string;
  crash(): Promise<void>;
}

async function startProduct(): Promise<Product & { remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'shingle-browser-'));
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: folder, SAMPLE_DELAYS: 'off', THROTTLE: 'off' };
  let program: Program = startProgram(env);
  await untilReady(program);
  const end = async (): Promise<void> => {
    program.process.kill('SIGKILL');
    await program.ended;
  };
  return {
    origin: `http://localhost:${port}`,
    async crash() {
      await end();
      program = startProgram(env);
      await untilReady(program);
    },
    async remove() {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Page errors and breaches of the content policy that a test has met; each fails it. */
export const test = base.extend<{ complaints: string[] }, { product: Product }>({
  product: [
    // Playwright reads from this pattern which fixtures are wanted: none.
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ product }, use) => use(product.origin),
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      // In every window: the popup of a sign-in has the same policy.
      context.on('weberror', (fault) => complaints.push(fault.error().message));
      context.on('console', (message) => {
        if (/content security policy/i.test(message.text())) complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export interface Person {
  email: string;
  password: string;
}

let people = 0;

function newPerson(): Person {
  people += 1;
  return { email: `robin-${process.pid}-${people}@example.com`, password: 'correct horse' };
}

/** Signs up through the page and ends on the dashboard. */
export async function signUp(page: Page): Promise<Person> {
  const person = newPerson();
  await page.goto('/signup');
  await page.getByLabel('Full name').fill('Robin van Berg');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  return person;
}

/** What a browser says of a request of the page itself; `page.request` does not. */
export const FROM_OUR_PAGE = { 'Sec-Fetch-Site': 'same-origin' };

/** Has somebody new, with the sample of their own, signed in without the form, and opens an address as them. */
export async function openSignedIn(page: Page, address = '/dashboard'): Promise<Person> {
  const person = newPerson();
  const answer = await page.request.post('/api/auth/signup', {
    headers: FROM_OUR_PAGE,
    data: { fullName: 'Robin van Berg', ...person },
  });
  expect(answer.status()).toBe(200);
  await page.goto(address);
  return person;
}
