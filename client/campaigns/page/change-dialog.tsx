import { useRef, useState } from 'react';
import type { Schemas } from '../../api/client';
import { countOf, figure } from '../../lib/count-of';
import { placeFaults } from '../../api/place-faults';
import { isBlank } from '../../lib/visible-text';
import { actionErrorMessage } from '../../posting/action-errors';
import { MAX_SUMMARY } from '../../posts/composer/draft-rules';
import { publishTimeFault } from '../../posts/composer/publish-time-rules';
import {
  countCharacters,
  isSameTime,
  publishInstants,
  publishTimeOf,
  type PublishTime,
} from '../../posts/composer/post-draft';
import { PublishTimeFields } from '../../posts/composer/publish-time-fields';
import { VariableButtons } from '../../posts/composer/variable-buttons';
import common from '../../ui/layout/common.module.css';
import { Counter } from '../../ui/form/counter';
import { useDiscardQuestion } from '../../ui/layers/discard-question';
import { Field } from '../../ui/form/field';
import { FormDialog, useNothingToSave } from '../../ui/form/form-dialog';
import { Checkbox, TextArea } from '../../ui/form/inputs';
import { notify } from '../../ui/messages/notify';
import { useFormFaults } from '../../ui/form/use-form-faults';
import { type Campaign, unstoppable } from '../campaign-words';
import { useCampaignActions } from '../use-campaigns';
import { failedIn, underWayIn, waitingIn } from './target-states';

type ChangedField = 'summary' | 'publishDate';

interface ChangeDialogProps {
  campaign: Campaign;
  onClose: () => void;
}

/** Lengths at which a screen reader says how much is left. */
const SUMMARY_STEPS = [1400, 1480, MAX_SUMMARY];

/** Changes text and time of the posts that are not out yet. It says how many they are, and which stay as they are. */
export function ChangeDialog({ campaign, onClose }: ChangeDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const content = useRef<HTMLTextAreaElement>(null);
  const { update } = useCampaignActions();
  const { errors, fault, isBusy, ...faults } = useFormFaults<ChangedField>(form);
  const unchanged = useNothingToSave();
  // The change is based on this version, also if the campaign is changed elsewhere while the dialog is open.
  const [seen] = useState(campaign);
  const start = fieldsOf(seen);
  const [fields, setFields] = useState<Fields>(start);
  const [withExceptions, setWithExceptions] = useState(false);
  const { close, question } = useDiscardQuestion({
    losesChanges: isChanged(start, fields) && !isBusy,
    words: 'Your changes to this campaign haven’t been saved. Discard them?',
    onClose,
  });

  const edit = (change: Partial<Fields>) => {
    setFields({ ...fields, ...change });
    unchanged.forget();
    faults.forget((field) => (field === 'summary') === 'summary' in change);
  };

  async function submit(): Promise<void> {
    const found = faultsOf(start, fields, seen);
    if (Object.keys(found).length > 0) return faults.show(found);
    if (!isChanged(start, fields)) return unchanged.say();
    faults.begin();
    let changed: Campaign;
    try {
      const change = changeOf(start, fields, seen);
      changed = await update(campaign.id, { ...change, withExceptions, version: seen.version });
    } catch (error) {
      const words = actionErrorMessage(error, 'The campaign couldn’t be changed. Please try again.');
      const placed = placeFaults(error, shownFieldOf);
      return faults.show(placed.errors, [words, ...placed.rest].join(' '));
    }
    faults.end();
    notify.success(
      `Campaign changed. Its posts will be updated within seconds. ${unstoppable(changed)}`.trim(),
    );
    onClose();
  }

  return (
    <FormDialog
      size="medium"
      title="Edit unpublished posts"
      form={{ ref: form, onSubmit: () => void submit() }}
      fault={fault}
      hasNothingToSave={unchanged.isShown}
      label={`Change ${countOf(reachOf(campaign, withExceptions), 'post')}`}
      busyText={isBusy && 'Saving...'}
      question={question}
      onClose={close}
    >
      <Field
        label="Post content"
        error={errors.summary}
        hint={
          <VariableButtons box={content} value={fields.summary} onChange={(summary) => edit({ summary })} />
        }
        counter={<Counter value={countCharacters(fields.summary)} max={MAX_SUMMARY} steps={SUMMARY_STEPS} />}
      >
        <TextArea
          ref={content}
          name="summary"
          value={fields.summary}
          onChange={(event) => edit({ summary: event.target.value })}
        />
      </Field>
      <PublishTimeFields
        value={fields}
        timeZone={campaign.timeZone}
        locationId=""
        error={errors.publishDate}
        timing={{ value: fields.timing, onChange: (timing) => edit({ timing }) }}
        onChange={edit}
      />
      <Reach campaign={campaign} withExceptions={withExceptions} onExceptions={setWithExceptions} />
    </FormDialog>
  );
}

interface ReachProps {
  campaign: Campaign;
  withExceptions: boolean;
  onExceptions: (chosen: boolean) => void;
}

/** How many posts a change reaches, and which it leaves alone. */
function Reach({ campaign, withExceptions, onExceptions }: ReachProps) {
  const { exceptions } = campaign;
  const changed = reachOf(campaign, withExceptions);
  const out = outOf(campaign);
  return (
    <div className={common.stack2}>
      <p>
        {countOf(changed, 'post')} will be changed.
        {out === 1 && ' 1 has been sent already and stays as it is.'}
        {out > 1 && ` ${figure(out)} have been sent already and stay as they are.`}
      </p>
      {exceptions > 0 && (
        <Checkbox checked={withExceptions} onChange={(event) => onExceptions(event.target.checked)}>
          {exceptions === 1
            ? 'Also change the 1 post that was edited separately'
            : `Also change the ${figure(exceptions)} posts that were edited separately`}
        </Checkbox>
      )}
    </div>
  );
}

/** How many posts wait or failed. Posts that were changed on their own count only `withExceptions`. */
function reachOf({ progress, exceptions }: Campaign, withExceptions: boolean): number {
  return Math.max(0, waitingIn(progress) + failedIn(progress) - (withExceptions ? 0 : exceptions));
}

/** How many posts have been sent to Google. */
function outOf({ progress }: Campaign): number {
  return progress.published + underWayIn(progress);
}

function fieldsOf({ wallTime, publishAt, timeZone, postBody: { summary } }: Campaign) {
  const [publishDate = '', publishTime = ''] = wallTime?.split('T') ?? [];
  return publishAt === null
    ? { summary, timing: 'local' as const, publishDate, publishTime, occurrence: 'first' as const }
    : { summary, timing: 'same' as const, ...publishTimeOf(new Date(publishAt), timeZone) };
}

interface Fields extends PublishTime {
  summary: string;
  /** Whether the time is that of each location. */
  timing: 'local' | 'same';
}

function isMoved(start: Fields, fields: Fields): boolean {
  return !isSameTime(start, fields) || start.timing !== fields.timing;
}

function isChanged(start: Fields, fields: Fields): boolean {
  return fields.summary !== start.summary || isMoved(start, fields);
}

/** The faults of the fields. An unchanged time is not checked, since it may have passed at some locations. */
function faultsOf(
  start: Fields,
  fields: Fields,
  { timeZone }: Campaign,
): Partial<Record<ChangedField, string>> {
  const { summary, timing } = fields;
  if (isBlank(summary)) return { summary: 'Post content is required' };
  if (countCharacters(summary) > MAX_SUMMARY)
    return { summary: `Post content must be at most ${figure(MAX_SUMMARY)} characters` };
  const context = { now: new Date(), timeZone, isLocal: timing === 'local' };
  const fault = isMoved(start, fields) && publishTimeFault(fields, context);
  return fault ? { publishDate: fault } : {};
}

/** The request for the fields that differ from the start. */
function changeOf(
  start: Fields,
  fields: Fields,
  { timeZone, spreadMinutes, closedDays, postBody }: Campaign,
): Pick<Schemas['UpdateCampaignDto'], 'postBody' | 'time'> {
  const { summary, timing, publishDate, publishTime } = fields;
  const when =
    timing === 'local'
      ? { wallTime: `${publishDate}T${publishTime}` }
      : { publishAt: publishInstants(fields, timeZone).chosen?.toISOString() };
  return {
    ...(summary !== start.summary && { postBody: { ...postBody, summary } }),
    ...(isMoved(start, fields) && { time: { ...when, timeZone, spreadMinutes, closedDays } }),
  };
}

function shownFieldOf(path: string): ChangedField | undefined {
  if (path.startsWith('time')) return 'publishDate';
  return path === 'postBody.summary' ? 'summary' : undefined;
}
