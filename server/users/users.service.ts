import { Injectable } from '@nestjs/common';
import { Clock } from '../config/clock.js';
import type { Orm } from '../database/database.js';
import type { Preferences } from '../database/schema.js';
import { AppError } from '../errors/app-error.js';
import { Profiles } from './profiles.js';
import { type ProfileDto, toProfile } from './user.dto.js';
import { UsersRepository } from './users.repository.js';

/** What the sign-in service knows of a person at sign-in. */
export interface Identity {
  uid: string;
  email: string;
  displayName: string;
  photoURL: string | null;
  signInMethod: 'google' | 'email';
  /** Whether the account was created by this very sign-in. */
  isSignUp: boolean;
  /**
   * Set when this sign-in is the first to prove the address of an account that somebody had signed up for with a
   * password: the Google account (`sub`) that proves it.
   */
  provenBy?: string;
}

type CreatedListener = (tx: Orm, user: { uid: string; createdAt: Date }) => Promise<void>;
type ProvenListener = (tx: Orm, proof: { uid: string; subject: string }) => Promise<void>;

/** Preferences of a new user (specification, section 9). */
const DEFAULT_PREFERENCES: Preferences = { theme: 'light', notifications: true, emailUpdates: true };

@Injectable()
export class UsersService {
  private readonly createdListeners: CreatedListener[] = [];
  private readonly provenListeners: ProvenListener[] = [];

  constructor(
    private readonly users: UsersRepository,
    private readonly profiles: Profiles,
    private readonly clock: Clock,
  ) {}

  /** Calls back inside the transaction that creates a user, so that what a feature gives to new users commits with them. */
  whenCreated(listener: CreatedListener): void {
    this.createdListeners.push(listener);
  }

  /**
   * Calls back inside the transaction that records a sign-in by Google which is the first to prove the account's address:
   * what was set up before may be somebody else's.
   */
  whenProven(listener: ProvenListener): void {
    this.provenListeners.push(listener);
  }

  /** Creates the profile on the first sign-in and brings it up to date on later ones (specification, section 4). */
  async recordSignIn(identity: Identity): Promise<ProfileDto> {
    const now = this.clock.now();
    const profile = await this.users.transaction(async (tx) => {
      const created = await this.users.insert(tx, newUser(identity, now));
      if (created) {
        for (const listener of this.createdListeners) await listener(tx, created);
        return toProfile(created);
      }
      const updated = await this.users.update(tx, identity.uid, {
        lastSignIn: now,
        updatedAt: now,
        ...(identity.displayName && { displayName: identity.displayName }),
        // An account by password that is linked to Google stays Google's.
        ...(identity.signInMethod === 'google' && { signInMethod: identity.signInMethod }),
      });
      // Deleted in this very moment.
      if (!updated) throw AppError.of('auth/user-not-found');
      if (identity.provenBy !== undefined)
        for (const listener of this.provenListeners)
          await listener(tx, { uid: identity.uid, subject: identity.provenBy });
      return toProfile(updated);
    });
    await this.profiles.changed(identity.uid);
    return profile;
  }

  /** The profile, or null when there is none. */
  async findProfile(uid: string): Promise<ProfileDto | null> {
    const row = await this.users.find(uid);
    return row ? toProfile(row) : null;
  }

  /** The same from memory where it is known there: a change by another process shows within moments. */
  findKnownProfile(uid: string): Promise<ProfileDto | null> {
    return this.profiles.find(uid);
  }

  /** The same from memory alone; undefined when it is not there. */
  recallProfile(uid: string): ProfileDto | undefined {
    return this.profiles.recall(uid);
  }

  /** The profile. Errors: `not_found`. */
  async getProfile(uid: string): Promise<ProfileDto> {
    return (await this.findProfile(uid)) ?? fail();
  }

  /** Changes the given preferences; null counts as left out. Errors: `not_found`. */
  async updatePreferences(uid: string, change: Partial<Preferences>): Promise<ProfileDto> {
    const given = Object.entries(change).filter(([, value]) => value !== null);
    const row = await this.users.mergePreferences(uid, Object.fromEntries(given), this.clock.now());
    if (!row) return fail();
    await this.profiles.changed(uid);
    return toProfile(row);
  }

  /** To be called when a user's row is gone: nothing of it stays in any memory. */
  forgetProfile(uid: string): Promise<void> {
    return this.profiles.changed(uid);
  }
}

function fail(): never {
  throw AppError.of('not_found');
}

/** An address of mail in the one spelling in which two of them are compared. */
export function plainEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase();
}

/** The full name is split on spaces: the first word is the first name, the rest the last (specification, section 5). */
export function splitName(fullName: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = fullName.split(' ').filter(Boolean);
  return { firstName, lastName: rest.join(' ') };
}

function newUser(identity: Identity, now: Date) {
  return {
    uid: identity.uid,
    displayName: identity.displayName,
    email: identity.email,
    photoURL: identity.photoURL,
    ...splitName(identity.displayName),
    preferences: DEFAULT_PREFERENCES,
    signInMethod: identity.signInMethod,
    lastSignIn: now,
    accountCreated: identity.isSignUp && identity.signInMethod === 'email' ? now : null,
    createdAt: now,
    updatedAt: now,
  };
}
