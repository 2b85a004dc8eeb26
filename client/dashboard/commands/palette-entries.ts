import {
  CalendarPlus,
  Layers,
  Keyboard,
  Lock,
  LogOut,
  MapPin,
  Monitor,
  Moon,
  PanelLeft,
  Settings2,
  Store,
  Sun,
} from 'lucide-react';
import { figure } from '../../lib/count-of';
import type { Schemas } from '../../api/client';
import { searchable } from '../../lib/search-text';
import { VIEW_TITLES } from '../../lib/view-titles';
import { viewUrl } from '../../lib/views';
import type { ComboboxOption } from '../../ui/form/combobox';
import type { Commands } from './shortcuts';
import { COMING_VIEWS, CUSTOMER_VIEWS, WORKING_VIEWS } from './view-entries';

/** An entry of the palette. */
export interface PaletteEntry extends ComboboxOption {
  /** More words that find it. */
  also?: string;
  run: (commands: Commands) => void;
}

const viewEntries = (views: typeof WORKING_VIEWS, note?: string): PaletteEntry[] =>
  views.map(([view, icon]) => ({
    id: `view-${view}`,
    label: VIEW_TITLES[view],
    note,
    icon,
    run: ({ go }) => go(viewUrl(view)),
  }));

export const VIEW_ENTRIES: readonly PaletteEntry[] = Object.freeze([
  ...viewEntries(WORKING_VIEWS),
  {
    id: 'view-settings',
    label: VIEW_TITLES.settings,
    also: 'your account profile password notices email webhooks time zone language dates numbers sign out everywhere export download data delete',
    icon: Settings2,
    run: ({ go }) => go(viewUrl('settings')),
  },
  ...viewEntries(CUSTOMER_VIEWS),
  ...viewEntries(COMING_VIEWS, 'Coming soon'),
]);

export const ACTION_ENTRIES: readonly PaletteEntry[] = Object.freeze([
  {
    id: 'schedule',
    label: 'Schedule post',
    also: 'new write create',
    icon: CalendarPlus,
    run: ({ schedulePost }) => schedulePost(),
  },
  {
    id: 'change-many',
    label: VIEW_TITLES['bulk-edit'],
    also: 'bulk edit holiday special hours website description all',
    icon: Layers,
    run: ({ go }) => go(viewUrl('bulk-edit')),
  },
  {
    id: 'locks',
    label: 'Locks',
    also: 'lock a field keep protect against google edits change log',
    icon: Lock,
    run: ({ go }) => go(viewUrl('change-log', { tab: 'locks' })),
  },
  {
    id: 'light',
    label: 'Switch to light theme',
    also: 'day mode',
    icon: Sun,
    run: ({ chooseTheme }) => chooseTheme('light'),
  },
  {
    id: 'dark',
    label: 'Switch to dark theme',
    also: 'night mode',
    icon: Moon,
    run: ({ chooseTheme }) => chooseTheme('dark'),
  },
  {
    id: 'system',
    label: 'Switch to system theme',
    also: 'device mode automatic',
    icon: Monitor,
    run: ({ chooseTheme }) => chooseTheme('system'),
  },
  {
    id: 'sidebar',
    label: 'Toggle sidebar',
    also: 'navigation menu collapse',
    icon: PanelLeft,
    run: ({ toggleSidebar }) => toggleSidebar(),
  },
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    also: 'keys help',
    icon: Keyboard,
    run: ({ showShortcuts }) => showShortcuts(),
  },
  {
    id: 'log-out',
    label: 'Log out',
    also: 'logout sign out leave',
    icon: LogOut,
    run: ({ logOut }) => logOut(),
  },
]);

/** Opens the list of an account's locations. */
export function accountEntry({ id, name }: Schemas['AccountDto']): PaletteEntry {
  return {
    id: `account-${id}`,
    label: name,
    icon: Store,
    run: ({ go }) => go(viewUrl('locations', { account: id })),
  };
}

/** Opens the details of a location. */
export function locationEntry({ id, accountId, name, address }: Schemas['LocationDto']): PaletteEntry {
  return {
    id: `location-${id}`,
    label: name,
    note: address || undefined,
    icon: MapPin,
    run: ({ go }) => go(viewUrl('location-details', { account: accountId, location: id })),
  };
}

/** Opens the list of all matching locations. */
export function allLocationsEntry(matched: number, search: string): PaletteEntry {
  return {
    id: 'all-locations',
    label: `Show all ${figure(matched)} locations`,
    icon: MapPin,
    run: ({ go }) => go(viewUrl('locations', { search })),
  };
}

type Named = Pick<PaletteEntry, 'label' | 'also'>;

/** The entries that match the typed text, best first, otherwise in the given order. All entries if nothing is typed. */
export function bestMatches<Entry extends Named>(entries: readonly Entry[], typed: string): Entry[] {
  const search = searchable(typed);
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, search) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}

const NO_MATCH = 4;

/** 0: the name begins with it, 1: a word of the name does, 2: the name contains it, 3: each typed word begins some word. */
function rankOf({ label, also = '' }: Named, search: string): number {
  const name = searchable(label);
  if (name.startsWith(search)) return 0;
  if (name.includes(` ${search}`)) return 1;
  if (name.includes(search)) return 2;
  const words = ` ${name} ${searchable(also)}`;
  return search.split(' ').every((word) => words.includes(` ${word}`)) ? 3 : NO_MATCH;
}
