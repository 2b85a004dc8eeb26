import { useRef, useState } from 'react';
import { RequestFault } from '../business-profile/connect';
import { countOf } from '../lib/count-of';
import { FIELD_NAMES, type ProfileField } from '../listings/field-values';
import { actionErrorMessage } from '../posts/action-errors';
import { useLocationChoices } from '../posts/location-choices';
import { LocationPicker } from '../posts/location-picker';
import { Banner } from '../ui/banner';
import { EmptyState } from '../ui/board';
import { Button } from '../ui/button';
import { AlertDialog } from '../ui/dialog';
import { Field } from '../ui/field';
import { Checkbox, Select } from '../ui/inputs';
import { Loading, Skeleton } from '../ui/loading';
import { Panel } from '../ui/panel';
import { fieldInSentence, type GoogleEdit, MAY_STAY_CLOSED } from './change-words';
import { GoogleEditRow } from './google-edit-row';
import styles from './google-edits.module.css';
import { useWhyNotNow } from './undo-parts';
import { type Decision, useRecordActions } from './use-changes';
import { useGoogleEdits } from '../listings/use-google-edits';
import type { LogAddress } from './use-log-address';

const ANSWERS = [
  { id: 'OPEN', label: 'Waiting for you', count: 'open' },
  { id: 'REJECTED', label: 'Yours kept', count: 'rejected' },
  { id: 'ACCEPTED', label: 'Google’s used', count: 'accepted' },
  { id: 'GONE', label: 'Ended without an answer', count: 'gone' },
] as const;

/** How many edits can be answered at once. */
const MOST_AT_ONCE = 500;

interface GoogleEditsProps {
  address: LogAddress;
  onFilter: (next: Partial<LogAddress>) => void;
  /** The edits that are being answered in the background. */
  answering: ReadonlySet<string>;
  timeZone: string;
  /** Called when many edits are being answered. */
  onStarted: (setId: string, ids: string[]) => void;
  onOpenChange: (id: string) => void;
}

/** What Google or the public changed, with the owner's value beside it, to be answered one by one or many at once. */
export function GoogleEdits({
  address,
  onFilter,
  answering,
  timeZone,
  onStarted,
  onOpenChange,
}: GoogleEditsProps) {
  const { field, locationId, answer: state } = address;
  const locations = useLocationChoices(locationId ?? '');
  const [pages, setPages] = useState(1);
  const { data, error, isValidating, mutate } = useGoogleEdits({ state, field, locationId }, pages);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLDivElement>(null);
  const whyNotNow = useWhyNotNow();

  const edits = data?.items.filter((edit) => edit.state === state && (!field || edit.field === field));
  const answerable = edits?.filter(({ id, whyNoAnswer }) => !whyNoAnswer && !answering.has(id)) ?? [];
  const picked = answerable.filter(({ id }) => chosen.has(id));
  const choose = (ids: string[]) => setChosen(new Set(ids));
  const openCount = data?.counts.open ?? 0;
  const title =
    state === 'OPEN'
      ? `${countOf(openCount, 'edit')} ${openCount === 1 ? 'waits' : 'wait'} for you`
      : 'Earlier edits';

  return (
    <div className={styles.inbox}>
      <div className={styles.filters}>
        <LocationPicker
          locations={locations}
          value={locationId ?? ''}
          label="Filter edits by location"
          hideLabel
          none="All locations"
          onChange={(id) => onFilter({ locationId: id || undefined })}
        />
        <Field label="Filter edits by answer" hideLabel>
          <Select
            value={state}
            onChange={({ target }) => onFilter({ answer: target.value as LogAddress['answer'] })}
          >
            {ANSWERS.map(({ id, label, count }) => (
              <option key={id} value={id}>
                {data ? `${label} (${data.counts[count]})` : label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Filter edits by field" hideLabel>
          <Select
            value={field ?? ''}
            onChange={({ target }) =>
              onFilter({ field: target.value ? (target.value as ProfileField) : undefined })
            }
          >
            <option value="">All fields</option>
            {fieldChoices(data?.openFields ?? [], field).map((choice) => (
              <option key={choice.field} value={choice.field}>
                {choice.count > 0
                  ? `${FIELD_NAMES[choice.field]} (${choice.count})`
                  : FIELD_NAMES[choice.field]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {error !== undefined && (
        <RequestFault
          error={error}
          message="Failed to load Google’s edits. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <Loading
        busy={!data && error === undefined}
        skeleton={Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} shape="row" />
        ))}
        loadedMessage={data && title}
      >
        {edits?.length === 0 && <NoEdits hasFilter={state !== 'OPEN' || Boolean(field ?? locationId)} />}
        {edits && edits.length > 0 && (
          <Panel
            flush
            title={title}
            actions={
              answerable.length > 1 && (
                <Checkbox
                  checked={picked.length === answerable.length}
                  onChange={({ target }) => choose(target.checked ? answerable.map(({ id }) => id) : [])}
                >
                  {`Choose all ${answerable.length}`}
                </Checkbox>
              )
            }
          >
            {state === 'OPEN' && (
              <p className={styles.consequence}>
                {whyNotNow ?? 'If you keep yours, Google may change it again. You’ll see it here.'}
              </p>
            )}
            {picked.length > 0 && !whyNotNow && (
              <ManyAnswers
                edits={picked}
                onStarted={(setId) => {
                  onStarted(
                    setId,
                    picked.map(({ id }) => id),
                  );
                  choose([]);
                  list.current?.focus();
                }}
              />
            )}
            <div ref={list} tabIndex={-1} role="group" aria-label={title} className={styles.list}>
              <ul className={styles.rows}>
                {edits.map((edit) => (
                  <GoogleEditRow
                    key={edit.id}
                    edit={edit}
                    isChosen={chosen.has(edit.id)}
                    onChoose={(isChosen) =>
                      choose(isChosen ? [...chosen, edit.id] : [...chosen].filter((id) => id !== edit.id))
                    }
                    isAnswering={answering.has(edit.id)}
                    canAnswer={!whyNotNow}
                    timeZone={timeZone}
                    onOpenChange={onOpenChange}
                  />
                ))}
              </ul>
            </div>
          </Panel>
        )}
        {data?.nextCursor && (
          <div className={styles.more}>
            <Button busyText={isValidating && 'Loading...'} onClick={() => setPages(pages + 1)}>
              Load more
            </Button>
          </div>
        )}
      </Loading>
    </div>
  );
}

/** The fields that wait, and the chosen one, which may not. */
function fieldChoices(
  open: readonly { field: ProfileField; count: number }[],
  field: ProfileField | undefined,
) {
  return !field || open.some((each) => each.field === field) ? open : [...open, { field, count: 0 }];
}

function NoEdits({ hasFilter }: { hasFilter: boolean }) {
  if (hasFilter) return <EmptyState title="No edits found" />;
  return (
    <EmptyState title="Google’s profiles are the same as yours">
      If Google or the public changes one of them, you decide here which value to keep.
    </EmptyState>
  );
}

interface ManyAnswersProps {
  edits: readonly GoogleEdit[];
  onStarted: (setId: string) => void;
}

/** The answers for all chosen edits. Each asks first, since it changes many locations. */
function ManyAnswers({ edits, onStarted }: ManyAnswersProps) {
  const { answerEdits } = useRecordActions();
  const [decision, setDecision] = useState<Decision>();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const fields = [...new Set(edits.map((edit) => edit.field))];
  const locations = countOf(new Set(edits.map(({ locationId }) => locationId)).size, 'location');
  const [field] = fields;
  const isOneField = fields.length === 1 && field;
  const what = isOneField
    ? `${FIELD_NAMES[field]}, ${locations}`
    : `${countOf(edits.length, 'edit')}, ${locations}`;
  const values = isOneField ? fieldInSentence(field) : `${countOf(edits.length, 'value')}`;

  async function answer(): Promise<void> {
    if (!decision) return;
    setFailure(undefined);
    setIsBusy(true);
    try {
      const ids = edits.map(({ id }) => id);
      const { setId } = await answerEdits(ids, decision);
      onStarted(setId);
    } catch (error) {
      setFailure(actionErrorMessage(error, 'Failed to answer the edits. Please try again.'));
      setDecision(undefined);
    }
    setIsBusy(false);
  }

  return (
    <div className={styles.many}>
      <p className={styles.what}>{what}</p>
      {edits.length > MOST_AT_ONCE ? (
        <p>At most {MOST_AT_ONCE} edits can be answered at once.</p>
      ) : (
        <div className={styles.buttons}>
          <Button size="small" onClick={() => setDecision('reject')}>
            Keep mine for all
          </Button>
          <Button size="small" onClick={() => setDecision('accept')}>
            Use Google’s for all
          </Button>
        </div>
      )}
      {failure && <Banner tone="error">{failure}</Banner>}
      <AlertDialog
        open={decision !== undefined}
        title={decision === 'accept' ? 'Use Google’s values?' : 'Keep your values?'}
        confirmLabel={decision === 'accept' ? 'Use Google’s' : 'Keep mine'}
        confirmVariant="primary"
        busyText={isBusy && 'Sending...'}
        onCancel={() => setDecision(undefined)}
        onConfirm={() => void answer()}
      >
        {decision === 'accept' ? (
          <p>
            Google’s version replaces {values} of {locations}.{' '}
            {fields.includes('openStatus') ? MAY_STAY_CLOSED : 'You can undo most of it in the change log.'}
          </p>
        ) : (
          <p>
            Google gets your version of {values} of {locations} again. Google may change it once more.
          </p>
        )}
      </AlertDialog>
    </div>
  );
}
