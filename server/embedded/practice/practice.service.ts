import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { eq } from 'drizzle-orm';
import type { GoogleSimulator } from 'gbp-simulator';
import type { SetupAnswerDto } from '../../business-profile/connection/connection.dto.js';
import { ConnectionSetupService } from '../../business-profile/connection/connection-setup.service.js';
import { ConnectionsService } from '../../business-profile/connection/connections.service.js';
import { Database } from '../../database/database.js';
import { workspaces } from '../../database/workspaces.schema.js';
import { AppError } from '../../errors/app-error.js';
import type { RequestOwner } from '../../people/current-owner.js';
import type { PracticeWorld } from './practice.dto.js';
import { PRACTICE_EDITS } from './practice-edits.js';

/** The simulated Google that this process runs. */
export const SIMULATOR = Symbol('the Google simulator');

/** Connects workspaces to worlds of their own in the simulated Google. */
@Injectable()
export class PracticeService implements OnModuleInit {
  constructor(
    @Inject(SIMULATOR) private readonly simulator: GoogleSimulator,
    private readonly setup: ConnectionSetupService,
    private readonly connections: ConnectionsService,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    // After disconnecting, a workspace may come back to what was done there; a deleted one may not.
    this.connections.whenDisconnected(async ({ workspaceId }) => {
      const isThere = await this.database.orm.$count(workspaces, eq(workspaces.id, workspaceId));
      if (isThere === 0) this.forget(workspaceId);
    });
  }

  /**
   * Connects a workspace to its own copy of a world, as the consent page would: with state, nonce and PKCE, and through
   * the same exchange of a code. The same world is as it was left. Errors: `google/unavailable`, `not_signed_in` once the
   * session has ended.
   */
  async connect(owner: RequestOwner, sessionId: string, world: PracticeWorld): Promise<SetupAnswerDto> {
    const { email } = this.simulator.world.openPrivateWorld({ world, owner: owner.workspaceId });
    this.editAsGoogle(email, world);
    const address = await this.setup.begin(owner, sessionId);
    const { searchParams } = new URL(this.simulator.world.allow({ address, email }));
    const [code, state] = ['code', 'state'].map((name) => searchParams.get(name) ?? '');
    const answer = await this.setup.finish(owner, sessionId, { code: code ?? '', state });
    if (!answer.success) throw AppError.of('google/unavailable', new Error(answer.error?.message));
    return answer;
  }

  /** In a world that is opened for the first time there are edits of Google to answer. */
  private editAsGoogle(email: string, name: PracticeWorld): void {
    const { world, journal } = this.simulator;
    const locations = world.locations({ email });
    const ids = new Set(locations.map(({ id }) => id));
    const isNew =
      locations.every(({ differences }) => Object.keys(differences).length === 0) &&
      journal.list().every(({ location }) => !ids.has(location));
    if (!isNew) return;
    for (const { location, by, fields } of PRACTICE_EDITS[name]) {
      const found = locations.find(({ fields: { title } }) => title === location);
      if (!found) throw new Error(`The practice Google has no location ${location}.`);
      world.editByGoogle({ location: found.id, fields, by });
    }
  }

  /** Forgets a workspace's worlds. */
  forget(workspaceId: string): void {
    this.simulator.world.closePrivateWorlds({ owner: workspaceId });
  }
}
