import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { setTimeout } from 'node:timers/promises';
import { GoogleTimeouts } from '../../../dist/server/business-profile/calls/google-clock.js';
import { GoogleQuota } from '../../../dist/server/business-profile/calls/quota.js';
import { LocationTurns } from '../../../dist/server/business-profile/changes/location-turns.js';
import { ChangeDispatcher } from '../../../dist/server/changes/change-dispatcher.js';
import type { ChangeDto } from '../../../dist/server/changes/change.dto.js';
import type { GoogleEditDto } from '../../../dist/server/changes/google-edit.dto.js';
import type { Asked } from '../../chaos/hands/asked.ts';
import { type Inbox, judgeDecisions } from '../../chaos/hands/decisions-oracle.ts';
import { type Act, FIELDS, type Field, planRounds, TABS } from '../../chaos/hands/plan.ts';
import { SavesOracle } from '../../chaos/hands/saves-oracle.ts';
import { type Asking, Tab, valueOf } from '../../chaos/hands/tab.ts';
import { allOf } from '../../chaos/pages.ts';
import type { Client, SignedInClient, TestApp } from '../../support/app.ts';
import { workOff } from '../../support/due-work.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';
import { untilSeen } from '../../support/until.ts';

/** Google's own answers that are late or lost; what became of the edit is to be read at once. */
const FAULTS = [
  ['locations.patch', 'slow', 0.2, { ms: 500 }],
  ['locations.patch', 'error-after', 0.1, {}],
  ['locations.patch', 'reset-after', 0.1, {}],
  ['locations.get', 'slow', 0.1, { ms: 300 }],
] as const;
/** How long an edit without a turn waits between comparing and sending, for others to compare with the same. */
const COMPARED_MS = 300;
const PLACES = 3;
const OPEN_STATES = ['waiting', 'sending', 'unconfirmed'];

let setting: ChangesSetting;
let servers: TestApp[];
beforeAll(async () => {
  setting = await startChanges();
  servers = [setting.served, await setting.replica(setting.served.clock)];
  for (const { app } of servers) {
    Object.assign(app.get(GoogleTimeouts), { pauseMs: 1 });
    Object.assign(app.get(GoogleQuota), {
      take: () => Promise.resolve(),
      takeEdit: () => Promise.resolve(),
    });
  }
});
afterEach(() => setting.reset());
afterAll(async () => {
  await servers[1]!.close();
  await setting.close();
});

/** Somebody with tabs at both servers. */
interface Hand {
  client: SignedInClient;
  tabs: Tab[];
}

function askingOf({ cookie }: SignedInClient): Asking {
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

/** Locations of an account with two managers, of whom one works in two workspaces. */
async function open(): Promise<{ hands: Hand[]; places: string[] }> {
  const { world } = setting.google;
  const { id: account } = world
    .accounts({ email: PEOPLE.idris })
    .find(({ type }) => type === 'LOCATION_GROUP')!;
  world.setRole({ email: PEOPLE.wilhelmina, account, role: 'OWNER' });
  const places = Array.from({ length: PLACES }, (_, number) => {
    const [websiteUri, description] = FIELDS.map((field) => valueOf(field, 'first', number));
    return world.addLocation({
      account,
      title: `Bakehouse ${number}`,
      fields: { websiteUri: websiteUri!, profile: { description: description! } },
    }).id;
  });
  const hands: Hand[] = [];
  for (const [number, email] of [PEOPLE.idris, PEOPLE.idris, PEOPLE.wilhelmina].entries()) {
    const client = await setting.connected(email);
    const asking = askingOf(client);
    const tabs = Array.from({ length: TABS }, () => new Tab(asking, number));
    for (const place of places) for (const tab of tabs) await tab.look(place);
    hands.push({ client, tabs });
  }
  return { hands, places };
}

/** What happens at Google without the product. */
function actElsewhere({ kind, fields: [field = 'websiteUri'], number }: Act, location: string): void {
  const { world, journal } = setting.google;
  const fieldsOf = (of: Field, text: string) =>
    of === 'websiteUri' ? { websiteUri: text } : { profile: { description: text } };
  if (kind === 'Google edits' || kind === 'answer')
    world.editByGoogle({ location, fields: fieldsOf(field, valueOf(field, 'google', number)) });
  if (kind === 'owner edits')
    world.editByOwner({ location, fields: fieldsOf(field, valueOf(field, 'elsewhere', number)) });
  const last = journal
    .list({ location })
    .findLast(({ view, author, field: of }) => view === 'owner' && author === 'api' && of === field);
  if (kind === 'owner puts back' && field === 'websiteUri' && typeof last?.before === 'string')
    world.editByOwner({ location, fields: { websiteUri: last.before } });
}

/** Lives through the acts of a plan that are about profiles. @returns what is wrong */
async function judgeRun(options: { seed: number; acts: number }): Promise<string[]> {
  const { google, served } = setting;
  google.configure({ editsPerMinute: 1_000_000, requestsPerMinute: 1_000_000 });
  const { hands, places } = await open();
  const since = google.journal.list().at(-1)?.seq ?? 0;
  for (const [index, [operation, kind, share, more]] of FAULTS.entries())
    google.faults.rate(operation, kind, share, options.seed + index, more);
  const asked: Asked[] = [];
  const aheadMs = served.clock.aheadMs();
  for (const round of planRounds({ ...options, locations: PLACES }))
    await Promise.all(
      round.map(async (act) => {
        const place = places[act.place]!;
        actElsewhere(act, place);
        asked.push(...((await hands[act.person]!.tabs[act.tab]!.act(act, place)) ?? []));
      }),
    );
  for (const each of asked) Object.assign(each, { from: each.from + aheadMs, to: each.to + aheadMs });
  google.faults.clear();
  const read = (client: Client) => (path: string) =>
    client
      .send('get', path)
      .expect(200)
      .then(({ body }) => body as { items: unknown[]; nextCursor: string | null });
  await untilSeen('the end of all saves', async () => {
    await setting.pass(10_000);
    for (const { app } of servers) await workOff(app.get(ChangeDispatcher));
    for (const { client } of hands)
      for (const state of OPEN_STATES)
        if ((await allOf(read(client), `/api/changes?state=${state}`)).length > 0) return false;
    return true;
  });
  const inboxes: Inbox[] = [];
  for (const { client } of hands) {
    await setting.sweep(client);
    for (const place of places) await client.send('get', `/api/locations/${place}`).expect(200);
    const email = hands[2]!.client === client ? PEOPLE.wilhelmina : PEOPLE.idris;
    const lines = await allOf<ChangeDto>(read(client), '/api/changes');
    const edits = await allOf<GoogleEditDto>(read(client), '/api/google-edits');
    inboxes.push({ email, lines: lines.filter(({ locationId }) => places.includes(locationId)), edits });
  }
  const journal = google.journal.list({ after: since }).filter(({ location }) => places.includes(location));
  const patches = google.calls.list({ operation: 'locations.patch' });
  const saves = new SavesOracle({ journal, patches, asked, logs: inboxes, halted: [] });
  expect(patches.length).toBeGreaterThan(options.acts / 8);
  const { windows: _, ...decisions } = judgeDecisions({ journal, asked, inboxes });
  const verdict = { ...saves.judge(), ...decisions };
  return Object.entries(verdict).flatMap(([kind, list]: [string, string[]]) =>
    list.map((words) => `${kind}: ${words}`),
  );
}

describe('people who change the same locations at once, in several tabs and at two servers', () => {
  it('overwrite nothing of each other, and each log has what Google’s own journal has', async () => {
    expect(await judgeRun({ seed: 5, acts: 70 })).toEqual([]);
  });

  it('overwrite something where a location has no turns, and that is noticed', async () => {
    for (const { app } of servers)
      Object.assign(app.get(LocationTurns), {
        take: (locationId: string) =>
          Promise.resolve({ locationId, holder: crypto.randomUUID(), isOpen: false }),
        prolong: () => setTimeout(COMPARED_MS),
        release: () => Promise.resolve(),
      });
    expect(await judgeRun({ seed: 7, acts: 50 })).not.toEqual([]);
  });
});
