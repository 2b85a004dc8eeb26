import { type SubmitEvent, useRef, useState } from 'react';
import { placeFaults } from '../api/place-faults';
import { RequestFault } from '../business-profile/connect';
import { useMatches } from '../listings/choice/use-selections';
import { countOf } from '../lib/count-of';
import { viewerTimeZone } from '../lib/wall-time';
import type { FieldErrors } from '../listings/details/location-faults';
import formStyles from '../listings/details/location-form.module.css';
import { viewUrl } from '../lib/views';
import { Button, ButtonLink } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { Field } from '../ui/form/field';
import { TextInput } from '../ui/form/inputs';
import { useFormFaults } from '../ui/form/use-form-faults';
import { VIEW_TITLES } from '../lib/view-titles';
import common from '../ui/layout/common.module.css';
import { Panel } from '../ui/layout/panel';
import { Banner } from '../ui/messages/banner';
import { BULK_FIELDS, type BulkForm, faultsOfForm } from './bulk-form';
import { reachWords } from './bulk-words';
import { keptWords } from '../listings/bulk-drafts';
import { ChangeParts } from './change-parts';
import styles from './bulk-edit.module.css';
import { FieldChoice } from './field-choice';
import { Steps } from './steps';
import { useNow } from '../lib/use-now';
import type { BulkDraft } from './use-bulk-draft';
import type { BulkEdit } from './bulk-types';

const MINUTE = 60_000;
const FAILED = 'The draft couldn’t be saved. Please try again. What you typed is kept in this tab.';

interface ChangeStepProps {
  draft: BulkDraft;
  /** Opens the choice of locations. */
  onChoose: () => void;
  /** Called with the saved draft, to show its preview. */
  onPreview: (edit: BulkEdit) => void;
}

/** The second step: what changes. It sends nothing to Google. */
export function ChangeStep({ draft, onChoose, onPreview }: ChangeStepProps) {
  const { choice, form, answered, isSaved, problem } = draft;
  const [timeZone] = useState(viewerTimeZone);
  const now = useNow(MINUTE);
  const { data: matches } = useMatches(choice);
  const box = useRef<HTMLFormElement>(null);
  const { errors, isBusy, ...faults } = useFormFaults<string>(box);
  const chosen = matches?.matched ?? answered?.counts.chosen;

  function edit(part: Partial<BulkForm>): void {
    draft.edit(part);
    const edited = PATHS.filter(([key]) => key in part).map(([, path]) => path);
    faults.forget((path) => edited.includes(path.split('.', 1).join()) || path === 'fields');
  }

  async function submit(): Promise<void> {
    const found: FieldErrors = faultsOfForm(form);
    if (Object.keys(found).length > 0) return faults.show(found);
    faults.begin();
    try {
      const saved = await draft.save();
      faults.end();
      onPreview(saved);
    } catch (error) {
      const placed = placeFaults(error, pathOf);
      faults.show(placed.errors, placed.rest.join(' ') || undefined);
    }
  }

  return (
    <form
      ref={box}
      className={common.stack4}
      noValidate
      aria-label="What changes"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Steps current="changes" />
      <div className={common.spread}>
        <h1 tabIndex={-1}>
          {chosen === undefined ? VIEW_TITLES['bulk-edit'] : `Change ${countOf(chosen, 'location')}`}
        </h1>
        <p className={common.small} role="status">
          {draftWords(draft, now, timeZone)}
        </p>
      </div>
      <fieldset className={styles.columns} disabled={isBusy}>
        <FieldChoice
          fields={form.fields}
          error={errors['fields']}
          onChange={(fields) => edit({ fields: BULK_FIELDS.filter((field) => fields.includes(field)) })}
        />
        <div className={common.stack4}>
          <ChangeParts
            form={form}
            errors={errors}
            draft={answered}
            example={matches?.items[0]}
            onChange={edit}
          />
          <Panel title="In the change log">
            <Field label="Name of this edit" optional error={errors['name']}>
              <TextInput
                value={form.name}
                autoComplete="off"
                onChange={({ target }) => edit({ name: target.value })}
              />
            </Field>
          </Panel>
          {isSaved && answered && answered.counts.leftOut > 0 && <LeftOutSoFar draft={answered} />}
        </div>
      </fieldset>
      <div className={cx(common.box, formStyles.bar)}>
        <DraftProblem draft={draft} fault={faults.fault} onRetry={() => void submit()} />
        <div className={cx(common.line, formStyles.buttons)}>
          <p className={cx(common.small, formStyles.unsaved)}>
            {reachWords(form, chosen)}. Nothing is sent to Google before you’ve seen the preview.
          </p>
          <Button onClick={onChoose} disabled={isBusy}>
            Back
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={problem !== undefined && problem.kind !== 'failed'}
            busyText={isBusy && 'Comparing...'}
          >
            Preview changes
          </Button>
        </div>
      </div>
    </form>
  );
}

/** Which path of an error belongs to a part of the form. */
const PATHS: readonly (readonly [keyof BulkForm, string])[] = [
  ['name', 'name'],
  ['fields', 'fields'],
  ['mode', 'specialHours'],
  ['special', 'specialHours'],
  ['clear', 'specialHours'],
  ['week', 'regularHours'],
  ['moreHours', 'moreHours'],
  ['websiteUri', 'websiteUri'],
  ['description', 'description'],
  ['phoneNumber', 'phoneNumber'],
  ['addLabels', 'labels'],
  ['removeLabels', 'labels'],
  ['removes', 'websiteUri'],
  ['removes', 'description'],
  ['removes', 'regularHours'],
  ['removes', 'moreHours'],
  ['removes', 'phoneNumber'],
];

/** Where the form shows an error of the server: `change.moreHours[0].periods` at the more hours. */
function pathOf(path: string): string | undefined {
  const parts = path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  const [field = ''] = parts[0] === 'change' ? parts.slice(1) : parts;
  if (field === 'labels') return 'labels.add';
  return PATHS.some(([, known]) => known === field) ? field : undefined;
}

function draftWords({ answered, isSaving, isSaved }: BulkDraft, now: Date, timeZone: string): string {
  if (isSaving) return 'Saving the draft...';
  if (!answered || !isSaved) return '';
  return `Draft, ${keptWords(answered.expiresAt, now, timeZone)}`;
}

/** Which locations will be left out of what was typed so far, and why. */
function LeftOutSoFar({ draft: { counts } }: { draft: BulkEdit }) {
  return (
    <Banner tone="warning">
      <p>{countOf(counts.leftOut, 'location')} will be left out. The preview lists them.</p>
      <ul>
        {counts.byReason.map(({ reason, title, message, count }) => (
          <li key={reason}>
            {title}, {countOf(count, 'location')}: {message}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

interface DraftProblemProps {
  draft: BulkDraft;
  /** What the server says of what was typed. */
  fault: string | undefined;
  onRetry: () => void;
}

/** Why the draft is not saved, and what to do. */
function DraftProblem({
  draft: { problem, keepMine, takeOther, beginAnew },
  fault,
  onRetry,
}: DraftProblemProps) {
  if (fault !== undefined) return <Banner tone="error">{fault}</Banner>;
  if (problem?.kind === 'changed')
    return (
      <Banner
        tone="warning"
        action={
          <div className={common.wrap}>
            <Button size="small" onClick={() => void takeOther()}>
              Show the other version
            </Button>
            <Button size="small" onClick={() => void keepMine()}>
              Keep mine
            </Button>
          </div>
        }
      >
        This draft was changed in another tab or by another person. What you typed is still here.
      </Banner>
    );
  if (problem?.kind === 'confirmed')
    return (
      <Banner
        tone="warning"
        action={
          <div className={common.wrap}>
            <ButtonLink size="small" to={viewUrl('change-log', { set: problem.id })}>
              See how it goes
            </ButtonLink>
            <Button size="small" onClick={beginAnew}>
              Make a new edit
            </Button>
          </div>
        }
      >
        This edit was confirmed in another tab or by another person, without your last changes. They are still
        here.
      </Banner>
    );
  if (problem?.kind === 'failed')
    return <RequestFault error={problem.error} message={FAILED} onRetry={onRetry} />;
  return null;
}
