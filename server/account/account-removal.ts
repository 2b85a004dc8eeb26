import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { eq } from 'drizzle-orm';
import { Firebase } from '../auth/firebase.js';
import { SessionsService } from '../auth/sessions.service.js';
import { ConnectionsService } from '../business-profile/connections.service.js';
import { Clock } from '../config/clock.js';
import { Database } from '../database/database.js';
import { users } from '../database/schema.js';
import { AppError } from '../errors/app-error.js';
import { rootOf } from '../errors/root-cause.js';
import { Jobs } from '../jobs/jobs.js';
import { keepFromSending } from '../publishing/being-sent.js';
import { UsersService } from '../users/users.service.js';

/** When it is looked once more: later than anything that was under way at the deletion. */
const ONCE_MORE_MS = 60_000;

/** What became of that which lies elsewhere. */
export interface Removed {
  revoked: boolean | null;
  signInDeleted: boolean;
}

/**
 * Removes an account. Our rows go first and at once, so that nothing goes out any more, whoever cannot be reached; a
 * job that commits with that sees to the rest, if this process dies or Firebase does not answer.
 */
@Injectable()
export class AccountRemoval implements OnModuleInit {
  private readonly logger = new Logger('Account');

  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionsService,
    private readonly sessions: SessionsService,
    private readonly users: UsersService,
    private readonly firebase: Firebase,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.work('account-removal', ({ payload }) => this.removeLeftovers(payload.uid));
  }

  /**
   * Removes an account, its sessions on all replicas, its access to Google, its sign-in. Done twice, it is done once.
   * Errors: `post_being_sent`, and nothing is removed.
   */
  async remove(uid: string): Promise<Removed> {
    const endConnection = await this.removeRows(uid);
    await this.sessions.endAll(uid);
    await this.users.forgetProfile(uid);
    const [revoked, signInDeleted] = await Promise.all([endConnection?.() ?? null, this.deleteSignIn(uid)]);
    this.logger.log({ event: 'account.deleted', uid, revoked, signInDeleted });
    return { revoked, signInDeleted };
  }

  /**
   * Deletes the sign-in if that has failed, and whatever a sign-in that crossed the deletion has put there: Firebase
   * never gives a uid out again.
   */
  async removeLeftovers(uid: string): Promise<void> {
    await this.firebase.deleteUser(uid);
    const endConnection = await this.removeRows(uid);
    await this.sessions.endAll(uid);
    await this.users.forgetProfile(uid);
    await endConnection?.();
  }

  /** Everything that hangs on the user goes with their row. @returns what ends their connection at Google */
  private removeRows(uid: string): Promise<(() => Promise<boolean>) | undefined> {
    const onceMoreAt = new Date(this.clock.now().getTime() + ONCE_MORE_MS);
    return this.database.orm.transaction(async (tx) => {
      // From here on nothing is added that would hang on the user.
      const [user] = await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('update');
      if (!user) return undefined;
      const { isOneBeingSent } = await keepFromSending(tx, uid);
      if (isOneBeingSent) throw AppError.of('post_being_sent');
      const endConnection = await this.connections.remove(uid, tx);
      await tx.delete(users).where(eq(users.uid, uid));
      await this.jobs.send('account-removal', { uid }, { key: uid, startAfter: onceMoreAt, tx });
      return endConnection;
    });
  }

  private deleteSignIn(uid: string): Promise<boolean> {
    return this.firebase.deleteUser(uid).then(
      () => true,
      (error: unknown) => {
        this.logger.warn({ event: 'account.sign_in_left', uid, reason: String(rootOf(error)) });
        return false;
      },
    );
  }
}
