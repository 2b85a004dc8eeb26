import { Injectable } from '@nestjs/common';
import { Resolver } from 'node:dns/promises';
import { waitAtMost } from '../../jobs/bounded-wait.js';
import { FairQueue, type Task } from '../../jobs/fair-queue.js';
import { WebhookNetwork } from './webhook-network.js';

/** How many names are looked up at once, of one workspace half of them. */
const AT_ONCE = 2;
/** How often each name server is asked. */
const TRIES = 2;

interface LookUp extends Task {
  name: string;
  done: (addresses: string[]) => void;
}

/**
 * Looks up the names of webhooks. People choose these names, and their name servers may answer slowly or never: so no
 * thread waits for one, as with `dns.lookup`, whose few threads sign-in, Google and the mail server need. Name servers
 * alone are asked, those of `/etc/resolv.conf`; `/etc/hosts` and search domains mean nothing here.
 */
@Injectable()
export class NameLookUps {
  private readonly queue = new FairQueue<LookUp>(
    () => AT_ONCE,
    async ({ name, dueAt, done }) => {
      const isLate = performance.now() - dueAt > this.network.lookUpTimes.turnWithinMs;
      done(isLate ? [] : await this.ask(name).catch(() => []));
    },
  );
  private asked = 0;

  constructor(private readonly network: WebhookNetwork) {}

  /** The IP addresses of a name by now, after its turn among those of all workspaces; none where none was found in time. */
  async addressesOf(name: string, workspaceId: string): Promise<string[]> {
    const { turnWithinMs, withinMs } = this.network.lookUpTimes;
    const id = String((this.asked += 1));
    let found: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = (addresses: string[]) => {
      found = addresses;
      resolve();
    };
    this.queue.add([{ id, owner: workspaceId, exclusiveKey: id, dueAt: performance.now(), name, done }]);
    await waitAtMost(turnWithinMs + withinMs, promise);
    return found;
  }

  private async ask(name: string): Promise<string[]> {
    const { withinMs } = this.network.lookUpTimes;
    const resolver = new Resolver({ timeout: withinMs / TRIES, tries: TRIES });
    if (this.network.nameServers) resolver.setServers(this.network.nameServers);
    const answers = Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    await waitAtMost(withinMs, answers);
    resolver.cancel();
    return (await answers).flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  }
}
