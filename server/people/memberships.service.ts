import { Injectable } from '@nestjs/common';
import type { VerifiedSession } from '../auth/session.js';
import { SessionsService } from '../auth/sessions.service.js';
import type { Orm } from '../database/database.js';
import type { Role } from '../database/people.schema.js';
import { ownWorkspaceOf } from '../users/own-workspace.js';
import { MembershipsRepository } from './memberships.repository.js';
import { MAX_WORKSPACE_ID } from './workspace-name.js';

/** Who may work in which workspace. */
@Injectable()
export class MembershipsService {
  constructor(
    private readonly memberships: MembershipsRepository,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * What the person of a session is in a workspace; undefined where they are no member, or there is no such workspace.
   * The session brings what was so when it was last read, at most a minute ago. A membership that has ended since is gone
   * at once on all processes, as an ended session is; one that was made since is looked up.
   */
  async roleOf({ uid, roles }: VerifiedSession, workspaceId: string): Promise<Role | undefined> {
    const known = roles.get(workspaceId);
    if (known !== undefined) return known;
    if (workspaceId === '' || workspaceId.length > MAX_WORKSPACE_ID) return undefined;
    if (workspaceId === ownWorkspaceOf(uid)) await this.memberships.ownOwn(uid);
    return this.memberships.roleOf(uid, workspaceId);
  }

  /**
   * Ends all memberships of a workspace in the transaction that deletes it.
   * @returns what to do after the commit: all processes forget them
   */
  async endAll(tx: Orm, workspaceId: string): Promise<() => Promise<void>> {
    const uids = await this.memberships.removeAll(tx, workspaceId);
    return async () => {
      for (const uid of uids) await this.sessions.readAgain(uid);
    };
  }
}
