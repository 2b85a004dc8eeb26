import {
  CalendarPlus,
  Keyboard,
  LogOut,
  MapPin,
  Monitor,
  Moon,
  PanelLeft,
  Store,
  Sun,
  UserRound,
} from 'lucide-react';
import type { Schemas } from '../api/client';
import { searchable } from '../lib/search-text';
import { VIEW_TITLES, viewUrl } from '../lib/views';
import type { ComboboxOption } from '../ui/combobox';
import type { Commands } from './shortcuts';
import { COMING_VIEWS, WORKING_VIEWS } from './view-entries';

/** Something that the palette offers. */
export interface PaletteEntry extends ComboboxOption {
  /** Further words that find it. */
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
    id: 'account',
    label: 'Your account',
    also: 'profile settings sign out everywhere export download data delete',
    icon: UserRound,
    run: ({ showAccount }) => showAccount(),
  },
  {
    id: 'log-out',
    label: 'Log out',
    also: 'logout sign out leave',
    icon: LogOut,
    run: ({ logOut }) => logOut(),
  },
]);

/** An account, which opens the list of its locations. */
export function accountEntry({ id, name }: Schemas['AccountDto']): PaletteEntry {
  return {
    id: `account-${id}`,
    label: name,
    icon: Store,
    run: ({ go }) => go(viewUrl('locations', { account: id })),
  };
}

/** A location, which opens its details. */
export function locationEntry({ id, accountId, name, address }: Schemas['LocationDto']): PaletteEntry {
  return {
    id: `location-${id}`,
    label: name,
    note: address || undefined,
    icon: MapPin,
    run: ({ go }) => go(viewUrl('location-details', { account: accountId, location: id })),
  };
}

/** The way to the locations that are found beyond those that are offered one by one. */
export function allLocationsEntry(matched: number, search: string): PaletteEntry {
  return {
    id: 'all-locations',
    label: `Show all ${matched} locations`,
    icon: MapPin,
    run: ({ go }) => go(viewUrl('locations', { search })),
  };
}

type Named = Pick<PaletteEntry, 'label' | 'also'>;

/** The entries that fit what was typed, best first; among equals the order stays. Nothing typed: all. */
export function bestMatches<Entry extends Named>(entries: readonly Entry[], typed: string): Entry[] {
  const search = searchable(typed);
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, search) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}

const NO_MATCH = 4;

/** 0: the name begins so, 1: one of its words does, 2: it is within the name, 3: each word begins some word of either. */
function rankOf({ label, also = '' }: Named, search: string): number {
  const name = searchable(label);
  if (name.startsWith(search)) return 0;
  if (name.includes(` ${search}`)) return 1;
  if (name.includes(search)) return 2;
  const words = ` ${name} ${searchable(also)}`;
  return search.split(' ').every((word) => words.includes(` ${word}`)) ? 3 : NO_MATCH;
}
