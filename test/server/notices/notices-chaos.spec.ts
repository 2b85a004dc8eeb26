import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DeliveryDispatcher } from '../../../dist/server/notices/delivery/delivery-dispatcher.js';
import { MailSender } from '../../../dist/server/notices/sending/mail-sender.js';
import { SmtpTransport } from '../../../dist/server/notices/sending/mail-transport.js';
import { NoticeGatherer } from '../../../dist/server/notices/events/notice-gatherer.js';
import { NoticeDeliveries } from '../../../dist/server/notices/delivery/notice-deliveries.js';
import { WebhookNetwork } from '../../../dist/server/notices/sending/webhook-network.js';
import { causesIn, testify } from '../../chaos/notices/causes.ts';
import { Life, type Owner } from '../../chaos/notices/life.ts';
import { judge, type Judgement } from '../../chaos/notices/oracle.ts';
import { FAULTS, Sinks } from '../../chaos/notices/sinks.ts';
import { shownTo, subscribe } from '../../chaos/notices/subscribers.ts';
import type { Step } from '../../chaos/step.ts';
import type { SignedInClient, TestApp } from '../../support/app.ts';
import { endAll, type Ends } from '../../support/processes/ends.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';
import { holdBack, workOff } from '../../support/due-work.ts';

/** What of the sinks' faults takes no time, because time passes in leaps here. */
const QUICK = FAULTS.filter((did) => did !== 'slow' && did !== 'silent');
const LOCATIONS = 40;
/** Longer than a claim, and than most waits for the next try. */
const LEAP_MS = 6 * 60_000;
const NOTHING_WRONG = {
  lost: [],
  doubled: [],
  wrong: [],
  renamed: [],
  unexplained: [],
  untrue: [],
  forged: [],
};

const ends: Ends = [];
let setting: ChangesSetting;
let sinks: Sinks;
let processes: Process[];
const blows = new Set<Step>();
beforeAll(async () => {
  setting = await startChanges();
  ends.push(() => setting.close());
  const other = await setting.replica(setting.served.clock);
  ends.push(() => other.close());
  Logger.overrideLogger(false);
  sinks = await Sinks.start(2, 7, ends);
  processes = [setting.served, other].map((served, number) => new Process(served, number));
});
afterAll(() => endAll(ends));

/** A server that sends messages when a test says so, and whose work can be struck. */
class Process {
  readonly deaths: number[] = [];
  private readonly dispatcher: DeliveryDispatcher;
  private readonly gatherer: NoticeGatherer;
  private readonly deliveries: NoticeDeliveries;

  constructor({ app }: TestApp, number: number) {
    this.gatherer = app.get(NoticeGatherer);
    this.deliveries = app.get(NoticeDeliveries);
    const port = sinks.webhookPorts[number]!;
    const reach = { port, ca: sinks.certificate, nameServers: [sinks.nameServer] };
    Object.assign(app.get(WebhookNetwork), { ...reach, isAllowed: () => true });
    const smtp = `smtp://127.0.0.1:${sinks.mailPorts[number]}`;
    Object.assign(app.get(MailSender), { transport: new SmtpTransport(smtp, 'notices@shingle.example') });
    this.dispatcher = app.get(DeliveryDispatcher);
    holdBack(this.dispatcher);
    this.strike(this.gatherer, 'fold', 'after-gathering', () => true);
    this.strike(this.deliveries, 'make', 'after-making', (made) => made !== 0);
    this.strike(this.dispatcher, 'claim', 'after-claim', (claim) => claim !== undefined);
    this.strike(
      this.dispatcher,
      'send',
      'after-accept',
      (outcome) => (outcome as { is: string }).is === 'delivered',
    );
  }

  /** Gathers, makes deliveries and sends what is due, until nothing more is. */
  async work(): Promise<void> {
    const send = () => workOff(this.dispatcher);
    for (const step of [() => this.gatherer.gather(), () => this.deliveries.makeImmediate(), send])
      await step().catch(() => undefined);
  }

  /** From now on each try of a message has an id of its own. */
  renameTries(): void {
    const target = this.dispatcher as unknown as { send(claim: { delivery: object }): Promise<unknown> };
    const send = target.send.bind(target);
    target.send = (claim) => send({ ...claim, delivery: { ...claim.delivery, id: randomUUID() } });
  }

  /** What is thrown here, a process does not outlive: its transaction is undone, its claim ends by itself. */
  private strike(target: object, name: string, step: Step, isAt: (result: unknown) => boolean): void {
    const methods = target as Record<string, (...given: unknown[]) => Promise<unknown>>;
    const original = methods[name]!.bind(target);
    methods[name] = async (...given) => {
      const result = await original(...given);
      if (isAt(result) && blows.delete(step)) {
        this.deaths.push(Date.now());
        throw new Error('the process has died');
      }
      return result;
    };
  }
}

/** Somebody with locations of their own, who gets notices by a webhook and by mail. */
async function connected(email: string, account: string) {
  const { google, sweep } = setting;
  const client = await setting.connected(email);
  const added = google.world.addLocations({ account, count: LOCATIONS, seed: 1 });
  const all = google.world
    .locations({ email })
    .filter(({ id, verification }) => added.includes(id) && verification === 'VERIFIED')
    .map(({ id }) => id);
  await sweep(client);
  const send = async (status: number, path: string, body?: object) =>
    (await client.send('post', path, body).expect(status)).body as unknown;
  await subscribe({ address: client.email, send }, sinks);
  return { ...ownerOf(client, email, all), client, all };
}

function ownerOf(client: SignedInClient, email: string, all: string[]): Owner {
  return {
    email,
    locations: [...all],
    get: async (path) => (await client.send('get', path).expect(200)).body as unknown,
    patch: async (path, body) => void (await client.send('patch', path, body)),
    schedule: async (post) =>
      ((await client.send('post', '/api/posts', post).expect(201)).body as { id: string }).id,
    reconnect: () => Promise.reject(new Error('No grant is taken back here.')),
  };
}

/** Lives through causes and faults, and in each round through deaths at these steps. @returns what has come of it */
async function judgeRun(
  { email, account, seed }: { email: string; account: string; seed: number },
  rounds: Step[][],
): Promise<Judgement & { causes: number }> {
  const { google, pass, sweep } = setting;
  const owner = await connected(email, account);
  const since = google.journal.list().at(-1)?.seq ?? 0;
  const life = new Life(google, () => google.clock.now(), seed);
  const work = async () => {
    await pass(LEAP_MS);
    for (const process of processes) await process.work();
  };
  sinks.fail(QUICK);
  for (const steps of rounds) {
    await life.post(owner);
    await life.edit(owner, false);
    for (const step of steps) blows.add(step);
    await sweep(owner.client);
    await work();
  }
  await life.endReviews(owner);
  await sweep(owner.client);
  const shown = () => shownTo({ ...owner, address: owner.client.email });
  for (let before = ''; ; await delay(1_000)) {
    await work();
    const now = JSON.stringify(await shown());
    if (now === before) break;
    before = now;
  }
  sinks.fail([]);
  const causes = causesIn(await testify(google, [owner], since), life);
  const deaths = processes.map((process) => process.deaths);
  const theirs = sinks.arrivals.filter(({ person }) => person === owner.client.email);
  return { ...judge(causes, { arrivals: theirs, deaths, shown: [await shown()] }), causes: causes.length };
}

describe('notices of two processes that die, to sinks that fail', () => {
  it('come once for each cause by Google’s own journal, and repeat nothing but what a death or the sink made them', async () => {
    const { verdict, repeats, causes } = await judgeRun(
      { email: PEOPLE.tamsin, account: '101000000000000000001', seed: 7 },
      [
        ['after-gathering', 'after-claim'],
        ['after-making', 'after-accept'],
      ],
    );
    expect(verdict).toEqual(NOTHING_WRONG);
    expect(causes).toBeGreaterThan(20);
    expect(blows.size).toBe(0);
    expect(repeats['after a kill']).toBeGreaterThan(0);
  });

  it('come under several ids where each try has one of its own, and that is noticed', async () => {
    for (const process of processes) process.renameTries();
    const { verdict } = await judgeRun({ email: PEOPLE.idris, account: '102000000000000000002', seed: 8 }, [
      ['after-accept'],
    ]);
    expect(verdict.renamed).not.toEqual([]);
  });
});
