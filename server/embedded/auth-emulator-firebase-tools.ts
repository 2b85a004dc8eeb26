import { createRequire } from 'node:module';
import type { RequestListener } from 'node:http';

/** An account as the emulator keeps it: the fields that are relied on here by name, and all the others. */
export interface Account {
  localId: string;
  providerUserInfo?: object[];
  [field: string]: unknown;
}

/** A code that was "sent by mail", with the link that would have stood in the mail. */
export interface OutOfBandCode {
  email: string;
  requestType: string;
  oobCode: string;
  oobLink: string;
}

/** All that the emulator knows about one project. Every change of it goes through one of these methods. */
export interface ProjectState {
  readonly projectId: string;
  readonly config: Record<string, unknown>;
  readonly users: Map<string, Account>;
  readonly oobs: Map<string, OutOfBandCode>;
  updateUserByLocalId(localId: string, fields: object, options?: { upsertProviders?: object[] }): Account;
  deleteUser(account: Account): void;
  deleteAllAccounts(): void;
  createOob(
    email: string,
    newEmail: string | undefined,
    requestType: string,
    link: (code: string) => string,
  ): OutOfBandCode;
  deleteOobCode(code: string): boolean;
  updateConfig(config: object, mask?: string): object;
  getTenantProject(tenantId: string): ProjectState;
}

interface PathItem {
  parameters?: { $ref?: string }[];
}

// The CLI of firebase-tools takes three times the time and memory, and saves accounts only when it is stopped politely.
// These paths are internal to firebase-tools: its version is pinned, and the tests make every call the product makes.
const require = createRequire(import.meta.url);
const { default: description } = require('firebase-tools/lib/emulator/auth/apiSpec.js') as {
  default: { paths: Record<string, PathItem> };
};
const { createApp } = require('firebase-tools/lib/emulator/auth/server.js') as {
  createApp(
    projectId: string,
    singleProjectMode: number,
    states: Map<string, ProjectState>,
  ): Promise<RequestListener>;
};
const operations = require('firebase-tools/lib/emulator/auth/operations.js') as {
  resetPassword(state: ProjectState, request: { oobCode: string; newPassword: string }): object;
};

/** The emulator's own state of a project. */
export const { AgentProjectState } = require('firebase-tools/lib/emulator/auth/state.js') as {
  AgentProjectState: new (projectId: string) => ProjectState;
};

/** Answered as status 501 with the given message. */
export const { NotImplementedError } = require('firebase-tools/lib/emulator/auth/errors.js') as {
  NotImplementedError: new (message: string) => Error;
};

const ADMIN = '/v1/projects/{targetProjectId}';
const EMULATOR = '/emulator/v1/projects/{targetProjectId}';

// What is not listed is answered with 404. Each path costs time and memory at start, whether it is called or not.
const SERVED = new Set([
  '/v1/accounts:delete',
  '/v1/accounts:lookup',
  '/v1/accounts:resetPassword',
  '/v1/accounts:sendOobCode',
  '/v1/accounts:signInWithIdp',
  '/v1/accounts:signInWithPassword',
  '/v1/accounts:signUp',
  '/v1/accounts:update',
  '/v1/token',
  `${ADMIN}/accounts`,
  `${ADMIN}/accounts:batchCreate`,
  `${ADMIN}/accounts:batchDelete`,
  `${ADMIN}/accounts:batchGet`,
  `${ADMIN}/accounts:delete`,
  `${ADMIN}/accounts:lookup`,
  `${ADMIN}/accounts:sendOobCode`,
  `${ADMIN}/accounts:update`,
  `${ADMIN}:createSessionCookie`,
  `${EMULATOR}/accounts`,
  `${EMULATOR}/config`,
  `${EMULATOR}/oobCodes`,
]);

// The emulator's setting for "a request that names another project is an error".
const REFUSE_OTHER_PROJECTS = 2;

/** The emulator's request handler over this state. The state is the caller's: what it holds now is served. */
export function createEmulator(projectId: string, state: ProjectState): Promise<RequestListener> {
  for (const [path, item] of Object.entries(description.paths)) {
    if (!SERVED.has(path)) delete description.paths[path];
    // The parameters that all Google calls share (alt, callback, prettyPrint ...): nobody sends them, and each compiles
    // a validator of its own.
    item.parameters = item.parameters?.filter((parameter) => !parameter.$ref);
  }
  return createApp(projectId, REFUSE_OTHER_PROJECTS, new Map([[projectId, state]]));
}

/**
 * Sets a new password by the code from a reset link, as `accounts:resetPassword` does.
 * @throws Error with Firebase's code first in its message: `INVALID_OOB_CODE`, `WEAK_PASSWORD : ...`.
 */
export function resetPassword(state: ProjectState, oobCode: string, newPassword: string): void {
  operations.resetPassword(state, { oobCode, newPassword });
}
