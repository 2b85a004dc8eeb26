import {
  AgentProjectState,
  NotImplementedError,
  type Account,
  type OutOfBandCode,
  type ProjectState,
} from './auth-emulator-firebase-tools.js';

/** Everything that has to outlive the process, as plain JSON. */
export interface Snapshot {
  projectId: string;
  config: object;
  accounts: Account[];
  codes: OutOfBandCode[];
}

/**
 * The emulator's state, which knows whether it has changed and can be written down and restored exactly.
 * (`accounts:batchCreate` is no way to restore: it sets `validSince` to now, which would sign everybody out.)
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
    this.updateUserByLocalId(account.localId, account, {
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

  // Creating and overwriting an account end here too.
  override updateUserByLocalId(
    localId: string,
    fields: object,
    options?: { upsertProviders?: object[] },
  ): Account {
    this.changed = true;
    return super.updateUserByLocalId(localId, fields, options);
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

  /** A tenant springs into being when a request names one, and its accounts would not be written down. */
  override getTenantProject(): never {
    throw new NotImplementedError('Tenants are not supported here.');
  }
}
