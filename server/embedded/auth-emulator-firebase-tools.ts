import { createRequire } from 'node:module';
import type { RequestListener } from 'node:http';

/** An account as the emulator keeps it: the fields that this product uses by name, and all the others. */
export interface Account {
  localId: string;
  providerUserInfo?: object[];
  [field: string]: unknown;
}

/** A code that was "sent by mail", with the link that the mail would contain. */
interface OutOfBandCode {
  email: string;
  requestType: string;
  oobCode: string;
  oobLink: string;
}

/** Everything that the emulator knows about one project. Every change goes through one of these methods. */
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

// The CLI of firebase-tools takes three times the time and memory, and saves accounts only on a clean stop.
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

// Any other path is answered with 404. Each path costs time and memory at the start, called or not.
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

/** The emulator's request handler for this state. */
export function createEmulator(projectId: string, state: ProjectState): Promise<RequestListener> {
  for (const [path, item] of Object.entries(description.paths)) {
    if (!SERVED.has(path)) delete description.paths[path];
    // The parameters that all Google calls share (alt, callback, prettyPrint ...): no client of ours sends them, and each
    // compiles a validator of its own.
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

/** The state that is saved, as plain JSON. */
export interface Snapshot {
  projectId: string;
  config: object;
  accounts: Account[];
  codes: OutOfBandCode[];
}

/**
 * The emulator asks the clock twice for a new account: when it signed in, and since when its sessions are good. Where a
 * second begins in between, its own session would count as ended, for good.
 */
function validFromItsCreation({
  createdAt,
  validSince,
}: {
  createdAt?: string;
  validSince?: string;
}): object {
  if (createdAt === undefined || validSince === undefined) return {};
  return { validSince: String(Math.floor(Number(createdAt) / 1000)) };
}

/**
 * The emulator's state, with a record of whether it has changed. It can be saved and restored exactly.
 * (`accounts:batchCreate` cannot restore it: it sets `validSince` to now, which would end all sessions.)
 */
export class RecordedState extends AgentProjectState {
  /** Whether anything has changed since this was last set to false. */
  changed = false;
  /** Password-reset codes created since this was last emptied. */
  newResetCodes: OutOfBandCode[] = [];

  constructor(projectId: string, saved?: Snapshot) {
    super(projectId);
    if (!saved) return;
    this.updateConfig(saved.config);
    for (const account of saved.accounts) this.restore(account);
    for (const code of saved.codes) this.oobs.set(code.oobCode, code);
    this.changed = false;
  }

  private restore(account: Account): void {
    this.users.set(account.localId, { localId: account.localId });
    // A copy of the list: the emulator adds to the one it is given.
    super.updateUserByLocalId(account.localId, account, {
      upsertProviders: [...(account.providerUserInfo ?? [])],
    });
  }

  snapshot(): Snapshot {
    return {
      projectId: this.projectId,
      config: this.config,
      accounts: [...this.users.values()],
      codes: [...this.oobs.values()],
    };
  }

  // Creating and overwriting an account also call this.
  override updateUserByLocalId(
    localId: string,
    fields: object,
    options?: { upsertProviders?: object[] },
  ): Account {
    this.changed = true;
    return super.updateUserByLocalId(localId, { ...fields, ...validFromItsCreation(fields) }, options);
  }

  override deleteUser(account: Account): void {
    this.changed = true;
    super.deleteUser(account);
  }

  override deleteAllAccounts(): void {
    this.changed = true;
    super.deleteAllAccounts();
  }

  override createOob(...args: Parameters<ProjectState['createOob']>): OutOfBandCode {
    this.changed = true;
    const code = super.createOob(...args);
    if (code.requestType === 'PASSWORD_RESET') this.newResetCodes.push(code);
    return code;
  }

  override deleteOobCode(code: string): boolean {
    this.changed = true;
    return super.deleteOobCode(code);
  }

  override updateConfig(config: object, mask?: string): object {
    this.changed = true;
    return super.updateConfig(config, mask);
  }

  /** The emulator makes a tenant when a request names one, and its accounts would not be saved. */
  override getTenantProject(): never {
    throw new NotImplementedError('Tenants are not supported here.');
  }
}
