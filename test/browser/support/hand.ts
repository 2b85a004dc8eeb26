import type { Locator } from '@playwright/test';

/** Does what a person does, and counts it. */
export function hand() {
  const used = { clicks: 0, fields: 0 };
  return {
    used,
    async click(target: Locator): Promise<void> {
      used.clicks += 1;
      await target.click();
    },
    /** Opens a list of options and takes one of them. */
    async choose(target: Locator, option: string): Promise<void> {
      used.clicks += 2;
      await target.selectOption(option);
    },
    async fill(target: Locator, value: string): Promise<void> {
      used.fields += 1;
      await target.fill(value);
    },
  };
}
