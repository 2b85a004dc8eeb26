import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The product's own, for the words above the terminal. */
const FONT =
  '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2';

/** What the terminal's pane looks like, and how the picture is divided. */
export interface Look {
  width: number;
  /** Of the browser's pane; the terminal's is below it. */
  viewHeight: number;
  height: number;
}

/** One moment: the browser's pane as a PNG in base64, the words below it, and the tip of the pointer. */
export interface Moment {
  view: string;
  caption: string;
  lines: string[];
  pointer: { x: number; y: number } | null;
}

/** What has changed since the moment before, as WebP in base64. */
export interface Change {
  x: number;
  y: number;
  width: number;
  height: number;
  webp: string;
}

interface Drawing {
  draw(moment: Moment): Promise<Change | null>;
}

declare global {
  interface Window {
    drawing: Drawing;
  }
}

/** Prepares a blank page for `draw`: the browser itself composes and encodes the pictures. */
export async function prepareDrawing(page: Page, look: Look): Promise<void> {
  const font = await readFile(fileURLToPath(import.meta.resolve(FONT)), 'base64');
  await page.goto('about:blank');
  await page.evaluate(
    async ({ width, viewHeight, height, font }) => {
      document.fonts.add(
        await new FontFace('Product', `url(data:font/woff2;base64,${font})`, { weight: '200 800' }).load(),
      );
      const LINE = 18;
      const BAR = 30;
      const canvasOf = (wide: number, high: number) =>
        Object.assign(document.createElement('canvas'), { width: wide, height: high });
      // Without transparency a WebP of quality 1 is lossless and has no second layer.
      const context = canvasOf(width, height).getContext('2d', { alpha: false, willReadFrequently: true });
      if (!context) throw new Error('This browser cannot draw.');
      let before: ImageData | undefined;

      const pane = (caption: string, lines: string[]): void => {
        context.fillStyle = '#10181d';
        context.fillRect(0, viewHeight, width, height - viewHeight);
        context.fillStyle = '#0b5570';
        context.fillRect(0, viewHeight, width, BAR);
        context.fillStyle = '#ffffff';
        context.font = '600 17px Product';
        context.textBaseline = 'middle';
        context.fillText(caption, 16, viewHeight + BAR / 2 + 1);
        context.font = '14px "DejaVu Sans Mono", ui-monospace, monospace';
        const room = Math.floor((height - viewHeight - BAR - 8) / LINE);
        for (const [row, line] of lines.slice(-room).entries()) {
          context.fillStyle = line.startsWith('$ ') ? '#ffffff' : '#a5b4be';
          context.fillText(line, 16, viewHeight + BAR + 4 + (row + 0.5) * LINE);
        }
      };

      const arrow = ({ x, y }: { x: number; y: number }): void => {
        const path = new Path2D('M0 0v17l4.5-4 3 7 3-1.3-3-6.7h6z');
        context.save();
        context.translate(x, y);
        context.fillStyle = '#000000';
        context.strokeStyle = '#ffffff';
        context.lineWidth = 1.5;
        context.fill(path);
        context.stroke(path);
        context.restore();
      };

      /** The smallest box with even corners around all that differs. */
      const changed = (now: ImageData) => {
        if (!before) return { x: 0, y: 0, width, height };
        const [a, b] = [new Uint32Array(before.data.buffer), new Uint32Array(now.data.buffer)];
        let [left, top, right, bottom] = [width, height, -1, -1];
        for (let at = 0; at < a.length; at += 1) {
          if (a[at] === b[at]) continue;
          const [x, y] = [at % width, Math.floor(at / width)];
          left = Math.min(left, x);
          right = Math.max(right, x);
          top = Math.min(top, y);
          bottom = y;
        }
        if (right < 0) return null;
        const [x, y] = [left - (left % 2), top - (top % 2)];
        return { x, y, width: right - x + 1, height: bottom - y + 1 };
      };

      window.drawing = {
        async draw({ view, caption, lines, pointer }) {
          const png = await fetch(`data:image/png;base64,${view}`).then((answer) => answer.blob());
          context.drawImage(await createImageBitmap(png), 0, 0);
          if (pointer) arrow(pointer);
          pane(caption, lines);
          const now = context.getImageData(0, 0, width, height);
          const box = changed(now);
          before = now;
          if (!box) return null;
          const part = canvasOf(box.width, box.height);
          part.getContext('2d', { alpha: false })?.putImageData(now, -box.x, -box.y);
          const [, webp = ''] = part.toDataURL('image/webp', 1).split(',');
          return { ...box, webp };
        },
      };
    },
    { ...look, font },
  );
}
