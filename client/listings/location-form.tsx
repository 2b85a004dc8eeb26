import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../api/api-error';
import type { Schemas } from '../api/client';
import { reportError } from '../api/report-error';
import { RequestFault } from '../business-profile/request-fault';
import { useConnection } from '../business-profile/use-connection';
import { Button } from '../ui/button';
import { focusFirstInvalid } from '../ui/focus-first-invalid';
import { notify } from '../ui/notify';
import { Panel } from '../ui/panel';
import { BasicFields } from './basic-fields';
import { CategoryPicker } from './category-picker';
import { HoursEditor } from './hours-editor';
import { API_FIELD, changesOf, toDraft, type LocationDraft } from './location-draft';
import styles from './location-form.module.css';
import { faultsOf, type FieldErrors } from './location-rules';
import { RenameQuestion } from './rename-question';
import { UnsavedChangesGuard } from './unsaved-changes-guard';
import { useSaveLocation } from './use-locations';

interface LocationFormProps {
  location: Schemas['LocationDto'];
  /** The changes are saved. */
  onSaved: () => void;
  /** Nothing is left to do: cancelled, or nothing was changed. */
  onClose: () => void;
}

/** The location to edit. Only what was changed is sent; a save that fails keeps everything that was typed. */
export function LocationForm({ location, onSaved, onClose }: LocationFormProps) {
  // Refreshes in the background must not move the ground under what is being typed.
  const [original] = useState(location);
  const [draft, setDraft] = useState(() => toDraft(original));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [status, setStatus] = useState<'editing' | 'saving' | 'failed'>('editing');
  const [failure, setFailure] = useState<unknown>();
  const { connection } = useConnection();
  const isGoogle = connection?.source === 'google';
  const [isAsking, setIsAsking] = useState(false);
  const [confirmedName, setConfirmedName] = useState<string>();
  const saveLocation = useSaveLocation();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const change = changesOf(original, draft);
  const isDirty = Object.keys(change).length > 0;
  const isSaving = status === 'saving';

  function edit(part: Partial<LocationDraft>) {
    setDraft((last) => ({ ...last, ...part }));
    setErrors((last) => withoutErrorsOf(part, last));
  }

  function show(found: FieldErrors) {
    flushSync(() => {
      setStatus('editing');
      setErrors(found);
    });
    // Later than the button, which takes back the focus that it lost while it was busy.
    queueMicrotask(() => form.current && focusFirstInvalid(form.current));
  }

  function submit() {
    if (!isDirty) {
      notify.info('Nothing was changed.');
      return onClose();
    }
    const faults = faultsOf(change);
    if (Object.keys(faults).length > 0) return show(faults);
    if (isGoogle && change.name !== undefined && change.name !== confirmedName) return setIsAsking(true);
    void save();
  }

  async function save() {
    setErrors({});
    setStatus('saving');
    try {
      await saveLocation(location.id, change);
    } catch (error) {
      return fail(error);
    }
    onSaved();
  }

  function fail(error: unknown) {
    if (error instanceof ApiError) {
      if (isAtFields(error.fields)) return show(error.fields);
      reportError(error);
    }
    flushSync(() => {
      setFailure(error);
      setStatus('failed');
    });
    // Where the fields were disabled meanwhile, the focus was lost.
    if (document.activeElement === document.body) {
      form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
    }
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
        {status === 'failed' && (
          <RequestFault
            error={failure}
            message="Failed to update location. Please try again."
            onRetry={submit}
          />
        )}
        <div className={styles.buttons}>
          <p className={styles.unsaved}>{isDirty && 'Unsaved changes'}</p>
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

/** The errors without those of the fields that are being edited. */
function withoutErrorsOf(part: Partial<LocationDraft>, errors: FieldErrors): FieldErrors {
  const edited: string[] = (Object.keys(part) as (keyof LocationDraft)[]).map((key) => API_FIELD[key]);
  return Object.fromEntries(Object.entries(errors).filter(([path]) => !edited.includes(fieldOf(path))));
}

/** Whether the form has a place for each of these errors. */
function isAtFields(errors: FieldErrors): boolean {
  const places: string[] = Object.values(API_FIELD);
  const paths = Object.keys(errors);
  return paths.length > 0 && paths.every((path) => places.includes(fieldOf(path)));
}

/** The field that a path such as `regularHours.periods.3.openTime` belongs to. */
function fieldOf(path: string): string {
  return path.split('.', 1).join();
}
