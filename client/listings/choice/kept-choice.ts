import { useEffect, useState } from 'react';
import { useKeptName } from '../../auth/workspace';
import { readTabItem, writeTabItem } from '../../lib/browser-storage';
import { type ChooserState, choiceOfState, chooserStateOf } from './chooser-state';

const NAME = 'shingle.chosen-locations';
/** How many ids are kept at most: more do not survive a reload. */
const MOST_KEPT = 10_000;

/**
 * The locations that are chosen in a list, which this tab keeps over reloads, for the person and the workspace.
 * @param list the account whose list it is; empty: that of all
 */
export function useKeptChoice(list: string) {
  const key = `${useKeptName(NAME)}.${list}`;
  const kept = useState<ChooserState>(() => stateIn(readTabItem(key)) ?? chooserStateOf(undefined, []));
  const [state] = kept;
  useEffect(() => {
    const isKept = choiceOfState(state) !== undefined && idsIn(state) <= MOST_KEPT;
    writeTabItem(key, isKept ? state : undefined);
  }, [key, state]);
  return kept;
}

function idsIn({ ids, without }: ChooserState): number {
  return ids.length + without.find.length;
}

/** Undefined unless it is what a list keeps: a release before this one may have kept something else. */
function stateIn(kept: unknown): ChooserState | undefined {
  const { filter, ids, without } = (kept ?? {}) as Partial<ChooserState>;
  const isWhole = filter !== undefined && Array.isArray(ids) && Array.isArray(without?.find);
  return isWhole ? { ...chooserStateOf(undefined, []), ...(kept as ChooserState) } : undefined;
}
