/** Where a clock stands against real time; plain JSON. */
export interface ClockSetting {
  offsetMs: number;
  /** Ms since 1970 of a clock that stands still. */
  stoppedAt?: number;
}

/** Google's own clock. It runs with real time until it is moved, and runs on from there unless it was stopped. */
export class SimulatorClock {
  private setting: ClockSetting = { offsetMs: 0 };

  now(): Date {
    return new Date(this.setting.stoppedAt ?? Date.now() + this.setting.offsetMs);
  }

  /** Puts the clock to an instant. With `stopped` it stands still there until it is set or advanced. */
  set(at: Date, { stopped = false } = {}): void {
    if (Number.isNaN(at.getTime())) throw new RangeError('The clock needs a real instant.');
    const time = at.getTime();
    this.setting = { offsetMs: time - Date.now(), ...(stopped && { stoppedAt: time }) };
  }

  /** Moves the clock by so many ms, backwards if negative; one that stands still stands still there. */
  advance(ms: number): void {
    this.set(new Date(this.now().getTime() + ms), { stopped: this.setting.stoppedAt !== undefined });
  }

  /** Stands as it stood when the setting was taken. */
  restore(setting: ClockSetting): void {
    this.setting = { ...setting };
  }

  snapshot(): ClockSetting {
    return { ...this.setting };
  }
}
