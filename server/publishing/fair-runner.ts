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
  /** In the order of turns; of each owner those due earlier first. */
  private readonly waiting = new Map<string, Errand[]>();
  /**
   * Waited at the front while something else ran at their place, by place, those due earlier first: one goes back into
   * its line when the place is free, so that nobody's many are looked through again and again.
   */
  private readonly blocked = new Map<string, Errand[]>();
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
    insert(this.waiting, errand.owner, errand);
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
    this.blocked.clear();
    this.waitingIds.clear();
    await Promise.all(this.ends);
  }

  private fill(): void {
    if (this.running.size >= this.limit()) return;
    const places = new Set<string>();
    const counts = new Map<string, number>();
    const note = ({ owner, place }: Errand): void => {
      places.add(place);
      counts.set(owner, (counts.get(owner) ?? 0) + 1);
    };
    for (const errand of this.running.values()) note(errand);
    while (this.running.size < this.limit()) {
      const next = this.take(places, counts);
      if (!next) return;
      note(next);
      this.begin(next);
    }
  }

  private begin(errand: Errand): void {
    this.running.set(errand.id, errand);
    const end: Promise<void> = this.run(errand.id).finally(() => {
      this.ends.delete(end);
      this.running.delete(errand.id);
      this.unblock(errand.place);
      const once = this.again.get(errand.id);
      this.again.delete(errand.id);
      if (once) this.add(once);
      this.fill();
    });
    this.ends.add(end);
  }

  private unblock(place: string): void {
    const first = takeFirst(this.blocked, place);
    if (first) insert(this.waiting, first.owner, first, { isBack: true });
  }

  /** The next errand that may run while others run at those places; its owner goes to the end of the line. */
  private take(places: ReadonlySet<string>, counts: ReadonlyMap<string, number>): Errand | undefined {
    const perOwner = Math.ceil(this.limit() / 2);
    for (const owner of this.waiting.keys()) {
      if ((counts.get(owner) ?? 0) >= perOwner) continue;
      const next = this.takeFree(owner, places);
      if (!next) continue;
      const theirs = this.waiting.get(owner);
      this.waiting.delete(owner);
      if (theirs) this.waiting.set(owner, theirs);
      this.waitingIds.delete(next.id);
      return next;
    }
    return undefined;
  }

  /** The owner's first errand whose place is free; those before it wait at theirs from now on. */
  private takeFree(owner: string, places: ReadonlySet<string>): Errand | undefined {
    for (;;) {
      const first = takeFirst(this.waiting, owner);
      if (!first || !places.has(first.place)) return first;
      insert(this.blocked, first.place, first);
    }
  }
}

/** Takes an errand into the line of that key, behind those due at the same time, or before them if it was there already. */
function insert(lines: Map<string, Errand[]>, key: string, errand: Errand, { isBack = false } = {}): void {
  const line = lines.get(key);
  if (!line) return void lines.set(key, [errand]);
  const isBefore = ({ dueAt }: Errand) => dueAt < errand.dueAt || (dueAt === errand.dueAt && !isBack);
  line.splice(line.findLastIndex(isBefore) + 1, 0, errand);
}

/** Takes the first out of the line of that key; a line that is empty then is none. */
function takeFirst(lines: Map<string, Errand[]>, key: string): Errand | undefined {
  const line = lines.get(key);
  const first = line?.shift();
  if (line?.length === 0) lines.delete(key);
  return first;
}
