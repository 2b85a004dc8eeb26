/** A task of an owner; `dueAt` in ms since 1970. Of the tasks with the same `exclusiveKey` one runs at a time. */
export interface Task {
  id: string;
  owner: string;
  exclusiveKey: string;
  dueAt: number;
}

/**
 * Runs tasks so that one owner's many do not delay another's few. Owners take turns, each may have half of the running
 * tasks, and of each exclusive key one runs at a time, earliest due first. Waiting tasks are only in memory.
 */
export class FairQueue<Item extends Task> {
  /** By exclusive key, earliest due first. */
  private readonly waiting = new Map<string, Item[]>();
  private readonly running = new Map<Item, Promise<void>>();
  /** The ids of waiting and running tasks. */
  private readonly known = new Set<string>();
  /** How many tasks each owner has here, waiting and running. */
  private readonly counts = new Map<string, number>();
  /** The number of each owner's last turn. An owner who had none is next, so that no one waits for a turn of all others. */
  private readonly turns = new Map<string, number>();
  private turn = 0;
  /** Owners who had a turn, had nothing more to do, and have now: next too, but only every other time. */
  private readonly returned = new Set<string>();
  private wasReturned = false;
  private isStopped = false;

  /** @param limit how many may run at once for now  @param run does one task and never rejects */
  constructor(
    private readonly limit: () => number,
    private readonly run: (task: Item) => Promise<void>,
  ) {}

  /** Adds tasks, except those that already wait or run. */
  add(tasks: Item[]): void {
    if (this.isStopped) return;
    for (const task of tasks.filter(({ id }) => !this.known.has(id))) {
      this.known.add(task.id);
      const count = this.counts.get(task.owner) ?? 0;
      this.counts.set(task.owner, count + 1);
      if (count === 0 && this.turns.has(task.owner)) this.returned.add(task.owner);
      const line = this.waiting.get(task.exclusiveKey) ?? [];
      line.splice(line.findLastIndex(({ dueAt }) => dueAt <= task.dueAt) + 1, 0, task);
      this.waiting.set(task.exclusiveKey, line);
    }
    this.fill();
  }

  /** Removes a task that still waits; a running one goes on. */
  remove(task: Item): void {
    const line = this.waiting.get(task.exclusiveKey);
    if (!line?.includes(task)) return;
    this.forget(task);
    if (line.length === 1) this.waiting.delete(task.exclusiveKey);
    else line.splice(line.indexOf(task), 1);
  }

  /** How many tasks wait for their turn. */
  get backlog(): number {
    return this.known.size - this.running.size;
  }

  /** How many tasks run. */
  get size(): number {
    return this.running.size;
  }

  /** Resolves when nothing waits or runs. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running.values());
  }

  /** Starts no more tasks, and resolves when the running ones have ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    for (const line of this.waiting.values()) for (const task of line) this.forget(task);
    this.waiting.clear();
    await this.idle();
  }

  private fill(): void {
    for (let task = this.next(); task; task = this.next()) {
      const line = this.waiting.get(task.exclusiveKey)?.slice(1) ?? [];
      if (line.length > 0) this.waiting.set(task.exclusiveKey, line);
      else this.waiting.delete(task.exclusiveKey);
      this.turns.set(task.owner, (this.turn += 1));
      this.wasReturned = this.returned.delete(task.owner);
      this.running.set(task, this.runToEnd(task));
    }
  }

  private async runToEnd(task: Item): Promise<void> {
    await this.run(task);
    this.running.delete(task);
    this.forget(task);
    this.fill();
  }

  private forget({ id, owner }: Item): void {
    this.known.delete(id);
    this.counts.set(owner, (this.counts.get(owner) ?? 0) - 1);
    if (this.known.size > 0) return;
    this.counts.clear();
    this.turns.clear();
    this.returned.clear();
  }

  /**
   * The next task: the earliest one that may run, of the owner whose last turn is longest ago. An owner who comes
   * back does not wait for a turn of all others either. Then the others have every other turn, so that many who come and go do
   * not hold them up.
   */
  private next(): Item | undefined {
    if (this.running.size >= this.limit()) return undefined;
    const running = [...this.running.keys()];
    const busy = new Set(running.map(({ exclusiveKey }) => exclusiveKey));
    const countOf = (owner: string) => running.filter((task) => task.owner === owner).length;
    const isNext = (owner: string) => this.returned.has(owner) && !this.wasReturned;
    const turnOf = ({ owner }: Item) => (isNext(owner) ? 0 : (this.turns.get(owner) ?? 0));
    let best: Item | undefined;
    for (const [task] of this.waiting.values()) {
      if (!task || busy.has(task.exclusiveKey)) continue;
      const isBetter = !best || (turnOf(task) - turnOf(best) || task.dueAt - best.dueAt) < 0;
      if (isBetter && countOf(task.owner) < this.limit() / 2) best = task;
    }
    return best;
  }
}
