import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { asc, eq, max, sql } from 'drizzle-orm';
import type { Request, Response } from 'express';
import { randomBytes } from 'node:crypto';
import { AccountRemoval } from '../../account/account-removal.js';
import type { SignedInDto } from '../../auth/auth.dto.js';
import { AuthService } from '../../auth/auth.service.js';
import { Database } from '../../database/database.js';
import { memberships } from '../../database/people.schema.js';
import { sessions } from '../../database/schema.js';
import { workspaces } from '../../database/workspaces.schema.js';
import { AppError } from '../../errors/app-error.js';
import type { RequestOwner } from '../../people/current-owner.js';
import { UsersService } from '../../users/users.service.js';
import { DemoCalendar } from './demo-calendar.js';
import { PracticeService } from './practice.service.js';

/** How many demo persons there are at most. */
const MOST = 20;

/** Makes up people who show what the product does, and removes those who have been idle longest. */
@Injectable()
export class DemoService implements OnModuleInit {
  private readonly logger = new Logger('Demo');
  /** Addresses of people who are being made up. */
  private readonly coming = new Set<string>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly auth: AuthService,
    private readonly users: UsersService,
    private readonly practice: PracticeService,
    private readonly calendar: DemoCalendar,
    private readonly removal: AccountRemoval,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    // The mark commits with the person, so that one whose making fails half-way is removed in time as well.
    this.users.whenCreated(async (tx, { workspaceId, email }) => {
      if (!this.coming.has(email)) return;
      await tx.update(workspaces).set({ kind: 'demo' }).where(eq(workspaces.id, workspaceId));
    });
  }

  /**
   * Signs in as a new person, connected to the practice Google and with a month of posts. One is made at a time, so that
   * there are never too many. Errors: those of a sign-up, `google/unavailable`.
   */
  begin(request: Request, response: Response): Promise<SignedInDto> {
    const made = this.last.then(() => this.make(request, response));
    this.last = made.catch(() => undefined);
    return made;
  }

  private async make(request: Request, response: Response): Promise<SignedInDto> {
    await this.makeRoom();
    // A domain of RFC 2606 that no one can have. The password is not kept.
    const email = `demo-${randomBytes(8).toString('hex')}@demo.invalid`;
    const password = randomBytes(24).toString('base64url');
    this.coming.add(email);
    try {
      const signedIn = await this.auth.signUp(
        { fullName: 'Alex Morgan', email, password },
        request,
        response,
      );
      const { uid: actor, workspaceId } = signedIn.user;
      await this.fill({ workspaceId, actor }, await this.sessionOf(actor));
      return signedIn;
    } finally {
      this.coming.delete(email);
    }
  }

  /** The id of the session that has just begun: the only one of a new person. */
  private async sessionOf(uid: string): Promise<string> {
    const [session] = await this.database.orm
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.uid, uid));
    if (!session) throw AppError.of('not_signed_in');
    return session.id;
  }

  private async fill(owner: RequestOwner, sessionId: string): Promise<void> {
    try {
      await this.calendar.fill(owner, sessionId);
    } catch (error) {
      await this.remove(owner);
      throw error;
    }
  }

  /** Removes the idlest until there is room for one more. One of whom a post is being sent stays for now. */
  private async makeRoom(): Promise<void> {
    const idlestFirst = await this.everyone();
    let tooMany = idlestFirst.length - (MOST - 1);
    for (const owner of idlestFirst) {
      if (tooMany <= 0) return;
      if (await this.remove(owner)) tooMany -= 1;
    }
  }

  private everyone(): Promise<RequestOwner[]> {
    const lastSeen = sql`coalesce(${max(sessions.lastSeenAt)}, ${workspaces.createdAt})`;
    return this.database.orm
      .select({ workspaceId: workspaces.id, actor: memberships.uid })
      .from(workspaces)
      .innerJoin(memberships, eq(memberships.workspaceId, workspaces.id))
      .leftJoin(sessions, eq(sessions.uid, memberships.uid))
      .where(eq(workspaces.kind, 'demo'))
      .groupBy(workspaces.id, memberships.uid)
      .orderBy(asc(lastSeen), asc(memberships.uid));
  }

  /** Removes a person with all that they own, here, at Firebase and in the simulated Google. */
  private async remove({ workspaceId, actor }: RequestOwner): Promise<boolean> {
    try {
      await this.removal.remove(actor);
      this.practice.forget(workspaceId);
      return true;
    } catch (error) {
      this.logger.warn({ event: 'demo.left', uid: actor, reason: (error as Error).message });
      return false;
    }
  }
}
