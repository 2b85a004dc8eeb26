import type { Locator } from '@playwright/test';
import { expect } from './product.ts';

/**
 * Picks a radio button or sets a switch by a click on its label, since the button itself may be out of view. Waits, since
 * a change of the address takes effect a moment later.
 */
export async function pick(choice: Locator, isOn = true): Promise<void> {
  if ((await choice.isChecked()) === isOn) return;
  await choice.locator('xpath=ancestor::label').click();
  await expect(choice).toBeChecked({ checked: isOn });
}
