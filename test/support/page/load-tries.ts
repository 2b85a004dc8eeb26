import { expect } from '@jest/globals';
import { screen } from '@testing-library/react';
import { settled } from './page.js';
import { advance, until } from './steered-timers.js';

/** The specified pauses after which a failed load is tried again (ms). */
const PAUSES = [1000, 2000, 4000];

/** Lets the tries of the one load that fails go by, on steered timers: until they are over, the page says no failure. */
export async function triesGoBy(): Promise<void> {
  for (const pause of PAUSES) {
    await until(() => screen.queryByText('This is taking longer than usual. Trying again...'));
    await settled();
    expect(screen.queryByText(/^Failed to load/)).toBeNull();
    await advance(pause);
  }
}
