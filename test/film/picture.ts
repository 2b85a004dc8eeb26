import type { Locator, Page } from '@playwright/test';
import type { Drawn } from './record.ts';

/** Whose screen is shown: that of the demo, of somebody with a chain in many countries, or of the practice Google. */
export type Person = 'demo' | 'chain' | 'nobody';

/** README's pictures. */
export const DOCS = 'docs/pictures';
/** The home page's pictures, which are files of the client. */
export const HOME = 'client/public/pictures';

/** One way in which a picture is taken, once in each theme. */
export interface Shot {
  folder: typeof DOCS | typeof HOME;
  /** Of the window (CSS pixels). */
  width: number;
  height: number;
  isPhone?: boolean;
  /** Pixels of the picture to a CSS pixel; 1 unless given. A page that shows it smaller, and a finer screen, keep it sharp. */
  scale?: number;
}

/** The part of the screen that becomes the picture. */
export interface Part {
  of: Locator;
  /** Where it ends, if not at its own end. */
  until?: Locator;
  /** What is below that (CSS pixels). */
  below?: number;
}

/** A picture of the product. All its shots are made of the same files. */
export interface Picture extends Drawn {
  person: Person;
  shots: readonly Shot[];
  /** Opens what is to be seen. The picture is the whole window if no part is answered. */
  open: (page: Page, shot: Shot) => Promise<Part | undefined>;
}

export const phone = (height: number): Shot => ({
  folder: HOME,
  width: 392,
  height,
  isPhone: true,
  scale: 1.5,
});
