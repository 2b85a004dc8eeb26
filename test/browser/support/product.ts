import { expect, type Page, test as base } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type Program, startProgram, untilReady } from '../../support/processes/program.ts';

/** The whole product with its own data folder. `crash` kills it without warning and starts it again. */
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

/** Each page error and each violation of the content policy fails the test. */
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
      // In every window, since the popup of a sign-in has the same policy.
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

/** Signs up with the form and waits for the dashboard. Where the form is not the subject: `openSignedIn`. */
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

/** The header that a browser sends with requests of the page. `page.request` does not send it. */
export const FROM_OUR_PAGE = { 'Sec-Fetch-Site': 'same-origin' };

/** Signs up a new user, who has the sample data, without the form, and opens an address. */
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

/** Signs a person in who signed up before, without the form. */
export async function logIn(page: Page, { email, password }: Person): Promise<void> {
  const answer = await page.request.post('/api/auth/login', {
    headers: FROM_OUR_PAGE,
    data: { email, password },
  });
  expect(answer.status()).toBe(200);
}
