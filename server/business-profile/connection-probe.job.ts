import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Jobs } from '../jobs/jobs.js';
import type { JobPayloads } from '../jobs/queues.js';
import { Repeater } from '../jobs/repeater.js';
import { ConnectionsRepository } from './connections.repository.js';
import { AccessTokens, TRY_LOST_EVERY_MS } from './google/access-tokens.js';

const SWEEP_EVERY_MS = 60_000;

/**
 * Asks Google whether lost connections work again, so that nobody has to reconnect for a fault that has passed. The
 * connection's state is the truth; a job is tried again at growing distances until the connection works or is gone.
 */
@Injectable()
export class ConnectionProbeJob implements OnModuleInit {
  constructor(
    private readonly connections: ConnectionsRepository,
    private readonly tokens: AccessTokens,
    private readonly jobs: Jobs,
    private readonly repeater: Repeater,
  ) {}

  onModuleInit(): void {
    this.jobs.work('connection-probe', ({ payload }) => this.probe(payload));
    this.repeater.repeat('Looking for lost connections', SWEEP_EVERY_MS, () => this.sweep());
  }

  /** Makes the jobs that are missing. */
  async sweep(): Promise<void> {
    const lost = await this.connections.lost();
    await this.jobs.sendAll(
      'connection-probe',
      lost.map(({ uid, id, updatedAt }) => ({
        payload: { uid, connectionId: id },
        key: id,
        startAfter: new Date(updatedAt.getTime() + TRY_LOST_EVERY_MS),
      })),
    );
  }

  /** Errors: `google/reconnect` while it is still lost, and `google/unavailable`; then the job is tried again. */
  private async probe({ uid, connectionId }: JobPayloads['connection-probe']): Promise<void> {
    const connection = await this.connections.find(uid);
    if (connection?.id === connectionId && connection.state === 'reconnect') await this.tokens.get(uid);
  }
}
