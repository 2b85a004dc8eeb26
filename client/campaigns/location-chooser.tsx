import { useId, useState } from 'react';
import useSWR from 'swr';
import { afterTries } from '../api/swr';
import { countOf, figure } from '../lib/count-of';
import { useDebouncedValue } from '../lib/use-search';
import { cx } from '../ui/basics/cx';
import common from '../ui/layout/common.module.css';
import { Banner, ErrorState } from '../ui/messages/banner';
import { Button } from '../ui/basics/button';
import { Dialog } from '../ui/layers/dialog';
import { Checkbox } from '../ui/form/inputs';
import { SkipList } from '../ui/form/skip-list';
import { Loading, SkeletonRows } from '../ui/messages/loading';
import { Tabs } from '../ui/layout/tabs';
import { ChoiceList } from './choice-list';
import {
  type ChooserState,
  choiceOfState,
  chooserStateOf,
  chosenCount,
  codesIn,
  isChosen,
  listedBy,
  withTick,
} from '../listings/choice/chooser-state';
import { CodesField, FilterFields, SavedField } from './chooser-fields';
import styles from './location-chooser.module.css';
import { SaveSelectionDialog } from './save-selection-dialog';
import {
  type LocationChoice,
  MOST_NAMED,
  type SavedSelection,
  useMatches,
  useSelectionActions,
  useSelections,
} from '../listings/choice/use-selections';

const WAYS = [
  { id: 'find', label: 'Find' },
  { id: 'codes', label: 'Store codes' },
  { id: 'saved', label: 'Saved selections' },
] as const;

interface LocationChooserProps {
  /** What was chosen before; undefined: nothing. */
  choice: LocationChoice | undefined;
  onChoose: (choice: LocationChoice) => void;
  onClose: () => void;
}

/** The dialog to choose many locations: by filter, one by one, by store codes, or a selection that was saved. */
export function LocationChooser({ choice, onChoose, onClose }: LocationChooserProps) {
  const { data: saved, error } = useSelections();
  const isKnown = saved !== undefined || error !== undefined || choice?.selectionId === undefined;
  if (isKnown) return <OpenChooser {...{ choice, saved: saved ?? [], onChoose, onClose }} />;
  return (
    <Dialog open title="Choose locations" onClose={onClose}>
      <SkeletonRows rows={6} />
    </Dialog>
  );
}

interface OpenChooserProps extends LocationChooserProps {
  saved: readonly SavedSelection[];
}

function OpenChooser({ choice, saved, onChoose, onClose }: OpenChooserProps) {
  const { state, setState, listed, matches, error, isTrying, retry, isLoading } = useChooser(choice, saved);
  const [isSaving, setIsSaving] = useState(false);
  const confirmId = useId();
  const matched = matches?.matched ?? 0;
  const count = chosenCount(state, matched);
  const chosen = choiceOfState(state);
  const hasUnknown = matches !== undefined && matches.unknownStoreCodes.length > 0;

  return (
    <Dialog
      open
      title="Choose locations"
      onClose={onClose}
      footer={
        <>
          <p className={cx(common.muted, styles.count)} role="status">
            {count === 0 ? 'No locations chosen' : `${countOf(count, 'location')} chosen`}
          </p>
          {chosen && count > 0 && state.way !== 'saved' && (
            <Button variant="quiet" onClick={() => setIsSaving(true)}>
              Save selection
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            id={confirmId}
            variant="primary"
            disabled={count === 0}
            onClick={() => {
              if (chosen) onChoose(chosen);
            }}
          >
            {count > 0 ? `Choose ${countOf(count, 'location')}` : 'Choose locations'}
          </Button>
        </>
      }
    >
      <Tabs
        label="Ways to choose"
        tabs={WAYS}
        value={state.way}
        onChange={(way) => setState({ ...state, way })}
      >
        <div className={cx(common.stack3, styles.way)}>
          {state.way === 'find' && <FilterFields state={state} onChange={setState} />}
          {state.way === 'codes' && <CodesField state={state} onChange={setState} />}
          {state.way === 'saved' && <SavedField state={state} saved={saved} onChange={setState} />}
          {error !== undefined && (
            <ErrorState message="Failed to load locations. Please try again." onRetry={retry} />
          )}
          {hasUnknown && <Banner tone="warning">{unknownWords(matches.unknownStoreCodes)}</Banner>}
          {(listed || isLoading || isTrying) && (
            <Loading
              busy={matches === undefined && error === undefined}
              isTrying={isTrying}
              skeleton={<SkeletonRows rows={6} />}
            >
              {listed && matches && (
                <>
                  <ListHead {...{ state, listed, matched }} onChange={setState} />
                  {count > 0 && matched > 0 && <SkipList targetId={confirmId} />}
                  {matched > 0 && (
                    <ChoiceList
                      listed={listed}
                      matched={matched}
                      isChosen={(id) => isChosen(state, id)}
                      onTick={(id, isTicked) => setState(withTick(state, id, isTicked))}
                    />
                  )}
                </>
              )}
            </Loading>
          )}
        </div>
      </Tabs>
      {isSaving && chosen && (
        <SaveSelectionDialog
          choice={chosen}
          count={count}
          canBeLive={state.way === 'find' && state.isAll}
          onClose={() => setIsSaving(false)}
          onSaved={({ id }) => {
            setIsSaving(false);
            setState({ ...state, way: 'saved', savedId: id, without: { ...state.without, saved: [] } });
          }}
        />
      )}
    </Dialog>
  );
}

/** The pause in typing after which store codes are looked for. */
const CODES_SETTLE_MS = 400;

/** The state of the open chooser, and the locations that it lists. */
function useChooser(choice: LocationChoice | undefined, saved: readonly SavedSelection[]) {
  const [kept, setState] = useState(() => chooserStateOf(choice, saved));
  const { choiceOfCodes } = useSelectionActions();
  const codes = codesIn(useDebouncedValue(kept.codes, CODES_SETTLE_MS));
  const gathered = useSWR<LocationChoice, unknown>(
    codes.length > 0 ? ['selections', 'codes', codes.join('\n')] : null,
    () => choiceOfCodes(codes),
    { revalidateOnFocus: false, revalidateIfStale: false },
  );
  const state: ChooserState = { ...kept, ofCodes: codes.length > 0 ? gathered.data : kept.ofCodes };
  const search = useDebouncedValue(state.filter.search);
  const listed = listedBy(state);
  // While a search is typed the former list stays.
  const asked = listedBy({ ...state, filter: { ...state.filter, search } });
  const { data, error, mutate } = useMatches(asked);
  const ofCodesFailed = state.way === 'codes' ? gathered.error : undefined;
  return {
    state,
    setState,
    listed: listed && asked,
    matches: listed && data,
    ...afterTries(error ?? ofCodesFailed),
    retry: () => void (ofCodesFailed === undefined ? mutate() : gathered.mutate()),
    isLoading: state.way === 'codes' && gathered.isLoading,
  };
}

interface ListHeadProps {
  state: ChooserState;
  listed: LocationChoice;
  matched: number;
  onChange: (state: ChooserState) => void;
}

/** Above the list: how many there are, and the box that chooses all of them. */
function ListHead({ state, listed, matched, onChange }: ListHeadProps) {
  const { idsOf } = useSelectionActions();
  const { way, isAll, ids, without } = state;
  const takenOut = without[way].length;
  if (matched === 0)
    return <p className={common.muted}>{way === 'codes' ? NO_CODES : 'No location matches your filter.'}</p>;
  if (way !== 'find')
    return (
      <p className={cx(common.line, styles.head)}>
        {countOf(matched, 'location')}
        {takenOut > 0 && `, ${figure(takenOut)} excluded`}
      </p>
    );

  const isFiltered = Object.keys(listed).length > 0;
  /** Adds all that match to those that were ticked one by one, as far as these can be named. */
  async function chooseAll(): Promise<void> {
    const added = isFiltered && ids.length > 0 ? await idsOf(listed).catch(() => undefined) : undefined;
    const together = [...new Set([...ids, ...(added ?? [])])];
    if (added && together.length <= MOST_NAMED) onChange({ ...state, ids: together });
    else onChange({ ...state, isAll: true, without: { ...without, find: [] } });
  }
  return (
    <div className={cx(common.line, styles.head)}>
      <Checkbox
        checked={isAll && takenOut === 0}
        onChange={({ target }) =>
          target.checked ? void chooseAll() : onChange({ ...state, isAll: false, ids: [] })
        }
      >
        {isFiltered ? `All ${figure(matched)} that match` : `All ${countOf(matched, 'location')}`}
      </Checkbox>
      {isAll && takenOut > 0 && <span className={common.muted}>{figure(takenOut)} excluded</span>}
    </div>
  );
}

const NO_CODES = 'No location has any of these store codes.';

/** The server names 100 of them at most. */
const MOST_UNKNOWN = 100;

function unknownWords(codes: readonly string[]): string {
  const count =
    codes.length === MOST_UNKNOWN
      ? `At least ${MOST_UNKNOWN} store codes`
      : countOf(codes.length, 'store code');
  return `${count} ${codes.length === 1 ? 'is' : 'are'} unknown: ${codes.join(', ')}`;
}
