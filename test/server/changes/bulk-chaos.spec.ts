import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { GoogleTimeouts } from '../../../dist/server/business-profile/calls/google-clock.js';
import { ChangeSender } from '../../../dist/server/business-profile/google/change-sender.js';
import { ChangeDispatcher } from '../../../dist/server/changes/change-dispatcher.js';
import type { ChangeSetDto } from '../../../dist/server/changes/change-set.dto.js';
import { SetPlanner } from '../../../dist/server/changes/set-planner.js';
import { EditLife } from '../../chaos/bulk/edit-life.ts';
import { Editor } from '../../chaos/bulk/editor.ts';
import { judgeEdits } from '../../chaos/bulk/edits-oracle.ts';
import type { Asking } from '../../chaos/hands/tab.ts';
import { sentencesIn } from '../../chaos/report.ts';
import type { Client, TestApp } from '../../support/app.ts';
import { workOff } from '../../support/due-work.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';
import { withoutGoogleLimits } from '../../support/google/google-limits.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { untilSeen } from '../../support/until.ts';

const AGENCY = '105000000000000000002';
const LOCATIONS = 16;
/** Google's own answers that are late or lost; what became of the change is to be read. */
const FAULTS = [
  ['locations.patch', 'error-after', 0.08, {}],
  ['locations.patch', 'reset-after', 0.08, {}],
  ['locations.patch', 'error-before', 0.05, {}],
  ['locations.get', 'slow', 0.1, { ms: 200 }],
] as const;

let setting: ChangesSetting;
let servers: TestApp[];
beforeAll(async () => {
  setting = await startChanges();
  servers = [setting.served, await setting.replica(setting.served.clock)];
  for (const { app } of servers) Object.assign(app.get(GoogleTimeouts), { pauseMs: 1 });
});
afterEach(() => setting.reset());
afterAll(async () => {
  await servers[1]!.close();
  await setting.close();
});

/** Asks the servers in turn, with the cookie of somebody. */
function askingOf(cookie: string): Asking {
  const clients: Client[] = servers.map((server) => Object.assign(server.visitor(), { cookie }));
  let turn = 0;
  const ask: Asking['try'] = async (method, path, { body } = {}) => {
    const client = clients[(turn += 1) % clients.length]!;
    const answer = await client.send(method.toLowerCase() as 'get', path, body);
    return { status: answer.status, body: answer.body as unknown };
  };
  return {
    try: ask,
    expect: async (status, method, path, content) => {
      const answer = await ask(method, path, content);
      expect([path, answer.status]).toEqual([path, status]);
      return answer.body;
    },
  };
}

/** Lets time pass, and both servers do what is due by then, until nothing of a set is open. */
async function settled(editor: Editor, id: string): Promise<void> {
  let left: ChangeSetDto['progress'] | undefined;
  await untilSeen(
    'the end of a set',
    async () => {
      await setting.pass(10_000);
      for (const { app } of servers) {
        await workOff(app.get(SetPlanner));
        await workOff(app.get(ChangeDispatcher));
      }
      left = (await editor.set(id)).progress;
      return left.waiting === 0;
    },
    () => left?.waiting,
  );
}

/** Lives through random edits while others write elsewhere. @returns what is wrong, and how much was in conflict */
async function judgeRun(options: {
  seed: number;
  edits: number;
}): Promise<{ faults: string[]; conflicts: number }> {
  const { google } = setting;
  const locations = google.world.addLocations({ account: AGENCY, count: LOCATIONS, seed: 3 });
  const person = await setting.connected(PEOPLE.ottoline);
  for (const { app } of servers) withoutGoogleLimits(google, app);
  for (const [index, [operation, kind, share, more]] of FAULTS.entries())
    google.faults.rate(operation, kind, share, options.seed + index, more);
  const editor = new Editor(askingOf(person.cookie));
  const life = new EditLife(
    {
      google,
      editor,
      email: PEOPLE.ottoline,
      locations,
      settled: (id) => settled(editor, id),
      moment: () => person.send('get', '/api/mirror').then(() => undefined),
    },
    { ...options, hands: 1 },
  );
  await life.live();
  google.faults.clear();
  await setting.sweep(person);
  const log = await editor.log();
  const { verdict } = judgeEdits({
    edits: life.done,
    journal: google.journal.list(),
    calls: google.calls.list(),
    log,
  });
  return { faults: sentencesIn(verdict), conflicts: log.filter(({ state }) => state === 'conflict').length };
}

describe('bulk edits at two servers while others write elsewhere, at a Google that fails', () => {
  it('overwrite nothing that was written after their previews, and name each conflict', async () => {
    const { faults, conflicts } = await judgeRun({ seed: 4, edits: 12 });
    expect(faults).toEqual([]);
    expect(conflicts).toBeGreaterThan(3);
  });

  it('overwrite something where nothing is compared before it is sent, and that is noticed', async () => {
    for (const { app } of servers)
      Object.assign(app.get(ChangeSender), { movedLines: () => Promise.resolve([]) });
    const { faults } = await judgeRun({ seed: 5, edits: 8 });
    expect(faults.filter((words) => words.startsWith('overwritten'))).not.toEqual([]);
  });
});
