import { Plus } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiError, type Conflict } from '../../api/api-error';
import { reportError } from '../../api/report-error';
import { RequestFault } from '../../business-profile/connect';
import { useConnection } from '../../business-profile/use-connection';
import { countOf } from '../../lib/count-of';
import { drawFirst, focusAfter } from '../../lib/draw-first';
import { placeFaults } from '../../api/place-faults';
import { cx } from '../../ui/basics/cx';
import common from '../../ui/layout/common.module.css';
import { Banner } from '../../ui/messages/banner';
import { Button } from '../../ui/basics/button';
import { notify } from '../../ui/messages/notify';
import { NOTHING_TO_SAVE } from '../../ui/form/form-dialog';
import { useFormFaults } from '../../ui/form/use-form-faults';
import { type LocationDetails, useReadAgain, useSaveLocation } from '../use-listings';
import { ConflictChoice, ConflictList, type Decision } from './conflicts';
import { ALL_PARTS, FIELD_CONTROL, FIRST_CONTROL, FormPart, partOf, PARTS } from './form-parts';
import { CloseQuestion, RenameQuestion, UnsavedChangesGuard } from './form-questions';
import { countChangedDays } from './hours-model';
import {
  API_FIELD,
  changesOf,
  type EditedPart,
  type LocationChange,
  type LocationDraft,
  rebased,
  toDraft,
  withFieldsOf,
} from './location-draft';
import { errorPathOf, faultsOf, faultsOfDraft, type FieldErrors } from './location-faults';
import styles from './location-form.module.css';

const FAILED = 'Failed to update location. Please try again.';
const UNDECIDED = 'First choose which values to keep, at the top of the form.';

/** Why a save failed, or could not begin, if no field is wrong. */
interface Failure {
  /** Undefined if nothing was sent. */
  error?: unknown;
  words: string;
}

/** What a person is asked before a save, with the value that was confirmed. */
type Confirmed = Partial<Record<'rename' | 'close', string>>;

interface LocationFormProps {
  location: LocationDetails;
  /** The part that comes first and has the focus at first. */
  start: EditedPart;
  /** The field in it that has the focus instead. */
  field?: string | undefined;
  /** Values that were proposed: they are filled in, and saved with the others. */
  proposed?: Partial<LocationDraft> | undefined;
  /** Called with the fields that were changed when they are saved. */
  onSaved: (fields: readonly string[]) => void;
  /** Called on Cancel. */
  onClose: () => void;
}

/** The form that edits a location. It sends only changed fields, and a failed save keeps everything that was typed. */
export function LocationForm({ location, start, field, proposed, onSaved, onClose }: LocationFormProps) {
  // A background refresh must not change the form while the user types.
  const [original, setOriginal] = useState(location);
  const [draft, setDraft] = useState(() => ({ ...toDraft(original), ...proposed }));
  const [opened, setOpened] = useState<EditedPart[]>(() =>
    start === 'details' || start === 'hours' ? ['details', 'hours'] : [start],
  );
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const conflictList = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const { errors, fault, isBusy: isSaving, ...faults } = useFormFaults<string, Failure>(form);
  const [hasNothingToSave, setHasNothingToSave] = useState(false);
  const { connection } = useConnection();
  const isGoogle = connection?.source === 'google';
  const [asking, setAsking] = useState<keyof Confirmed>();
  const [confirmed, setConfirmed] = useState<Confirmed>({});
  const saveLocation = useSaveLocation();
  const readAgain = useReadAgain();

  const shown = [start, ...ALL_PARTS.filter((part) => part !== start && opened.includes(part))];
  const folded = ALL_PARTS.filter((part) => !shown.includes(part));

  useEffect(() => focusPart(start, field), [start, field]);

  const change = changesOf(original, draft);
  const isDirty = Object.keys(change).length > 0;

  function focusPart(part: EditedPart, at?: string) {
    const control = FIELD_CONTROL[at ?? ''] ?? FIRST_CONTROL[part];
    form.current?.querySelector<HTMLElement>(`[data-part=${part}] :is(${control})`)?.focus();
  }

  function open(part: EditedPart) {
    drawFirst(() => setOpened([...opened, part]));
    focusPart(part);
  }

  function showFaults(found: FieldErrors, failure?: Failure) {
    setOpened([...opened, ...Object.keys(found).map(partOf)]);
    faults.show(found, failure);
  }

  function edit(part: Partial<LocationDraft>) {
    const edited: string[] = (Object.keys(part) as (keyof LocationDraft)[]).map((key) => API_FIELD[key]);
    setDraft((last) => ({ ...last, ...part }));
    setHasNothingToSave(false);
    faults.forget((path) => edited.includes(path.split('.', 1).join()));
  }

  function submit() {
    if (conflicts.length > 0) {
      faults.show({}, { words: UNDECIDED });
      return conflictList.current?.focus();
    }
    const found = { ...faultsOf(change), ...faultsOfDraft(change, draft) };
    if (Object.keys(found).length > 0) return showFaults(found);
    if (!isDirty) {
      notify.info('Nothing has changed.');
      return setHasNothingToSave(true);
    }
    askOrSave(confirmed);
  }

  function askOrSave(answered: Confirmed) {
    if (isGoogle && change.name !== undefined && change.name !== answered.rename) setAsking('rename');
    else if (change.openStatus === 'CLOSED_PERMANENTLY' && !answered.close) setAsking('close');
    else void save();
  }

  function confirm(question: keyof Confirmed) {
    const answered = { ...confirmed, [question]: question === 'rename' ? change.name : 'yes' };
    setConfirmed(answered);
    setAsking(undefined);
    askOrSave(answered);
  }

  async function save() {
    faults.begin();
    try {
      await saveLocation(original, change);
    } catch (error) {
      const changed = error instanceof ApiError ? error.conflicts : [];
      return changed.length > 0 ? showConflicts(changed) : fail(error);
    }
    onSaved(Object.keys(change));
  }

  /** Google has other values than those the form began with: a later save is based on these. */
  async function showConflicts(changed: readonly Conflict[]) {
    try {
      const current = await readAgain(original.id);
      drawFirst(() => {
        setDraft(rebased(draft, original, current));
        setOriginal(current);
        setConflicts(changed);
        faults.end();
      });
    } catch (error) {
      return fail(error);
    }
    conflictList.current?.focus();
    conflictList.current?.scrollIntoView({ block: 'start' });
  }

  function decide({ field }: Conflict, decision: Decision) {
    if (decision === 'google') setDraft(withFieldsOf(draft, toDraft(original), field));
    faults.setFault(undefined);
    focusAfter(
      () => setConflicts(conflicts.filter((other) => other.field !== field)),
      () => conflictList.current ?? form.current?.querySelector<HTMLElement>('[type=submit]'),
    );
  }

  function fail(error: unknown) {
    const { errors: found, rest } = placeFaults(error, (path) => errorPathOf(path, original, change));
    const isNamed = rest.length > 0 || Object.keys(found).length > 0;
    if (error instanceof ApiError && !isNamed) reportError(error);
    const isAtFields = isNamed && rest.length === 0;
    const isBusy = error instanceof ApiError && error.code === 'save_in_progress';
    const words = isBusy ? error.message : [FAILED, ...rest].join(' ');
    showFaults(found, isAtFields ? undefined : { error, words });
  }

  const conflictOf = (field: string) => {
    const conflict = conflicts.find((other) => other.field === field);
    return conflict && <ConflictChoice conflict={conflict} onDecide={(kept) => decide(conflict, kept)} />;
  };

  return (
    <form
      ref={form}
      className={common.stack4}
      noValidate
      aria-label="Edit location"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <fieldset className={common.stack4} disabled={isSaving}>
        <ConflictList ref={conflictList} conflicts={conflicts} onDecide={decide} />
        {shown.map((part) => (
          <div key={part} className={common.stack4} data-part={part}>
            <FormPart
              part={part}
              location={original}
              draft={draft}
              errors={errors}
              conflictOf={conflictOf}
              onChange={edit}
            />
          </div>
        ))}
        {folded.length > 0 && (
          <div className={cx(common.line, styles.folded)} role="group" aria-label="Also edit">
            <span aria-hidden="true">Also edit</span>
            {folded.map((part) => (
              <Button key={part} size="small" icon={Plus} onClick={() => open(part)}>
                {PARTS[part]}
              </Button>
            ))}
          </div>
        )}
      </fieldset>
      <div className={cx(common.box, styles.bar)}>
        {fault && fault.error === undefined && <Banner tone="error">{fault.words}</Banner>}
        {fault?.error !== undefined && (
          <RequestFault error={fault.error} message={fault.words} onRetry={submit} />
        )}
        <div className={cx(common.line, styles.buttons)}>
          <p className={cx(common.small, styles.unsaved)}>
            {isDirty && changedWords(original, draft, change, isGoogle)}
            {hasNothingToSave && NOTHING_TO_SAVE}
          </p>
          <Button onClick={onClose} disabled={isSaving}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busyText={isSaving && 'Saving...'}>
            Save Changes
          </Button>
        </div>
      </div>
      <RenameQuestion
        open={asking === 'rename'}
        onConfirm={() => confirm('rename')}
        onCancel={() => setAsking(undefined)}
      />
      <CloseQuestion
        name={original.name}
        open={asking === 'close'}
        onConfirm={() => confirm('close')}
        onCancel={() => setAsking(undefined)}
      />
      <UnsavedChangesGuard when={isDirty} name={original.name} />
    </form>
  );
}

/** Says what a save would change: `1 field and 2 days changed. Google may review them.` */
function changedWords(
  original: LocationDetails,
  draft: LocationDraft,
  { regularHours, ...fields }: LocationChange,
  isGoogle: boolean,
): string {
  const fieldCount = Object.keys(fields).length;
  const dayCount = regularHours === undefined ? 0 : countChangedDays(original.regularHours, draft.week);
  const counts = [fieldCount > 0 && countOf(fieldCount, 'field'), dayCount > 0 && countOf(dayCount, 'day')];
  const words = `${counts.filter(Boolean).join(' and ')} changed.`;
  if (!isGoogle) return words;
  return `${words} Google may review ${fieldCount + dayCount === 1 ? 'it' : 'them'}.`;
}
