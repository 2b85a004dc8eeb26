import { type ChildProcess, spawn } from 'node:child_process';
import {
  type Call,
  controlOf,
  type FaultKind,
  type FaultOptions,
  type GoogleAddresses,
  type Operation,
} from 'gbp-simulator';
import { GOOGLE_CLIENT, PEOPLE, SIMULATOR_COMMAND } from '../support/google/google-simulator.ts';
import { tally } from './report.ts';
import { untilTime } from './until.ts';

/** Those who may have places here; each has an account of their own. */
export const OWNERS = [PEOPLE.tamsin, PEOPLE.idris, PEOPLE.wilhelmina];

/** How long what is accepted is missing from lists: within the settle window, or beyond it. */
export const LISTING_MS = { within: 20_000, beyond: 150_000 };

/** Something that goes wrong at Google, and how often: a share of the requests of one kind. */
export type FaultRate = [Operation, FaultKind, share: number, options?: FaultOptions];

/** As good as none. */
const NO_LIMIT = 1_000_000;

/** How many of a chain's locations are in two accounts. */
const SHARED = 0.1;

/** What the simulator's command sends to the process that started it. */
interface Ready {
  origin: string;
  addresses: GoogleAddresses;
}

/** A Google in a process of its own. */
export class Google {
  readonly addresses: GoogleAddresses;
  private readonly child: ChildProcess;
  readonly control: ReturnType<typeof controlOf>;

  private constructor(child: ChildProcess, { origin, addresses }: Ready) {
    this.child = child;
    this.addresses = addresses;
    this.control = controlOf(origin);
  }

  /** @param redirectUris where people come back to from the consent page */
  static async start(redirectUris: string[]): Promise<Google> {
    const { id, secret } = GOOGLE_CLIENT;
    const args = ['--client-id', id, '--client-secret', secret];
    for (const uri of redirectUris) args.push('--redirect-uri', uri);
    const child = spawn(process.execPath, [SIMULATOR_COMMAND, ...args], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ready = await new Promise<Ready>((resolve, reject) => {
      child.once('message', (message) => resolve(message as Ready));
      child.once('exit', () => reject(new Error('The Google simulator has not started.')));
    });
    return new Google(child, ready);
  }

  /** Gives so many places to the owners, in turn. @returns their ids */
  async addPlaces(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1)
      ids.push(await this.addPlace(ownerOf(index), `Bakehouse ${index + 1}`));
    return ids;
  }

  /** Gives a place to somebody. @returns its id */
  async addPlace(email: string, title: string): Promise<string> {
    const { world } = this.control;
    const [account] = await world.accounts({ email });
    return (await world.addLocation({ account: account!.id, title })).id;
  }

  /**
   * Gives many locations to somebody who owns an agency. The agency shows those of a group below it as well.
   * @returns their ids, those in two accounts first
   */
  async addChain(email: string, count: number): Promise<string[]> {
    const { world } = this.control;
    const agency = (await world.accounts({ email })).find(({ type }) => type !== 'PERSONAL')!;
    const group = await world.addAccount({ accountName: 'Parcels', below: agency.id });
    const shared = Math.ceil(count * SHARED);
    return [
      ...(await world.addLocations({ account: group.id, count: shared, seed: 1 })),
      ...(await world.addLocations({ account: agency.id, count: count - shared, seed: 2 })),
    ];
  }

  /** From now on it fails at random, the same for the same seed. */
  async beginFaults(rates: FaultRate[], seed: number): Promise<void> {
    for (const [index, [operation, kind, share, options]] of rates.entries())
      await this.control.faults.rate(operation, kind, share, seed + index, options);
  }

  async endFaults(): Promise<void> {
    await this.control.faults.clear();
  }

  /** Resolves when its lists have all posts that it has taken. @param listingMs how long they are missing there */
  async untilListed(listingMs: number): Promise<void> {
    const posts = await this.control.world.posts({});
    await untilTime(Math.max(0, ...posts.map(({ createTime }) => Date.parse(createTime))) + listingMs);
  }

  /** From now on it allows any number of requests and edits. */
  async liftQuotas(): Promise<void> {
    await this.control.configure({ requestsPerMinute: NO_LIMIT, editsPerMinute: NO_LIMIT });
  }

  /** Forgets the requests until now. @returns the number of the last entry of its journal */
  async beginRecord(): Promise<number> {
    await this.control.calls.clear();
    return (await this.control.journal.list()).at(-1)?.seq ?? 0;
  }

  /** That person's grant is no longer good, as if they had taken it back in their Google Account. */
  async revoke(email: string): Promise<void> {
    await this.control.world.revokeAccess({ email });
  }

  /** How often it was asked for an access token with a grant that is no longer good. */
  async countRefusedRefreshes(): Promise<number> {
    return (await this.control.calls.list({ operation: 'oauth.refresh', status: 400 })).length;
  }

  /** Every request, by its own log. */
  calls(): Promise<Call[]> {
    return this.control.calls.list();
  }

  /** How often each fault has struck. */
  async struck(): Promise<Record<string, number>> {
    const calls = await this.calls();
    return tally(calls.flatMap(({ fault, operation }) => (fault ? [`${operation} ${fault}`] : [])));
  }

  stop(): void {
    this.child.kill('SIGKILL');
  }
}

/** Whose place that is. */
export function ownerOf(place: number): string {
  return OWNERS[place % OWNERS.length] as string;
}
