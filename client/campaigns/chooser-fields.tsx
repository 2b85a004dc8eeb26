import { useState } from 'react';
import { countOf, figure } from '../lib/count-of';
import { AccountSelect } from '../listings/choice/account-select';
import { LabelSelect } from '../listings/choice/label-select';
import { Button } from '../ui/basics/button';
import { AlertDialog } from '../ui/layers/dialog';
import { Field } from '../ui/form/field';
import { Select, TextArea } from '../ui/form/inputs';
import { STATUS } from '../ui/basics/labels';
import common from '../ui/layout/common.module.css';
import { notify } from '../ui/messages/notify';
import { SearchBox } from '../ui/form/search-box';
import {
  type ChooserState,
  codesIn,
  type LocationFilter,
  withFilter,
} from '../listings/choice/chooser-state';
import styles from './location-chooser.module.css';
import { type SavedSelection, useSelectionActions } from '../listings/choice/use-selections';

const STATES = ['VERIFIED', 'UNVERIFIED', 'SUSPENDED'] as const;

interface FieldsProps {
  state: ChooserState;
  onChange: (state: ChooserState) => void;
}

/** Search and filters. The filters by account and label are shown if there is more than one. */
export function FilterFields({ state, onChange }: FieldsProps) {
  const { accountId, label, state: verification, search } = state.filter;
  const change = (filter: Partial<LocationFilter>) => onChange(withFilter(state, filter));
  return (
    <div className={styles.filters}>
      <div className={styles.search}>
        <SearchBox
          label="Search by name, address or store code"
          value={search}
          onChange={(text) => change({ search: text })}
        />
      </div>
      <AccountSelect value={accountId} onChange={(next) => change({ accountId: next })} />
      <LabelSelect value={label} onChange={(next) => change({ label: next })} />
      <Select
        aria-label="Filter by state"
        value={verification}
        onChange={({ target }) => change({ state: STATES.find((each) => each === target.value) ?? '' })}
      >
        <option value="">All states</option>
        {STATES.map((each) => (
          <option key={each} value={each}>
            {STATUS[each].label}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** Store codes to paste, from a table or a list. */
export function CodesField({ state, onChange }: FieldsProps) {
  const count = codesIn(state.codes).length;
  const isGathered = state.codes === '' && state.ofCodes !== undefined;
  return (
    <Field
      label="Store codes"
      hint={
        isGathered
          ? 'You’ve already pasted the store codes below. Paste others to replace them.'
          : count > 0
            ? countOf(count, 'store code')
            : 'Paste them from a table or list: one per line, or separated by commas or spaces.'
      }
    >
      <TextArea
        rows={3}
        autoCapitalize="none"
        spellCheck={false}
        value={state.codes}
        onChange={({ target }) =>
          onChange({ ...state, codes: target.value, without: { ...state.without, codes: [] } })
        }
      />
    </Field>
  );
}

/** The saved selections, to take or delete one. */
export function SavedField({ state, saved, onChange }: FieldsProps & { saved: readonly SavedSelection[] }) {
  const { remove } = useSelectionActions();
  const [asksToDelete, setAsksToDelete] = useState(false);
  const chosen = saved.find(({ id }) => id === state.savedId);
  const choose = (savedId: string) =>
    onChange({ ...state, savedId, without: { ...state.without, saved: [] } });

  async function removeChosen(): Promise<void> {
    setAsksToDelete(false);
    try {
      await remove(state.savedId);
      choose('');
    } catch {
      notify.error('The selection couldn’t be deleted. Please try again.');
    }
  }

  if (saved.length === 0)
    return (
      <p className={common.muted}>
        You have no saved selections yet. Choose locations, then save them under a name.
      </p>
    );
  return (
    <div className={styles.saved}>
      <Field
        label="Saved selection"
        hint={
          chosen &&
          (chosen.isLive
            ? 'New locations that match are added automatically.'
            : 'Its locations stay the same.')
        }
      >
        <Select value={state.savedId} onChange={({ target }) => choose(target.value)}>
          <option value="">Choose a saved selection</option>
          {saved.map(({ id, name, locationCount }) => (
            <option key={id} value={id}>
              {name} ({figure(locationCount)})
            </option>
          ))}
        </Select>
      </Field>
      {chosen && (
        <Button variant="quietDanger" onClick={() => setAsksToDelete(true)}>
          Delete selection
        </Button>
      )}
      <AlertDialog
        open={asksToDelete}
        title="Delete selection"
        confirmLabel="Delete"
        onCancel={() => setAsksToDelete(false)}
        onConfirm={() => void removeChosen()}
      >
        Delete “{chosen?.name}”? Its locations and the campaigns planned with it aren’t deleted.
      </AlertDialog>
    </div>
  );
}
