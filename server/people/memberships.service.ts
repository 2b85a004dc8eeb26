import { Injectable } from '@nestjs/common';
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
   * What a person is in a workspace by the table; undefined where they are no member, or there is no such workspace. Ask it
   * only for what their session has not brought: a membership that was made since.
   */
  async findRole(uid: string, workspaceId: string): Promise<Role | undefined> {
    if (workspaceId === '' || workspaceId.length > MAX_WORKSPACE_ID) return undefined;
    if (workspaceId === ownWorkspaceOf(uid)) await this.memberships.makeOwner(uid);
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
