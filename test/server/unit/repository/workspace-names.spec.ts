import { describe, expect, it } from '@jest/globals';
import { mixedUp, saysUid, serverFiles, serverProgram } from '../../../support/workspace-names.ts';

/** What of the server may say `uid`: there the person is meant. What no longer says it leaves the list. */
const OF_PERSONS = [
  // Who signs in, their profile, their account, and which workspaces they may act in.
  'server/auth/',
  'server/users/',
  'server/account/',
  'server/people/',
  // Columns of tables that are about a person.
  'server/database/connection.schema.ts',
  'server/database/notices.schema.ts',
  'server/database/people.schema.ts',
  'server/database/publishing.schema.ts',
  'server/database/schema.ts',
  // Who made a request, began a connection, or repeats a request.
  'server/observability/request-log.ts',
  'server/business-profile/connection/connection-setup.service.ts',
  'server/business-profile/connection/connections.service.ts',
  'server/posts/idempotency.ts',
  // Whose account is removed, and the name that jobs of versions before had for the workspace.
  'server/jobs/job-queues.ts',
  // Whom notices go to, and when they want none.
  'server/notices/channels/channel-person.ts',
  'server/notices/notice-settings.service.ts',
  // Who made a change, or decided about an edit, as answers say it.
  'server/bulk-edits/bulk-edit-mapping.ts',
  'server/changes/change.dto.ts',
  'server/changes/change-mapping.ts',
  'server/changes/google-edits.service.ts',
  // The demo makes up people, and removes them.
  'server/embedded/practice/demo.service.ts',
];

/** Faults, each as somebody could write it, in files that are not there. */
const FAULTY = {
  'server/posts/faulty.controller.ts': `
    import { Controller, Get } from '@nestjs/common';
    import { type CurrentSession, CurrentUser } from '../auth/session.js';
    import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
    @Controller('api/faulty')
    export class FaultyController {
      constructor(private readonly providers: BusinessProfileProviders) {}
      @Get()
      list(@CurrentUser() { uid }: CurrentSession): Promise<unknown> {
        return this.providers.sourceOf(uid);
      }
    }`,
  'server/account/faulty.ts': `
    import { eq, sql } from 'drizzle-orm';
    import { posts } from '../database/schema.js';
    import { workspaces } from '../database/workspaces.schema.js';
    import type { RequestOwner } from '../people/current-owner.js';
    declare function sourceOf(workspaceId: string): void;
    declare function memberOf(options: { workspaceId: string }): void;
    declare function lockWorkspace(id: string): void;
    declare function nameOf(uid: string): void;
    declare function forget(actor: string): void;
    export function faults(uid: string, { actor, workspaceId }: RequestOwner, session: { uid: string }) {
      sourceOf(uid);
      sourceOf(workspaceId ?? session.uid);
      memberOf({ workspaceId: uid });
      memberOf({ workspaceId: (actor) });
      lockWorkspace(session.uid);
      nameOf(workspaceId);
      eq(posts.workspaceId, uid);
      eq(actor, workspaces.id);
      sql\`select 1 from posts where workspace_id = \${uid}\`;
      sql\`select 1 from posts where \${posts.workspaceId} = \${session.uid}\`;
      const { uid: workspace } = session;
      const found = workspaceId === uid;
      const line = { event: 'x', workspace: uid, uid: workspaceId };
      return { workspace, found, line };
    }
    export function right(uid: string, { actor, workspaceId }: RequestOwner) {
      sourceOf(workspaceId);
      memberOf({ workspaceId });
      forget(actor);
      nameOf(uid);
      nameOf(actor);
      lockWorkspace(workspaceId);
      eq(posts.workspaceId, workspaceId);
    }`,
};

const root = process.cwd();
const program = serverProgram(root, FAULTY);
const files = serverFiles(program, root);
const own = files.filter(([path]) => !(path in FAULTY));

const isOfPersons = (path: string): boolean => OF_PERSONS.some((allowed) => path.startsWith(allowed));

describe('the server', () => {
  it('never takes a person for a workspace', () => {
    expect(own.length).toBeGreaterThan(400);
    const faults = own.flatMap(([path, file]) => mixedUp(program, file, path));
    expect(faults.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([]);
  });

  it('says `uid` only where a person is meant', () => {
    const saying = own.flatMap(([path, file]) => (saysUid(file) ? path : []));
    expect(saying.filter((path) => !isOfPersons(path))).toEqual([]);
    expect(OF_PERSONS.filter((allowed) => !saying.some((path) => path.startsWith(allowed)))).toEqual([]);
  });
});

describe('what takes a person for a workspace', () => {
  const linesOf = (path: string): string[] => {
    const [, file] = files.find(([each]) => each === path)!;
    return mixedUp(program, file, path).map(({ text }) => text);
  };

  it('is a controller that gives the session’s uid to a service', () => {
    const path = 'server/posts/faulty.controller.ts';
    const saying = files.flatMap(([each, file]) => (saysUid(file) ? each : []));
    expect([saying.includes(path), isOfPersons(path)]).toEqual([true, false]);
    expect(linesOf(path)).toEqual(['a person is given for a workspace: this.providers.sourceOf(uid)']);
  });

  it('is found by the names of parameters, properties and columns, and what is right is not', () => {
    expect(linesOf('server/account/faulty.ts')).toEqual([
      'a person is given for a workspace: sourceOf(uid)',
      'a person is given for a workspace: sourceOf(workspaceId ?? session.uid)',
      'a person is kept as a workspace: workspaceId: uid',
      'a person is kept as a workspace: workspaceId: (actor)',
      'a person is given for a workspace: lockWorkspace(session.uid)',
      'a workspace is given for a person: nameOf(workspaceId)',
      'a person is compared with a workspace: eq(posts.workspaceId, uid)',
      'a person is compared with a workspace: eq(actor, workspaces.id)',
      'a person is compared with a workspace: `select 1 from posts where workspace_id = ${uid}`',
      'a person is compared with a workspace: `select 1 from posts where ${posts.workspaceId} = ${session.uid}`',
      'a person is kept as a workspace: uid: workspace',
      'a person is compared with a workspace: workspaceId === uid',
      'a person is kept as a workspace: workspace: uid',
      'a workspace is kept as a person: uid: workspaceId',
    ]);
  });
});
