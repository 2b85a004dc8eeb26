import { useState } from 'react';
import { afterTries } from '../../api/swr';
import { countOf } from '../../lib/count-of';
import { drawFirst } from '../../lib/draw-first';
import { searchLocations } from '../../lib/search-text';
import { useFoundLocations } from '../../listings/use-found-locations';
import { useAccounts } from '../../listings/use-listings';
import { ErrorState } from '../../ui/messages/banner';
import { Combobox } from '../../ui/form/combobox';
import { Dialog } from '../../ui/layers/dialog';
import styles from './command-palette.module.css';
import {
  accountEntry,
  ACTION_ENTRIES,
  allLocationsEntry,
  bestMatches,
  locationEntry,
  type PaletteEntry,
  VIEW_ENTRIES,
} from './palette-entries';
import type { Commands } from './shortcuts';

/** The most locations that are offered. The list of locations has them all. */
const MOST_LOCATIONS = 8;

interface CommandPaletteProps {
  commands: Commands;
  onClose: () => void;
}

/** Finds a view, an action, an account or a location by part of its name, and opens or runs it. */
export function CommandPalette({ commands, onClose }: CommandPaletteProps) {
  const [text, setText] = useState('');
  const search = text.trim();
  const accounts = useAccounts();
  const locations = useFoundLocations(undefined, search);
  const accountTries = afterTries(accounts.error);
  const isSearching = locations.isSearching || accounts.isLoading || accountTries.isTrying;

  const groups = [
    { title: 'Views', options: bestMatches(VIEW_ENTRIES, search) },
    { title: 'Actions', options: bestMatches(ACTION_ENTRIES, search) },
    // Last, since they may load later: nothing above them moves then.
    { title: 'Accounts', options: search ? bestMatches(accounts.data?.map(accountEntry) ?? [], search) : [] },
    { title: 'Locations', options: search ? offered(locations.found, search) : [] },
  ];
  const count = groups.reduce((sum, { options }) => sum + options.length, 0);

  const choose = (entry: PaletteEntry): void => {
    drawFirst(onClose);
    entry.run(commands);
  };

  return (
    <Dialog open title="Search or jump to" onClose={onClose}>
      <div className={styles.palette}>
        {accountTries.error !== undefined && (
          <ErrorState
            message="Failed to load business accounts. Please try again."
            onRetry={() => void accounts.mutate()}
            retrying={accounts.isValidating}
          />
        )}
        {locations.error !== undefined && (
          <ErrorState
            message="Failed to load locations. Please try again."
            onRetry={locations.retry}
            retrying={locations.isValidating}
          />
        )}
        <Combobox
          label="Type a view, an action or a location"
          value={text}
          onChange={setText}
          groups={groups}
          status={statusOf(search, count, isSearching)}
          onChoose={choose}
        />
      </div>
    </Dialog>
  );
}

type Found = ReturnType<typeof useFoundLocations>['found'];

/** Matches by name first, then matches by address. */
function offered(found: Found, search: string): PaletteEntry[] {
  if (!found) return [];
  // The result may still belong to an earlier text.
  const entries = searchLocations(found.items, search).map(locationEntry);
  const byName = bestMatches(entries, search);
  const shown = [...new Set([...byName, ...entries])].slice(0, MOST_LOCATIONS);
  return found.matched > shown.length ? [...shown, allLocationsEntry(found.matched, search)] : shown;
}

function statusOf(search: string, count: number, isSearching: boolean): string {
  if (search === '') return '';
  if (isSearching) return 'Searching...';
  return count === 0 ? `No match for “${search}”.` : countOf(count, 'result');
}
