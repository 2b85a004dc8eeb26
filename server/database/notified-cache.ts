import { LRUCache } from 'lru-cache';
import type { Clock } from '../config/clock.js';
import type { Database } from './database.js';

const MAX_ENTRIES = 10_000;

interface Options<Value> {
  /** The channel of Postgres notifications on which changes are announced. */
  channel: string;
  /** How long a value is used without loading it again, in case a notification is lost. */
  maxAgeMs: number;
  /** The names under which a change of the value may be announced. */
  namesOf: (value: Value) => string[];
}

interface Entry<Value> {
  value: Value;
  /** When its loading began: the value may be as old as that. */
  at: number;
}

/**
 * A cache in this process, which all processes on the database keep current with `NOTIFY`: code that changes the data of a
 * value calls `changed` with its name, and each process that receives the notification drops the value. When notifications
 * may be missing, everything is dropped.
 */
export class NotifiedCache<Value> {
  private readonly entries = new LRUCache<string, Entry<Value>>({ max: MAX_ENTRIES });
  private readonly loading = new Map<string, Promise<Value | undefined>>();
  private changes = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly options: Options<Value>,
  ) {}

  /** Begins to listen for changes. Call it once, before the first use. */
  async listen(): Promise<void> {
    await this.database.listen(
      this.options.channel,
      (name) => this.drop(name),
      () => this.dropAll(),
    );
  }

  /**
   * The cached value, or the result of `load`; reads of the same key at the same time share one load. Undefined is
   * returned and not cached. Errors: those of `load`; the older value then stays for `loadedWithin`.
   */
  async read(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const cached = this.loadedWithin(key, this.options.maxAgeMs);
    if (cached !== undefined) return cached;
    const running = this.loading.get(key);
    if (running) return running;
    const started = this.load(key, load).finally(() => {
      if (this.loading.get(key) === started) this.loading.delete(key);
    });
    this.loading.set(key, started);
    return started;
  }

  /** The cached value if its load began within the last `ms` and nothing has changed since; loads nothing. */
  loadedWithin(key: string, ms: number): Value | undefined {
    const entry = this.entries.get(key);
    return entry && this.clock.now().getTime() - entry.at < ms ? entry.value : undefined;
  }

  /** Drops the values of this name here and in all other processes. Call it after the change has committed. */
  async changed(name: string): Promise<void> {
    this.drop(name);
    await this.database.notify(this.options.channel, name);
  }

  private async load(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const { changes } = this;
    const at = this.clock.now().getTime();
    const value = await load();
    if (value === undefined) this.entries.delete(key);
    // What was loaded before a change must not be cached after it.
    else if (changes === this.changes) this.entries.set(key, { value, at });
    return value;
  }

  private drop(name: string): void {
    this.changes += 1;
    this.loading.clear();
    for (const [key, { value }] of this.entries.entries())
      if (this.options.namesOf(value).includes(name)) this.entries.delete(key);
  }

  private dropAll(): void {
    this.changes += 1;
    this.loading.clear();
    this.entries.clear();
  }
}
