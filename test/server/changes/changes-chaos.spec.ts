import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { Logger } from '@nestjs/common';
import { GoogleApi } from '../../../dist/server/business-profile/calls/google-api.js';
import { GoogleTimeouts } from '../../../dist/server/business-profile/calls/google-clock.js';
import { MirrorWriter } from '../../../dist/server/business-profile/mirror/mirror-writer.js';
import { ChangeLedger } from '../../../dist/server/business-profile/changes/change-ledger.js';
import { ChangeDispatcher } from '../../../dist/server/changes/change-dispatcher.js';
import { RECORD_FAULTS } from '../../chaos/changes/faults.ts';
import { Life } from '../../chaos/changes/life.ts';
import { judge } from '../../chaos/changes/oracle.ts';
import { sentencesIn } from '../../chaos/report.ts';
import { STEPS, type Step } from '../../chaos/step.ts';
import type { Client, TestApp } from '../../support/app.ts';
import { TestClock } from '../../support/clock.ts';
import { setDatabaseTime } from '../../support/database/database-time.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';
import { untilSeen } from '../../support/until.ts';
import { workOff } from '../../support/due-work.ts';

/** How long an answer of Google's is waited for that comes too late or not at all. */
const PATIENCE_MS = 1500;
const SKEW_MS = 7 * 60_000;
const AGENCY = '105000000000000000002';
const BELOW_THE_AGENCY = '105000000000000000005';

/** What strikes next: a process that comes to a step of a change, or stores what it has read. */
type Blow = Step | 'reading';

class FastClock extends TestClock {
  private readonly right: TestClock;

  constructor(right: TestClock) {
    super();
    this.right = right;
  }

  override now(): Date {
    return new Date(this.right.now().getTime() + SKEW_MS);
  }
}

let setting: ChangesSetting;
let processes: Process[];
let blow: Blow | undefined;
let dealt = 0;
beforeAll(async () => {
  setting = await startChanges();
  const other = await setting.replica(new FastClock(setting.served.clock));
  Logger.overrideLogger(false);
  processes = [setting.served, other].map((served) => new Process(served));
});
afterEach(() => setting.reset());
afterAll(async () => {
  await processes[1]!.served.close();
  await setting.close();
});

/** A server that can be struck. Until its requests are over it writes nothing down any more, like one that was killed. */
class Process {
  private isDead = false;
  private requests = 0;
  readonly served: TestApp;

  constructor(served: TestApp) {
    this.served = served;
    const { app } = served;
    Object.assign(app.get(GoogleTimeouts), { requestMs: PATIENCE_MS, pauseMs: 1 });
    this.wrap(app.get(ChangeLedger), 'claim', { after: 'after-claim' });
    this.wrap(app.get(ChangeLedger), 'intend', { after: 'after-intent' });
    this.wrap(app.get(GoogleApi), 'patchLocation', { after: 'after-accept' });
    this.wrap(app.get(ChangeLedger), 'finish', { before: 'before-record' });
    this.wrap(app.get(ChangeLedger), 'putOff', {});
    this.wrap(app.get(ChangeLedger), 'forget', {});
    this.wrap(app.get(MirrorWriter), 'putLocations', { before: 'reading' });
  }

  /** What a client of this process gets. */
  async answer(client: Client, method: string, path: string, body?: object) {
    this.requests += 1;
    try {
      const { status, body: answer } = await client.send(
        method.toLowerCase() as 'get' | 'post' | 'patch',
        path,
        body,
      );
      return this.isDead ? { status: 503, body: undefined } : { status, body: answer as unknown };
    } finally {
      this.requests -= 1;
      if (this.requests === 0) this.isDead = false;
    }
  }

  private wrap<Name extends string>(
    target: Record<Name, (...given: never[]) => Promise<unknown>>,
    name: Name,
    { before, after }: { before?: Blow; after?: Blow },
  ): void {
    const original = target[name].bind(target) as (...given: unknown[]) => Promise<unknown>;
    const struck = async (...given: unknown[]): Promise<unknown> => {
      this.comeTo(before);
      const result = await original(...given);
      this.comeTo(after);
      return result;
    };
    Object.assign(target, { [name]: struck });
  }

  private comeTo(step: Blow | undefined): void {
    const isStruck = step !== undefined && step === blow;
    if (isStruck) {
      blow = undefined;
      dealt += 1;
      // A reading is begun again by the job engine; nothing else of the process has to die for that.
      this.isDead = step !== 'reading';
    }
    if (isStruck || this.isDead) throw new Error('the process has died');
  }
}

/** Lives through edits, readings and deaths. @returns what is wrong */
async function judgeRun(options: { seed: number; edits: number; readings: number }): Promise<string[]> {
  const { google, served, connected, sweep } = setting;
  const locations = [
    ...google.world.addLocations({ account: BELOW_THE_AGENCY, count: 10, seed: 1 }),
    ...google.world.addLocations({ account: AGENCY, count: 50, seed: 2 }),
  ];
  const person = await connected(PEOPLE.ottoline);
  const clients = processes.map((process) =>
    Object.assign(process.served.visitor(), { cookie: person.cookie }),
  );
  for (const [index, [operation, kind, share, more]] of RECORD_FAULTS.entries())
    google.faults.rate(operation, kind, share, options.seed + index, { ...more, ms: PATIENCE_MS + 500 });

  let turn = 0;
  const send = (method: string, path: string, body?: object) => {
    const number = (turn += 1) % processes.length;
    return processes[number]!.answer(clients[number]!, method, path, body);
  };
  const life = new Life({ google, send, person: PEOPLE.ottoline, locations }, { ...options, hands: 1 });
  const blows: Blow[] = [...STEPS, 'after-accept', 'reading'];
  for (let number = 0; number < options.readings; number += 1) {
    blow = blows[number % blows.length];
    await life.act(Math.ceil(options.edits / options.readings));
    const settled = await life.settled();
    await sweep(person);
    await life.release(settled);
  }
  google.faults.clear();
  await untilSeen('the end of all changes', async () => {
    served.clock.advance({ minutes: 1 });
    await setDatabaseTime(served.database, served.clock);
    for (const { served: each } of processes) await workOff(each.app.get(ChangeDispatcher));
    return (await life.open()).size === 0;
  });
  const settled = await life.settled();
  await sweep(person);
  await life.release(settled);
  const calls = google.calls.list({ operation: 'locations.patch' });
  return sentencesIn(judge({ journal: google.journal.list(), calls, asked: life.asked }, await life.log()));
}

describe('the change log of two processes that die, one of them with a wrong clock, at a Google that fails', () => {
  it('has what was to be seen by Google’s own journal, each change once', async () => {
    expect(await judgeRun({ seed: 7, edits: 42, readings: 6 })).toEqual([]);
    expect(dealt).toBeGreaterThan(3);
  });

  it('has something else where an edit leaves before its intent is written down, and that is noticed', async () => {
    for (const { served } of processes)
      Object.assign(served.app.get(ChangeLedger), {
        intend: ({ change }: Parameters<ChangeLedger['intend']>[0], at: Date) => {
          Object.assign(change, { sentAt: at, timesSent: change.timesSent + 1 });
          return Promise.resolve();
        },
      });
    expect(await judgeRun({ seed: 8, edits: 28, readings: 4 })).not.toEqual([]);
  });
});
