import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import type { Response } from 'supertest';
import { LedgerRepository } from '../../../dist/server/publishing/ledger.repository.js';
import { PostPublisher } from '../../../dist/server/publishing/post-publisher.js';
import { SendStep } from '../../../dist/server/publishing/send-step.js';
import { PASSWORD, type SignedInClient } from '../../support/app.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import {
  before,
  HOUR_MS,
  MINUTE_MS,
  type Publishing,
  schedule,
  startPublishing,
} from '../../support/features/publishing.ts';

let setting: Publishing;
let ceramics: string;
beforeAll(async () => {
  setting = await startPublishing();
  ceramics = setting.google.world.location({ location: 'Okonjo Ceramics' }).id;
});
afterEach(() => {
  setting.google.faults.clear();
  setting.google.calls.clear();
});
afterAll(() => setting.close());

const creates = () => setting.google.calls.count({ operation: 'localPosts.create' });
const atGoogle = ({ summary }: { summary: string }) =>
  setting.google.world.posts().filter((post) => post.summary === summary);
const remove = (person: SignedInClient) =>
  person.send('delete', '/api/account', { confirmation: person.email, password: PASSWORD });

describe('deleting the account', () => {
  it('deletes scheduled posts, so that none goes out', async () => {
    const robin = await setting.connected(PEOPLE.tamsin);
    for (const inMs of [MINUTE_MS, HOUR_MS]) await schedule(setting, robin, { locationId: ceramics, inMs });
    await remove(robin).expect(200);
    await setting.passAndWork(MINUTE_MS);
    await setting.passAndWork(HOUR_MS);
    expect(creates()).toBe(0);
  });

  it('deletes a post that is about to be sent, so that it is not sent', async () => {
    const robin = await setting.connected(PEOPLE.tamsin);
    const post = await schedule(setting, robin, { locationId: ceramics });
    await setting.pass(MINUTE_MS);
    const { app } = setting.served;
    const claim = await app.get(LedgerRepository).claim(post.id);
    if (!claim) throw new Error('the post was not due');
    await remove(robin).expect(200);
    expect((await app.get(SendStep).take(claim)).post).toMatchObject({ detail: 'connection_lost' });
    expect(creates()).toBe(0);
  });

  it('leaves published posts at Google', async () => {
    const robin = await setting.connected(PEOPLE.tamsin);
    const post = await schedule(setting, robin, { locationId: ceramics });
    await setting.passAndWork(MINUTE_MS);
    await remove(robin).expect(200);
    expect(atGoogle(post)).toHaveLength(1);
  });
});

describe('while a post is being sent', () => {
  it('the account is kept until the outcome of the post is known', async () => {
    const robin = await setting.connected(PEOPLE.tamsin);
    const post = await schedule(setting, robin, { locationId: ceramics });
    await setting.pass(MINUTE_MS);
    const answers: Response[] = [];
    before(setting.served, 'finish', async () => {
      answers.push(await remove(robin), await robin.send('get', '/api/auth/gbp-status'));
    });
    await setting.served.app.get(PostPublisher).step(post.id);
    expect(answers.map(({ status }) => status)).toEqual([409, 200]);
    expect(answers[0]?.body).toMatchObject({
      code: 'post_being_sent',
      message:
        'A post is being sent to Google right now. Nothing was deleted. Please try again in half a minute.',
    });
    expect(answers[0]?.headers['retry-after']).toBe('10');
    await remove(robin).expect(200);
    expect(atGoogle(post)).toHaveLength(1);
  });

  it('a dead process blocks the deletion only as long as its claim holds', async () => {
    const robin = await setting.connected(PEOPLE.tamsin);
    const post = await schedule(setting, robin, { locationId: ceramics });
    await setting.pass(MINUTE_MS);
    const ledger = setting.served.app.get(LedgerRepository);
    const claim = await ledger.claim(post.id);
    if (!claim) throw new Error('the post was not due');
    const nowhere = { googleDate: null, accountId: null, locationId: null, bodyHash: null };
    await ledger.intend(claim, nowhere);
    await remove(robin).expect(409);
    await setting.pass(25_000);
    await remove(robin).expect(200);
  });
});
