import { codeOf } from '../ui/load-code';
import { useOnDemand } from '../ui/use-on-demand';

export const paletteCode = codeOf(() => import('./command-palette').then((module) => module.CommandPalette));

/** The command palette, whose code is fetched when it is opened, if it has not come before (see `usePrefetch`). */
export const usePalette = () =>
  useOnDemand(paletteCode.load, 'The search could not be loaded. Please try again.');
