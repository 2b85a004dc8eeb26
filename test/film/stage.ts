import type { Locator, Page } from '@playwright/test';
import type { Frame } from './animated-webp.ts';
import type { Terminal } from './terminal.ts';
import { type Look, prepareDrawing } from './webp-page.ts';

/** The camera and the hands: what is done here is done in the product, and every step of it becomes a frame. */
export interface Stage {
  frames: Frame[];
  /** The words above the terminal from now on. */
  caption(words: string): void;
  /** Shows what is on screen now, for so long. */
  hold(ms: number): Promise<void>;
  /** Moves the pointer there and clicks. */
  click(target: Locator): Promise<void>;
  /** Types into a field a few letters at a time. */
  write(field: Locator, text: string): Promise<void>;
  /** Types a command and runs it. */
  command(text: string): Promise<void>;
}

const LETTERS_AT_ONCE = 4;
const STEPS = 4;
const STEP_MS = 40;

/** @param paper a blank page, on which the pictures are composed */
export async function setStage(page: Page, paper: Page, terminal: Terminal, look: Look): Promise<Stage> {
  await prepareDrawing(paper, look);
  const frames: Frame[] = [];
  let caption = '';
  let pointer = { x: look.width / 2, y: look.viewHeight - 60 };

  async function hold(ms: number): Promise<void> {
    const view = (await page.screenshot({ animations: 'disabled' })).toString('base64');
    const moment = { view, caption, lines: terminal.lines(), pointer };
    const change = await paper.evaluate((shown) => window.drawing.draw(shown), moment);
    const last = frames.at(-1);
    if (change) frames.push({ ...change, webp: Buffer.from(change.webp, 'base64'), ms });
    else if (last) last.ms += ms;
  }

  async function pointAt(target: Locator): Promise<void> {
    // Waits until it stands still, and scrolls to it.
    await target.hover({ trial: true });
    const box = await target.boundingBox();
    if (!box) throw new Error(`There is no ${target.toString()} to point at.`);
    const [x, y] = [box.x + Math.min(box.width / 2, 90), box.y + box.height / 2];
    const { x: fromX, y: fromY } = pointer;
    for (let step = 1; step <= STEPS; step += 1) {
      pointer = { x: fromX + ((x - fromX) * step) / STEPS, y: fromY + ((y - fromY) * step) / STEPS };
      await page.mouse.move(pointer.x, pointer.y);
      await hold(STEP_MS);
    }
  }

  /** Parts of a text, each some letters longer than the one before. */
  const growing = (text: string): string[] =>
    Array.from({ length: Math.ceil(text.length / LETTERS_AT_ONCE) }, (_, at) =>
      text.slice(0, (at + 1) * LETTERS_AT_ONCE),
    );

  return {
    frames,
    caption: (words) => void (caption = words),
    hold,
    async click(target) {
      await pointAt(target);
      await target.click();
    },
    async write(field, text) {
      await field.click();
      for (const part of growing(text)) {
        await field.fill(part);
        await hold(STEP_MS);
      }
    },
    async command(text) {
      for (const part of growing(text)) {
        terminal.type(part);
        await hold(STEP_MS);
      }
      await hold(4 * STEP_MS);
      terminal.run(text);
    },
  };
}
