/** Something to be done, for whom and where. */
export interface Errand {
  id: string;
  owner: string;
  place: string;
  /** What is due earlier comes first; ms since 1970. */
  dueAt: number;
}

/**
 * Runs errands so that nobody's many keep anybody's few waiting: owners take turns, each may have half of those running,
 * and at one place only one runs at a time. What waits, waits in memory alone.
 */
export class FairRunner {
  /** In the order of turns. */
  private readonly waiting = new Map<string, Errand[]>();
  private readonly waitingIds = new Set<string>();
  private readonly running = new Map<string, Errand>();
  /** Came once more while they were running. */
  private readonly again = new Map<string, Errand>();
  private readonly ends = new Set<Promise<void>>();
  private isStopped = false;

  constructor(
    /** How many may run at once at present. */
    private readonly limit: () => number,
    private readonly run: (id: string) => Promise<void>,
  ) {}

  /** Takes an errand on; one that waits already is not taken twice. */
  add(errand: Errand): void {
    if (this.isStopped) return;
    if (this.running.has(errand.id)) return void this.again.set(errand.id, errand);
    if (this.waitingIds.has(errand.id)) return;
    this.waitingIds.add(errand.id);
    const theirs = this.waiting.get(errand.owner) ?? [];
    const isLatest = (theirs.at(-1)?.dueAt ?? -Infinity) <= errand.dueAt;
    theirs.push(errand);
    if (!isLatest) theirs.sort((a, b) => a.dueAt - b.dueAt);
    this.waiting.set(errand.owner, theirs);
    this.fill();
  }

  /** How many wait for their turn. */
  get backlog(): number {
    return this.waitingIds.size;
  }

  /** Whether an errand waits for its turn. */
  has(id: string): boolean {
    return this.waitingIds.has(id);
  }

  /** Begins nothing any more, and resolves when what runs has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.waiting.clear();
    this.waitingIds.clear();
    await Promise.all(this.ends);
  }

  private fill(): void {
    while (this.running.size < this.limit()) {
      const next = this.take();
      if (!next) return;
      this.running.set(next.id, next);
      const end: Promise<void> = this.run(next.id).finally(() => {
        this.ends.delete(end);
        this.running.delete(next.id);
        const once = this.again.get(next.id);
        this.again.delete(next.id);
        if (once) this.add(once);
        this.fill();
      });
      this.ends.add(end);
    }
  }

  /** The next errand that may run; its owner goes to the end of the line. */
  private take(): Errand | undefined {
    const perOwner = Math.ceil(this.limit() / 2);
    const places = new Set<string>();
    const counts = new Map<string, number>();
    for (const { owner, place } of this.running.values()) {
      places.add(place);
      counts.set(owner, (counts.get(owner) ?? 0) + 1);
    }
    for (const [owner, theirs] of this.waiting) {
      if ((counts.get(owner) ?? 0) >= perOwner) continue;
      const index = theirs.findIndex(({ place }) => !places.has(place));
      const [next] = index === -1 ? [] : theirs.splice(index, 1);
      if (!next) continue;
      this.waiting.delete(owner);
      if (theirs.length > 0) this.waiting.set(owner, theirs);
      this.waitingIds.delete(next.id);
      return next;
    }
    return undefined;
  }
}
