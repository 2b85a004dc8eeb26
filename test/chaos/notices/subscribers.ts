import { setTimeout as delay } from 'node:timers/promises';
import type { DeliveryListDto, NewChannelDto } from '../../../dist/server/notices/channels/channel.dto.js';
import type { NoticeListDto } from '../../../dist/server/notices/events/notice.dto.js';
import type { Run } from '../command.ts';
import { OWNERS } from '../google.ts';
import { allOf } from '../pages.ts';
import type { Person } from '../person.ts';
import { type Servers, startServers } from '../setting.ts';
import type { Owner } from './life.ts';
import type { Options } from './options.ts';
import type { Shown } from './oracle.ts';
import { Sinks, SINK_HOST } from './sinks.ts';

const AGAIN_MS = 250;

/** Somebody with locations of their own who gets notices by a webhook and by mail. */
export interface Subscriber extends Owner {
  person: Person;
  /** Their locations in this run. All were verified at the beginning. */
  all: string[];
  shown(): Promise<Shown>;
}

export interface Setting extends Servers {
  sinks: Sinks;
  people: Subscriber[];
}

/** Starts everything, and reads all locations once; see `startServers`. */
export async function startSubscribed(
  { store, seed, control }: Options,
  locations: number,
  run: Run,
): Promise<Setting> {
  const skews = store === 'postgres' ? [0, 0] : [0];
  const sinks = await Sinks.start(skews.length, seed, run.ends);
  const hooks = [
    'hooks/clock.ts',
    'hooks/no-quota.ts',
    'notices/hooks/quick.ts',
    // Before what loads the modules that it changes.
    ...(control ? [`notices/controls/${control}.ts`] : []),
    'notices/hooks/sinks.ts',
    'notices/hooks/steps.ts',
  ];
  const env = {
    PUBLISH_SETTLE_MINUTES: '1',
    MAIL_FROM: 'notices@shingle.example',
    CHAOS_WEBHOOK_PORTS: sinks.webhookPorts.join(' '),
    CHAOS_MAIL_PORTS: sinks.mailPorts.join(' '),
    CHAOS_NAME_SERVER: sinks.nameServer,
    CHAOS_CERTIFICATE: sinks.certificate,
  };
  const servers = await startServers({ store, skews, hooks, env }, run);
  const { control: google } = servers.google;
  await servers.google.liftQuotas();
  const people: Subscriber[] = [];
  for (const [index, email] of OWNERS.entries()) {
    const [account] = await google.world.accounts({ email });
    const added = await google.world.addLocations({
      account: account!.id,
      count: locations,
      seed: index + 1,
    });
    const verified = (await google.world.locations({ email }))
      .filter(({ id, verification }) => added.includes(id) && verification === 'VERIFIED')
      .map(({ id }) => id);
    const person = await servers.join(email);
    const send = (status: number, path: string, body?: object) =>
      person.expect(status, 'POST', path, { ...(body && { body }) });
    await subscribe({ address: person.address, send }, sinks);
    people.push(subscriberOf(person, verified));
  }
  return { ...servers, sinks, people };
}

/** Adds a webhook and mail, and proves the address. @param send makes one request, whose answer has the status given first */
export async function subscribe(
  {
    address,
    send,
  }: { address: string; send: (status: number, path: string, body?: object) => Promise<unknown> },
  sinks: Sinks,
): Promise<void> {
  const add = (body: object) => send(201, '/api/channels', body);
  const url = `https://${SINK_HOST}/${encodeURIComponent(address)}`;
  const { secret } = (await add({ kind: 'webhook', url })) as NewChannelDto;
  sinks.secrets.set(address, secret ?? '');
  const { id } = (await add({ kind: 'email' })) as NewChannelDto;
  await send(202, `/api/channels/${id}/proof`);
  const token = sinks.proofOf(address);
  if (!token) throw new Error(`No mail proves the address ${address}.`);
  await send(204, '/api/channel-proofs', { token });
}

function subscriberOf(person: Person, all: string[]): Subscriber {
  const { email, address } = person;
  let scheduled = 0;
  const get = (path: string) => person.expect(200, 'GET', path);
  return {
    person,
    email,
    all,
    locations: [...all],
    get,
    patch: async (path, body) => void (await person.try('PATCH', path, { body })),
    schedule: async (post) => (await person.schedule(post, `post-${(scheduled += 1)}`))?.id,
    reconnect: () => person.reconnect(),
    shown: () => shownTo({ email, address, get }),
  };
}

/** What the product shows somebody. */
export async function shownTo({
  email: owner,
  address,
  get,
}: Pick<Owner, 'email' | 'get'> & { address: string }): Promise<Shown> {
  return {
    owner,
    address,
    notices: await allOf<NoticeListDto['items'][number]>(get, '/api/notices'),
    deliveries: await allOf<DeliveryListDto['items'][number]>(get, '/api/deliveries'),
  };
}

/** Resolves when nothing has come and nothing is open for so long. @returns what is wrong when that takes too long */
export async function untilQuiet(
  { people, sinks }: Pick<Setting, 'people' | 'sinks'>,
  { forMs, withinMs }: { forMs: number; withinMs: number },
): Promise<string | undefined> {
  const end = Date.now() + withinMs;
  for (let [before, since] = ['', Date.now()]; Date.now() < end; await delay(AGAIN_MS)) {
    const shown = await Promise.all(people.map((each) => each.shown()));
    const open = shown.flatMap(({ deliveries }) => deliveries).filter(({ endedAt }) => endedAt === null);
    const counts = shown.map(({ notices }) => notices.map(({ count }) => count));
    const now = JSON.stringify([sinks.arrivals.length, open.length, counts]);
    if (now !== before || open.length > 0) [before, since] = [now, Date.now()];
    else if (Date.now() - since > forMs) return undefined;
  }
  return `it is not quiet within ${withinMs / 60_000} minutes`;
}
