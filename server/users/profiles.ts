import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../config/clock.js';
import { type ProfileDto, toProfile } from './user.dto.js';
import { UsersRepository } from './users.repository.js';

/** How long a profile is believed without being read again, should word of a change have got lost. */
const FRESH_MS = 60_000;
const KEPT = 10_000;

/** What every page begins with: profiles, kept in memory until any process changes one. */
@Injectable()
export class Profiles implements OnModuleInit {
  private readonly kept = new LRUCache<string, { profile: ProfileDto; at: number }>({ max: KEPT });
  /** How many changes were heard of so far. */
  private changes = 0;

  constructor(
    private readonly users: UsersRepository,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.users.onChanged(
      (uid) => this.forget(uid),
      () => this.forgetAll(),
    );
  }

  /** The profile, if it is known here; undefined says nothing. */
  recall(uid: string): ProfileDto | undefined {
    const kept = this.kept.get(uid);
    return kept && this.clock.now().getTime() - kept.at < FRESH_MS ? kept.profile : undefined;
  }

  /** The profile, or null when there is none. */
  async find(uid: string): Promise<ProfileDto | null> {
    const kept = this.recall(uid);
    if (kept) return kept;
    const { changes } = this;
    const now = this.clock.now().getTime();
    const row = await this.users.find(uid);
    if (!row) return null;
    const profile = toProfile(row);
    // What was read before a change must not stay after it.
    if (changes === this.changes) this.kept.set(uid, { profile, at: now });
    return profile;
  }

  /** Forgets a profile here and in all other processes; to be called when its change has been committed. */
  async changed(uid: string): Promise<void> {
    this.forget(uid);
    await this.users.tellOfChange(uid);
  }

  private forgetAll(): void {
    this.changes += 1;
    this.kept.clear();
  }

  private forget(uid: string): void {
    this.changes += 1;
    this.kept.delete(uid);
  }
}
