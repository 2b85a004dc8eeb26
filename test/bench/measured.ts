import type { BigAccounts, Size } from './big-accounts/big-accounts-setting.ts';

/** Asks as the owner of so many locations, and keeps for each step how long it took and how long it held the server. */
export class Measured<Step extends string> {
  readonly times = new Map<Step, number[]>();
  /** The longest stretch of each time (ms). */
  readonly held = new Map<Step, number[]>();
  private readonly accounts: BigAccounts;
  private readonly size: Size;
  private readonly eventLoop: string;

  /** @param eventLoop where the server says what held it; see hooks/event-loop.mjs */
  constructor(accounts: BigAccounts, size: Size, eventLoop: string) {
    this.accounts = accounts;
    this.size = size;
    this.eventLoop = eventLoop;
  }

  async measure<Answer>(step: Step, act: () => Promise<Answer>): Promise<Answer> {
    await fetch(this.eventLoop);
    const began = performance.now();
    const answer = await act();
    this.note(this.times, step, performance.now() - began);
    this.note(this.held, step, (await (await fetch(this.eventLoop)).json()) as number);
    return answer;
  }

  /** @param as the owner of how many locations asks: of those that are measured unless given */
  async ask(method: string, path: string, body?: object, as: Size = this.size): Promise<unknown> {
    const { origin, cookies } = this.accounts;
    const answer = await fetch(origin + path, {
      method,
      headers: { Cookie: cookies[as], Origin: origin, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }

  lastTimes(): string {
    return [...this.times].map(([step, times]) => `${step} ${Math.round(times.at(-1) ?? NaN)} ms`).join(', ');
  }

  note(map: Map<Step, number[]>, step: Step, value: number): void {
    map.set(step, [...(map.get(step) ?? []), value]);
  }
}
