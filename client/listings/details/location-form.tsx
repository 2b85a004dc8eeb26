import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { ApiError } from '../../api/api-error';
import type { Schemas } from '../../api/client';
import { NOTHING_TO_SAVE, useFormFaults } from '../../ui/use-form-faults';
import { countOf } from '../../lib/count-of';
import { placeFaults } from '../../lib/field-errors';
import { useUnloadQuestion } from '../../lib/use-unload-question';
import { reportError } from '../../api/report-error';
import { RequestFault } from '../../business-profile/connect';
import { useConnection } from '../../business-profile/use-connection';
import { Button } from '../../ui/button';
import { AlertDialog } from '../../ui/dialog';
import { Panel } from '../../ui/panel';
import { notify } from '../../ui/notify';
import { BasicFields } from './basic-fields';
import { CategoryPicker } from './category-picker';
import { HoursEditor } from './hours-editor';
import { countChangedDays } from './hours-model';
import { API_FIELD, changesOf, errorPathOf, faultsOf, type LocationDraft, toDraft } from './location-draft';
import type { EditedPart } from './location-facts';
import styles from './location-form.module.css';
import { useSaveLocation } from '../use-listings';

interface LocationFormProps {
  location: Schemas['LocationDto'];
  /** The part that comes first and has the focus at first. */
  start: EditedPart;
  /** Called when the changes are saved. */
  onSaved: () => void;
  /** Called on Cancel. */
  onClose: () => void;
}

/** The first control of each part. */
const FIRST: Record<EditedPart, string> = { hours: '[role=switch]', details: 'input[required]' };

const FAILED = 'Failed to update location. Please try again.';

/** Why a save failed if no field is wrong. */
interface Failure {
  error: unknown;
  words: string;
}

/** The form that edits a location. It sends only changed fields, and a failed save keeps everything that was typed. */
export function LocationForm({ location, start, onSaved, onClose }: LocationFormProps) {
  // A background refresh must not change the form while the user types.
  const [original] = useState(location);
  const [draft, setDraft] = useState(() => toDraft(original));
  const form = useRef<HTMLFormElement>(null);
  const { errors, fault, isBusy: isSaving, ...faults } = useFormFaults<string, Failure>(form);
  const [hasNothingToSave, setHasNothingToSave] = useState(false);
  const { connection } = useConnection();
  const isGoogle = connection?.source === 'google';
  const [isAsking, setIsAsking] = useState(false);
  const [confirmedName, setConfirmedName] = useState<string>();
  const saveLocation = useSaveLocation();

  useEffect(() => form.current?.querySelector<HTMLElement>(FIRST[start])?.focus(), [start]);

  const change = changesOf(original, draft);
  const isDirty = Object.keys(change).length > 0;

  function edit(part: Partial<LocationDraft>) {
    const edited: string[] = (Object.keys(part) as (keyof LocationDraft)[]).map((key) => API_FIELD[key]);
    setDraft((last) => ({ ...last, ...part }));
    setHasNothingToSave(false);
    faults.forget((path) => edited.includes(path.split('.', 1).join()));
  }

  function submit() {
    if (!isDirty) {
      notify.info('Nothing has changed.');
      return setHasNothingToSave(true);
    }
    const found = faultsOf(change);
    if (Object.keys(found).length > 0) return faults.show(found);
    if (isGoogle && change.name !== undefined && change.name !== confirmedName) return setIsAsking(true);
    void save();
  }

  async function save() {
    faults.begin();
    try {
      await saveLocation(location.id, change);
    } catch (error) {
      return fail(error);
    }
    onSaved();
  }

  function fail(error: unknown) {
    const named = error instanceof ApiError ? error.fields : {};
    const { errors: found, rest } = placeFaults(named, (path) => errorPathOf(path, original, change));
    if (error instanceof ApiError && Object.keys(named).length === 0) reportError(error);
    const isAtFields = Object.keys(found).length > 0 && rest.length === 0;
    faults.show(found, isAtFields ? undefined : { error, words: [FAILED, ...rest].join(' ') });
  }

  const hours = (
    <Panel title="Business Hours" flush>
      <HoursEditor week={draft.week} errors={errors} onChange={(week) => edit({ week })} />
    </Panel>
  );

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-label="Edit location"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <fieldset className={styles.fields} disabled={isSaving}>
        {start === 'hours' && hours}
        <Panel title="Basic Information">
          <BasicFields location={original} draft={draft} errors={errors} onChange={edit} />
        </Panel>
        <Panel title="Categories">
          <CategoryPicker
            value={draft.categories}
            error={errors[API_FIELD.categories]}
            onChange={(categories) => edit({ categories })}
          />
        </Panel>
        {start === 'details' && hours}
      </fieldset>
      <div className={styles.bar}>
        {fault && <RequestFault error={fault.error} message={fault.words} onRetry={submit} />}
        <div className={styles.buttons}>
          <p className={styles.unsaved}>
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
        open={isAsking}
        onConfirm={() => {
          setIsAsking(false);
          setConfirmedName(change.name);
          void save();
        }}
        onCancel={() => setIsAsking(false)}
      />
      <UnsavedChangesGuard when={isDirty} name={original.name} />
    </form>
  );
}

/** Says what a save would change: `1 field and 2 days changed. Google may review them.` */
function changedWords(
  original: Schemas['LocationDto'],
  draft: LocationDraft,
  { regularHours, ...fields }: Schemas['UpdateLocationDto'],
  isGoogle: boolean,
): string {
  const fieldCount = Object.keys(fields).length;
  const dayCount = regularHours === undefined ? 0 : countChangedDays(original.regularHours, draft.week);
  const counts = [fieldCount > 0 && countOf(fieldCount, 'field'), dayCount > 0 && countOf(dayCount, 'day')];
  const words = `${counts.filter(Boolean).join(' and ')} changed.`;
  if (!isGoogle) return words;
  return `${words} Google may review ${fieldCount + dayCount === 1 ? 'it' : 'them'}.`;
}

interface RenameQuestionProps {
  open: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a new name is sent to Google, which may then require the business to verify again. */
function RenameQuestion(props: RenameQuestionProps) {
  return (
    <AlertDialog
      {...props}
      title="Change the business name?"
      confirmLabel="Change name"
      confirmVariant="primary"
      cancelLabel="Keep editing"
    >
      Google reviews name changes, and may ask you to verify the business again before customers see the new
      name.
    </AlertDialog>
  );
}

interface UnsavedChangesGuardProps {
  /** Whether there are unsaved changes. */
  when: boolean;
  /** The location's name. */
  name: string;
}

/** Asks before unsaved changes are lost: with our dialog on navigation, with the browser's on reload or close. */
function UnsavedChangesGuard({ when, name }: UnsavedChangesGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when &&
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  );

  useUnloadQuestion(when);

  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      Your changes to {name} haven’t been saved.
    </AlertDialog>
  );
}
