import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '../api/api-error';
import type { Schemas } from '../api/client';
import { placeFaults } from '../api/place-faults';
import { reportError } from '../api/report-error';
import { RequestFault } from '../business-profile/request-fault';
import { useConnection } from '../business-profile/use-connection';
import { Button } from '../ui/button';
import { notify } from '../ui/notify';
import { Panel } from '../ui/panel';
import { NOTHING_TO_SAVE, useFormFaults } from '../ui/use-form-faults';
import { BasicFields } from './basic-fields';
import { CategoryPicker } from './category-picker';
import { HoursEditor } from './hours-editor';
import { API_FIELD, changesOf, toDraft, type LocationDraft } from './location-draft';
import styles from './location-form.module.css';
import { faultsOf, placeOf } from './location-rules';
import { RenameQuestion } from './rename-question';
import { UnsavedChangesGuard } from './unsaved-changes-guard';
import { useSaveLocation } from './use-locations';

interface LocationFormProps {
  location: Schemas['LocationDto'];
  /** The changes are saved. */
  onSaved: () => void;
  /** Cancelled. */
  onClose: () => void;
}

const FAILED = 'Failed to update location. Please try again.';

/** Why a save failed that no field is to blame for. */
interface Failure {
  error: unknown;
  words: string;
}

/** The location to edit. Only what was changed is sent; a save that fails keeps everything that was typed. */
export function LocationForm({ location, onSaved, onClose }: LocationFormProps) {
  // Refreshes in the background must not move the ground under what is being typed.
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

  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const change = changesOf(original, draft);
  const isDirty = Object.keys(change).length > 0;

  function edit(part: Partial<LocationDraft>) {
    const edited: string[] = (Object.keys(part) as (keyof LocationDraft)[]).map((key) => API_FIELD[key]);
    setDraft((last) => ({ ...last, ...part }));
    setHasNothingToSave(false);
    faults.forget((place) => edited.includes(place.split('.', 1).join()));
  }

  function submit() {
    if (!isDirty) {
      notify.info('Nothing was changed.');
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
    const { errors: found, rest } = placeFaults(named, (path) => placeOf(path, original, change));
    if (error instanceof ApiError && Object.keys(named).length === 0) reportError(error);
    const isAtFields = Object.keys(found).length > 0 && rest.length === 0;
    faults.show(found, isAtFields ? undefined : { error, words: [FAILED, ...rest].join(' ') });
  }

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
        <Panel title="Business Hours">
          <HoursEditor week={draft.week} errors={errors} onChange={(week) => edit({ week })} />
        </Panel>
      </fieldset>
      <div className={styles.bar}>
        {fault && <RequestFault error={fault.error} message={fault.words} onRetry={submit} />}
        <div className={styles.buttons}>
          <p className={styles.unsaved}>
            {isDirty && 'Unsaved changes'}
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
