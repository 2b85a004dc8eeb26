/** The clock's distance to real time; plain JSON. */
export interface ClockSetting {
  offsetMs: number;
  /** Ms since 1970 of a clock that was stopped. */
  stoppedAt?: number;
  /** 1 unless given. */
  speed?: number;
}

const FASTEST = 3600;

/** Google's own clock. It runs with real time until it is moved, stopped or given another speed. */
export class SimulatorClock {
  private setting: ClockSetting = { offsetMs: 0 };

  now(): Date {
    const { stoppedAt, offsetMs } = this.setting;
    return new Date(stoppedAt ?? Math.round(Date.now() * this.speed) + offsetMs);
  }

  /** Puts the clock to an instant, from which it runs on. With `stopped` it stays there until it is set or advanced. */
  set(at: Date, { stopped = false } = {}): void {
    if (Number.isNaN(at.getTime())) throw new RangeError('The clock needs a real instant.');
    this.start(at, this.speed, stopped);
  }

  /** Moves the clock by so many ms, backwards if negative; a stopped one stays stopped. */
  advance(ms: number): void {
    this.set(new Date(this.now().getTime() + ms), { stopped: this.setting.stoppedAt !== undefined });
  }

  /** From now on so many times as fast as real time; at 0 it only moves when it is set or advanced. */
  setSpeed(speed: number): void {
    if (!(speed >= 0 && speed <= FASTEST))
      throw new RangeError(`The clock's speed is a number from 0 to ${FASTEST}.`);
    this.start(this.now(), speed, false);
  }

  /** Takes up a setting that was saved. */
  restore(setting: ClockSetting): void {
    this.setting = { ...setting };
  }

  snapshot(): ClockSetting {
    return { ...this.setting };
  }

  private get speed(): number {
    return this.setting.speed ?? 1;
  }

  private start(at: Date, speed: number, stopped: boolean): void {
    const time = at.getTime();
    const offsetMs = time - Math.round(Date.now() * speed);
    this.setting = { offsetMs, ...(speed !== 1 && { speed }), ...(stopped && { stoppedAt: time }) };
  }
}
