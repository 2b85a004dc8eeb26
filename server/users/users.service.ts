import { Injectable, type OnModuleInit } from '@nestjs/common';
import { canonicalLanguage } from '../config/language.js';
import { Clock } from '../config/clock.js';
import { Database, type Orm } from '../database/database.js';
import { NotifiedCache } from '../database/notified-cache.js';
import type { Preferences } from '../database/schema.js';
import { AppError } from '../errors/app-error.js';
import { withoutUnseen } from '../security/visible-text.js';
import { ownWorkspaceOf } from './own-workspace.js';
import { type ProfileDto, toProfile, type UpdateProfileDto } from './user.dto.js';
import { UsersRepository } from './users.repository.js';

/** What a sign-in tells about the user. */
export interface Identity {
  uid: string;
  email: string;
  displayName: string;
  photoURL: string | null;
  signInMethod: 'google' | 'email';
  /** Whether this sign-in created the account. */
  isSignUp: boolean;
  /** When the person said who they are, in whole seconds of Firebase's clock. */
  signedInAt: Date;
  /** Set when this sign-in is the first to prove the address of an account that was signed up for with a password. */
  provenBy?: GoogleProfile;
}

/** What Google says of a person. */
export interface GoogleProfile {
  /** The Google account (`sub`). */
  subject: string;
  displayName: string;
  photoURL: string | null;
}

/** Who signed up or has proven their address, and the workspace of their own. */
interface Owner {
  uid: string;
  workspaceId: string;
}
type CreatedListener = (tx: Orm, user: Owner & { email: string; createdAt: Date }) => Promise<void>;
/** @returns what to do after the commit */
type ProvenListener = (tx: Orm, proof: Owner & { subject: string }) => Promise<() => Promise<void>>;

/** Preferences of a new user (specification, section 9). */
const DEFAULT_PREFERENCES: Preferences = { theme: 'light', notifications: true, emailUpdates: true };

/** How long a cached profile is used without reading it again, in case a notification is lost. */
const FRESH_MS = 60_000;

@Injectable()
export class UsersService implements OnModuleInit {
  private readonly createdListeners: CreatedListener[] = [];
  private readonly provenListeners: ProvenListener[] = [];
  private readonly profiles: NotifiedCache<ProfileDto>;

  constructor(
    private readonly users: UsersRepository,
    private readonly clock: Clock,
    database: Database,
  ) {
    this.profiles = new NotifiedCache(database, clock, {
      channel: 'users_changed',
      maxAgeMs: FRESH_MS,
      namesOf: ({ uid }) => [uid],
    });
  }

  onModuleInit(): Promise<void> {
    return this.profiles.listen();
  }

  /** Calls back inside the transaction that creates a user, so that the first data of a feature commits with the user. */
  whenCreated(listener: CreatedListener): void {
    this.createdListeners.push(listener);
  }

  /**
   * Calls back inside the transaction of the sign-in with Google that is the first to prove the account's address: the
   * data from before may belong to another person. Sessions end before all else.
   */
  whenProven(listener: ProvenListener): void {
    this.provenListeners.push(listener);
  }

  /**
   * Creates the profile on the first sign-in and brings it up to date on later ones (specification, section 4). The one that
   * proves the address leaves nothing of what was said before. Errors: `auth/user-not-found`.
   */
  async recordSignIn(identity: Identity): Promise<ProfileDto> {
    const now = this.clock.now();
    const afterCommit = [() => this.profiles.changed(identity.uid)];
    const profile = await this.users.transaction(async (tx) => {
      const created = await this.users.insert(tx, newUser(identity, now));
      if (created) {
        const user = { ...created, workspaceId: ownWorkspaceOf(created.uid) };
        for (const listener of this.createdListeners) await listener(tx, user);
        return toProfile(created);
      }
      const { uid, signInMethod, signedInAt, provenBy } = identity;
      // The workspace is locked before all that it has, as the deletion of an account does.
      if (provenBy) await this.users.renameWorkspace(tx, ownWorkspaceOf(uid), provenBy.displayName);
      const change = {
        lastSignIn: now,
        updatedAt: now,
        ...(identity.displayName && { displayName: identity.displayName }),
        // An account by password that is linked to Google stays a Google account.
        ...(signInMethod === 'google' && { signInMethod }),
        ...(provenBy && { ...newProfile(provenBy), provenAt: signedInAt }),
      };
      const byPasswordAt = signInMethod === 'email' ? signedInAt : undefined;
      const updated = await this.users.signIn(tx, uid, change, byPasswordAt);
      // The user was deleted, or proven to be somebody else's, at this moment.
      if (!updated) throw AppError.of('auth/user-not-found');
      if (provenBy)
        for (const listener of this.provenListeners)
          afterCommit.push(
            await listener(tx, { uid, workspaceId: ownWorkspaceOf(uid), subject: provenBy.subject }),
          );
      return toProfile(updated);
    });
    for (const step of afterCommit) await step();
    return profile;
  }

  /** The profile, or null when there is none. */
  async findProfile(uid: string): Promise<ProfileDto | null> {
    const row = await this.users.find(uid);
    return row ? toProfile(row) : null;
  }

  /** The profile from the cache: a change by another process shows at once, and within a minute at worst. */
  async findCachedProfile(uid: string): Promise<ProfileDto | null> {
    const profile = await this.profiles.read(uid, async () => (await this.findProfile(uid)) ?? undefined);
    return profile ?? null;
  }

  /** The profile. Errors: `not_found`. */
  async getProfile(uid: string): Promise<ProfileDto> {
    return (await this.findProfile(uid)) ?? fail();
  }

  /** Changes what is given; a preference that is null counts as left out. Errors: `not_found`, `not_signed_in`. */
  async updateProfile(
    { uid, id: sessionId }: { uid: string; id: string },
    change: UpdateProfileDto,
  ): Promise<ProfileDto> {
    const { fullName, phone, company, timeZone, language, preferences = {} } = change;
    const given = Object.entries(preferences).filter(([, value]) => value !== null);
    const row = await this.users.change({ uid, sessionId }, Object.fromEntries(given), {
      ...(fullName !== undefined && { displayName: fullName, ...splitName(fullName) }),
      ...(phone !== undefined && { phone: phone ?? '' }),
      ...(company !== undefined && { company: company ?? '' }),
      ...(timeZone !== undefined && { timeZone }),
      ...(language !== undefined && { language: canonicalLanguage(language) }),
      updatedAt: this.clock.now(),
    });
    if (!row) return fail();
    await this.profiles.changed(uid);
    return toProfile(row);
  }

  /** Call it when a user's row is deleted. It drops the profile from the caches of all processes. */
  forgetProfile(uid: string): Promise<void> {
    return this.profiles.changed(uid);
  }
}

function fail(): never {
  throw AppError.of('not_found');
}

/** The normal form of an e-mail address, for comparisons: what looks the same is the same. */
export function plainEmail(email: string): string {
  return withoutUnseen(email).normalize('NFC').trim().toLowerCase();
}

/** The full name is split on spaces: the first word is the first name, the rest the last (specification, section 5). */
function splitName(fullName: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = fullName.split(' ').filter(Boolean);
  return { firstName, lastName: rest.join(' ') };
}

/** What a person says of themselves, as it is in the beginning. */
function newProfile({ displayName, photoURL }: Pick<Identity, 'displayName' | 'photoURL'>) {
  return {
    displayName,
    photoURL,
    ...splitName(displayName),
    phone: '',
    company: '',
    timeZone: null,
    language: null,
    preferences: DEFAULT_PREFERENCES,
  };
}

function newUser(identity: Identity, now: Date) {
  return {
    ...newProfile(identity),
    uid: identity.uid,
    email: identity.email,
    signInMethod: identity.signInMethod,
    lastSignIn: now,
    accountCreated: identity.isSignUp && identity.signInMethod === 'email' ? now : null,
    createdAt: now,
    updatedAt: now,
  };
}
