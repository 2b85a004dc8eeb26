import type { Rolldown } from 'vite';

/** Libraries that change only with an upgrade, so browsers can cache them across releases. */
const VENDOR = /[\\/]node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler)[\\/]/;
const DASHBOARD = /[\\/]app[\\/]user-dashboard\.tsx$/;
/** The view that is opened most often beside the first one. */
const CALENDAR = /[\\/]calendar-view\.tsx$/;
const ICON = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;
/** The icons of messages, one of which the home page needs too. */
const MESSAGE_ICON = /[\\/]icons[\\/](octagon-x|triangle-exclamation-point|info|circle-check)\.mjs$/;
/** The fields of all forms, and what says that a form has failed. */
const FORM =
  /[\\/](ui[\\/](form[\\/](field|inputs|use-form-faults)|messages[\\/]banner)|lib[\\/](field-errors|draw-first))\.tsx?$/;
/** Icons that the dashboard and several of its views need. */
const DASHBOARD_ICON =
  /[\\/]icons[\\/](calendar-days|calendar-plus|clock|door-closed|door-closed-locked|ellipsis|link|lock|log-out|map-pin|pencil|phone|send|tag|x)\.mjs$/;
/** Modules that need the sign-in forms. */
const SIGN_IN =
  /[\\/](auth[\\/]((login|signup|demo)-page|password-reset-dialog)|dashboard[\\/]settings[\\/]settings-view)\.tsx$/;
/** What shows how a person gets notices. No other view needs the parts that these two share. */
const NOTICES = /[\\/](notices[\\/]bell-panel|settings[\\/]settings-view)\.tsx$/;
/** A file of its own, although the demo's page, which is seldom opened, contains it. */
const LOGIN = /[\\/]auth[\\/]login-page\.tsx$/;
/** The pages before signing in. */
const PUBLIC = /[\\/](site|auth|business-profile)[\\/][\w-]+-page\.tsx$/;

/**
 * Few files, none with code that its page does not use, and none that waits for one that waits for it: the first of the two
 * would run without the other. `first-load.spec.ts` sees to that; greater thresholds merge until there are such. By default the bundler makes a file for each set of pages that
 * share a module, even for single icons.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'vendor', test: VENDOR, priority: 5 },
  openedBy('shell', (openers) => openers.some(({ isEntry }) => isEntry), { priority: 4 }),
  // Before the forms, which would take them along.
  { name: 'marks', test: MESSAGE_ICON, priority: 5 },
  { name: 'forms', test: FORM, priority: 4 },
  { name: 'dashboard-icons', test: DASHBOARD_ICON, priority: 4 },
  {
    name: 'icons',
    test: ICON,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 6_000,
    priority: 3,
  },
  openedBy('sign-in', (openers) => openers.length > 1 && openers.every(({ id }) => SIGN_IN.test(id)), {
    priority: 3,
  }),
  openedBy('page-parts', (openers) => openers.length > 1 && openers.some(({ id }) => PUBLIC.test(id)), {
    entriesAware: true,
    entriesAwareMergeThreshold: 3_000,
    priority: 2,
  }),
  openedBy('dashboard', (openers) => openers.some(({ id }) => DASHBOARD.test(id)), { priority: 1 }),
  openedBy(
    'notice-parts',
    (openers) => openers.length > 1 && openers.every(({ id }) => NOTICES.test(id)),
    {},
  ),
  openedBy('calendar', (openers) => openers.length > 1 && openers.some(({ id }) => CALENDAR.test(id)), {
    entriesAware: true,
    entriesAwareMergeThreshold: 10_000,
  }),
  openedBy('view-parts', (openers) => openers.length > 1, {
    entriesAware: true,
    entriesAwareMergeThreshold: 5_000,
  }),
];

/**
 * Shortens the bundler's name of a shared file, which lists all pages that use it, and the hash: the entry, which every page
 * waits for, has the names of all files.
 */
const shortName = ({ name = '', names = [name] }: { name?: string; names?: string[] }) =>
  `assets/${names[0]?.replace(/~.*(?=\.|$)/, '').replace(/\.\w+$/, '')}-[hash:7]`;
export const shortNames = {
  chunkFileNames: (chunk) => `${shortName(chunk)}.js`,
  assetFileNames: (asset) => `${shortName(asset)}[extname]`,
} satisfies Rolldown.OutputOptions;

/** The entry, or a module that is imported lazily. */
type Opener = Pick<Rolldown.ModuleInfo, 'id' | 'isEntry'>;

/** A group of the modules that such openers need. Without icons, since one module imports all of them. */
function openedBy(
  name: string,
  applies: (openers: Opener[]) => boolean,
  options: Partial<Rolldown.CodeSplittingGroup>,
): Rolldown.CodeSplittingGroup {
  const nameOf = (id: string, context: Rolldown.ChunkingContext): string | null => {
    if (ICON.test(id) || LOGIN.test(id)) return null;
    const openers: Opener[] = [];
    const seen = new Set<string>();
    const climb = (next: string): void => {
      const module = seen.has(next) ? null : context.getModuleInfo(next);
      seen.add(next);
      if (!module) return;
      const { isEntry, importers } = module;
      if (isEntry || module.dynamicImporters.length > 0) openers.push({ id: next, isEntry });
      [...importers].forEach(climb);
    };
    climb(id);
    return applies(openers) ? name : null;
  };
  return { ...options, name: nameOf, debugName: name };
}
