import { type ChildProcess, spawn } from 'node:child_process';
import { type Call, controlOf, type GoogleAddresses } from 'gbp-simulator';
import { GOOGLE_CLIENT, PEOPLE, SIMULATOR_COMMAND } from '../support/google/google-simulator.ts';
import { FAULTS } from './faults.ts';
import { type Accepted, acceptedAt } from './oracle.ts';

/** Those who may have places here; each has an account of their own. */
export const OWNERS = [PEOPLE.tamsin, PEOPLE.idris, PEOPLE.wilhelmina];

/** How long what is accepted is missing from lists: within the settle window, or beyond it. */
export const LISTING_MS = { within: 20_000, beyond: 150_000 };

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

  /** From now on it fails at random, lists late, and takes no token for the next post of some places. */
  async beginFaults(seed: number, listing: keyof typeof LISTING_MS, places: string[]): Promise<void> {
    await this.control.configure({ listingMs: LISTING_MS[listing] });
    // Twice: a new token is refused as well, which must not pass for a grant that is gone.
    for (const location of places)
      await this.control.faults.next('localPosts.create', 'unauthenticated', {
        times: 2,
        match: { location },
      });
    for (const [index, [operation, kind, share, options]] of FAULTS.entries())
      await this.control.faults.rate(operation, kind, share, seed + index, options);
  }

  async endFaults(): Promise<void> {
    await this.control.faults.clear();
  }

  /** That person's grant is no longer good, as if they had taken it back in their Google Account. */
  async revoke(email: string): Promise<void> {
    await this.control.world.revokeAccess({ email });
  }

  /** How often it was asked for an access token with a grant that is no longer good. */
  async countRefusedRefreshes(): Promise<number> {
    return (await this.control.calls.list({ operation: 'oauth.refresh', status: 400 })).length;
  }

  /** The requests to create posts, by its own log. */
  creates(): Promise<Call[]> {
    return this.control.calls.list({ operation: 'localPosts.create' });
  }

  /** Every request, by its own log. */
  calls(): Promise<Call[]> {
    return this.control.calls.list();
  }

  /** What it has taken, by its own log. */
  async accepted(places: string[]): Promise<Accepted[]> {
    return acceptedAt(places, await this.control.world.posts({}), await this.creates());
  }

  /** How often each fault has struck. */
  async struck(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { fault, operation } of await this.calls())
      if (fault) counts[`${operation} ${fault}`] = (counts[`${operation} ${fault}`] ?? 0) + 1;
    return counts;
  }

  stop(): void {
    this.child.kill('SIGKILL');
  }
}

/** Whose place that is. */
export function ownerOf(place: number): string {
  return OWNERS[place % OWNERS.length] as string;
}
