import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { eq } from 'drizzle-orm';
import { Firebase } from '../auth/firebase.js';
import { SessionsService } from '../auth/sessions.service.js';
import { ConnectionsService } from '../business-profile/connection/connections.service.js';
import { Clock } from '../config/clock.js';
import { Database } from '../database/database.js';
import { users } from '../database/schema.js';
import { lockWorkspaceForDeletion } from '../database/workspace-lock.js';
import { workspaces } from '../database/workspaces.schema.js';
import { AppError } from '../errors/app-error.js';
import { isDeadlock, rootOf } from '../errors/database-errors.js';
import { Jobs } from '../jobs/job-engine.js';
import { MembershipsService } from '../people/memberships.service.js';
import { lockUnsentPosts } from '../publishing/holds.repository.js';
import { ownWorkspaceOf } from '../users/own-workspace.js';
import { UsersService } from '../users/users.service.js';

/** When the removal is repeated: late enough that all requests that ran during the deletion have ended. */
const ONCE_MORE_MS = 60_000;

/** How often the rows are deleted when others of the account's transactions get in the way, each at another moment. */
const ATTEMPTS = 5;

/** The result outside our database: the access to Google, the sign-in at Firebase. */
export interface Removed {
  revoked: boolean | null;
  signInDeleted: boolean;
}

/** What is left to do after the rows are gone. */
interface RemovedRows {
  /** Has all processes forget who was a member of the workspace. */
  forgetMembers: () => Promise<void>;
  /** Revokes the access at Google; undefined: there was none. */
  endConnection: (() => Promise<boolean>) | undefined;
}

/**
 * Removes an account. Our rows are deleted first and in one transaction, so that nothing is published afterwards even if
 * Google or Firebase cannot be reached; a job in the same transaction does the rest if this process dies or Firebase does
 * not answer.
 */
@Injectable()
export class AccountRemoval implements OnModuleInit {
  private readonly logger = new Logger('Account');

  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionsService,
    private readonly sessions: SessionsService,
    private readonly users: UsersService,
    private readonly memberships: MembershipsService,
    private readonly firebase: Firebase,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.work('account-removal', ({ payload }) => this.removeLeftovers(payload.uid));
  }

  /**
   * Removes an account, its sessions on all replicas, its access to Google and its sign-in. It is safe to repeat.
   * Errors: `post_being_sent`; then nothing is removed.
   */
  async remove(uid: string): Promise<Removed> {
    const endConnection = await this.removeHere(uid);
    const [revoked, signInDeleted] = await Promise.all([endConnection?.() ?? null, this.deleteSignIn(uid)]);
    this.logger.log({ event: 'account.deleted', uid, revoked, signInDeleted });
    return { revoked, signInDeleted };
  }

  /**
   * Deletes the sign-in if that failed before, and all rows that a sign-in during the deletion added. Firebase never uses
   * a uid again.
   */
  async removeLeftovers(uid: string): Promise<void> {
    await this.firebase.deleteUser(uid);
    const endConnection = await this.removeHere(uid);
    await endConnection?.();
  }

  /** Deletes the rows, and has all processes forget what they know. @returns a function that revokes the access at Google */
  private async removeHere(uid: string): Promise<(() => Promise<boolean>) | undefined> {
    const removed = await this.removeRows(uid);
    await this.sessions.endAll(uid);
    await this.users.forgetProfile(uid);
    await removed?.forgetMembers();
    return removed?.endConnection;
  }

  /** Deletes the user and their own workspace with all rows that refer to them: memberships in other workspaces end as well. */
  private async removeRows(uid: string): Promise<RemovedRows | undefined> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await this.removeRowsOnce(uid);
      } catch (error) {
        // A transaction that holds rows of the workspace may add one that refers to it: the database then ends one of the two.
        if (!isDeadlock(error) || attempt === ATTEMPTS) throw error;
      }
  }

  private removeRowsOnce(uid: string): Promise<RemovedRows | undefined> {
    const onceMoreAt = new Date(this.clock.now().getTime() + ONCE_MORE_MS);
    return this.database.transaction(async (tx) => {
      // With these locks no row can be added that refers to the user or to the workspace. The workspace comes first, as
      // everywhere: otherwise a request that has locked it, and changes the user, would wait for this in vain.
      const workspaceId = ownWorkspaceOf(uid);
      await lockWorkspaceForDeletion(tx, workspaceId);
      const [user] = await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('update');
      if (!user) return undefined;
      const { isOneBeingSent } = await lockUnsentPosts(tx, workspaceId);
      if (isOneBeingSent) throw AppError.of('post_being_sent');
      const endConnection = await this.connections.remove(workspaceId, tx);
      const forgetMembers = await this.memberships.endAll(tx, workspaceId);
      await tx.delete(workspaces).where(eq(workspaces.id, workspaceId));
      await tx.delete(users).where(eq(users.uid, uid));
      await this.jobs.send('account-removal', { uid }, { key: uid, startAfter: onceMoreAt, tx });
      return { forgetMembers, endConnection };
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
