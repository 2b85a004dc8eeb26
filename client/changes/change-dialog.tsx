import { useState } from 'react';
import { ApiError, type Conflict } from '../api/api-error';
import type { Schemas } from '../api/client';
import { countOf } from '../lib/count-of';
import { viewUrl } from '../lib/views';
import { dateTimeWords } from '../lib/time-words';
import { FIELD_NAMES } from '../listings/field-values';
import { actionErrorMessage } from '../posting/action-errors';
import prose from '../ui/basics/prose.module.css';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { Button, ButtonLink } from '../ui/basics/button';
import { Dialog } from '../ui/layers/dialog';
import { Plate } from '../ui/basics/labels';
import { notify } from '../ui/messages/notify';
import { DialogLoading } from './dialog-loading';
import { ChangeStateBadge } from './change-cells';
import { lookOf, stateNote, whoWords } from './change-words';
import styles from './change-dialog.module.css';
import { ComparedValues } from './compared-values';
import { faultOfReason, ReasonField, SecondQuestion, ThreeValues, useWhyNotNow } from './undo-parts';
import { useStopSet } from './sets/use-stop-set';
import { useChange, useChangeActions } from './use-changes';

type ChangeDetails = Schemas['ChangeDetailsDto'];

interface ChangeDialogProps {
  id: string;
  timeZone: string;
  /** Shows another change in place of this one. */
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** A change in full, with the exact effect of its undo, and the button for it, or why it can't be undone. */
export function ChangeDialog({ id, timeZone, onOpen, onClose }: ChangeDialogProps) {
  const { data: change, error, isValidating, mutate } = useChange(id);
  const undo = useUndo(change, onClose);
  const stopping = useStopSet(onClose);
  const isAlone = (change?.setSize?.locations ?? 1) === 1;
  const setId = change?.setId;
  const whyNotNow = useWhyNotNow();
  const whyNot = change && (change.undo.whyNot ?? whyNotNow);
  const title = change ? `${FIELD_NAMES[change.field]} of ${change.locationName}` : 'Change';
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      message={undo.failure && <Banner tone="error">{undo.failure}</Banner>}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {change?.state === 'waiting' && setId && isAlone && (
            <Button
              variant="primary"
              busyText={stopping.isBusy && 'Stopping...'}
              onClick={() => stopping.run(setId)}
            >
              Stop sending
            </Button>
          )}
          {change && !whyNot && !undo.conflict && (
            <Button variant="primary" busyText={undo.isBusy && 'Undoing...'} onClick={undo.run}>
              {undo.isAsking ? 'Undo it anyway' : 'Undo this change'}
            </Button>
          )}
        </>
      }
    >
      <DialogLoading
        isLoaded={change !== undefined}
        error={error}
        isRetrying={isValidating}
        onRetry={() => void mutate()}
      />
      {change && (
        <div className={common.stack4}>
          <Facts
            change={change}
            timeZone={timeZone}
            withValues={
              Boolean(whyNot) && change.state !== 'conflict' && !change.undo.hasChangedSince && !undo.conflict
            }
          />
          <Links change={change} onOpen={onOpen} onClose={onClose} />
          {undo.conflict ? (
            <Banner tone="warning">
              <p>This field has changed since then. Nothing was sent to Google.</p>
              <ThreeValues field={change.field} then={change.after} conflict={undo.conflict} />
            </Banner>
          ) : change.state === 'conflict' ? (
            <Banner tone="warning">
              <p>{stateNote(change, timeZone)}</p>
              <ThreeValues
                field={change.field}
                then={change.before}
                conflict={{ current: change.undo.current, wanted: change.after }}
              />
            </Banner>
          ) : change.undo.hasChangedSince ? (
            <Banner tone="info">
              <p>{change.undo.whyNot}</p>
              <ThreeValues
                field={change.field}
                then={change.after}
                conflict={{ current: change.undo.current, wanted: change.undo.goesBackTo }}
              />
            </Banner>
          ) : whyNot ? (
            <Banner tone="info">{whyNot}</Banner>
          ) : (
            <>
              <section className={common.stack2}>
                <h3 className={prose.minorTitle}>Will change back</h3>
                <ComparedValues
                  field={change.field}
                  before={change.undo.current}
                  after={change.undo.goesBackTo}
                />
              </section>
              <ReasonField value={undo.reason} onChange={undo.setReason} />
              {undo.isAsking && <SecondQuestion fields={[change.field]} />}
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** Undoes the change, after a second question if that is far-reaching. */
function useUndo(change: ChangeDetails | undefined, onDone: () => void) {
  const actions = useChangeActions();
  const [reason, setReason] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [conflict, setConflict] = useState<Conflict>();
  const [failure, setFailure] = useState<string>();

  async function run(): Promise<void> {
    if (!change || faultOfReason(reason)) return;
    if (change.undo.asksAgain && !isAsking) return setIsAsking(true);
    setFailure(undefined);
    setIsBusy(true);
    try {
      await actions.undo(change.id, reason.trim() || null);
      notify.success('Change undone.');
      onDone();
    } catch (error) {
      const [first] = error instanceof ApiError ? error.conflicts : [];
      if (first) setConflict(first);
      else setFailure(actionErrorMessage(error, 'Failed to undo the change. Please try again.'));
    }
    setIsBusy(false);
  }

  return { reason, setReason, isAsking, isBusy, conflict, failure, run: () => void run() };
}

interface FactsProps {
  change: ChangeDetails;
  timeZone: string;
  /** Whether the values are shown, which nothing else in the dialog says. */
  withValues: boolean;
}

/** What the title doesn't say of a change. */
function Facts({ change, timeZone, withValues }: FactsProps) {
  const { field, before, after, areValuesDropped, storeCode, at, seenAfter, publicAt } = change;
  const { origin, reason } = change;
  const time = (instant: string) => dateTimeWords(new Date(instant), timeZone);
  const when = origin !== 'here' && seenAfter ? `Between ${time(seenAfter)} and ${time(at)}` : time(at);
  return (
    <dl className={styles.facts}>
      {storeCode && (
        <>
          <dt>Location</dt>
          <dd>
            <Plate>{storeCode}</Plate>
          </dd>
        </>
      )}
      {withValues && (
        <>
          <dt>Before and after</dt>
          <dd>
            {areValuesDropped ? (
              'The values were Google’s, so Shingle hasn’t kept them.'
            ) : (
              <ComparedValues field={field} before={before} after={after} />
            )}
          </dd>
        </>
      )}
      <dt>Who</dt>
      <dd>{whoWords(change)}</dd>
      <dt>When</dt>
      <dd>{when}</dd>
      {reason && (
        <>
          <dt>Why</dt>
          <dd>{reason}</dd>
        </>
      )}
      <dt>State</dt>
      <dd>
        <ChangeStateBadge look={lookOf(change)} /> {stateNote(change, timeZone)}
        {publicAt && <p>Seen in public {time(publicAt)}</p>}
      </dd>
    </dl>
  );
}

/** Leads to the change that this one undoes, to the one that undid this one, and to all that were made with it. */
function Links({
  change: { locationId, undoes, undoneBy, setId, setKind, setName, setSize },
  onOpen,
  onClose,
}: Pick<ChangeDialogProps, 'onOpen' | 'onClose'> & { change: ChangeDetails }) {
  const others = setId !== null && setSize && setSize.changes > 1 ? setSize : undefined;
  const isOfLock = setKind === 'lock';
  if (!undoes && !undoneBy && !others && !isOfLock) return null;
  return (
    <p className={common.wrap}>
      {undoes && (
        <Button size="small" onClick={() => onOpen(undoes)}>
          See the change that it undoes
        </Button>
      )}
      {undoneBy && (
        <Button size="small" onClick={() => onOpen(undoneBy)}>
          See the change that undid it
        </Button>
      )}
      {isOfLock && (
        <ButtonLink
          size="small"
          to={viewUrl('change-log', { location: locationId, tab: 'locks' })}
          onClick={onClose}
        >
          See the lock
        </ButtonLink>
      )}
      {others && setId && (
        <ButtonLink size="small" to={viewUrl('change-log', { set: setId })} onClick={onClose}>
          {setName ? `Part of “${setName}”` : `Part of ${countOf(others.changes, 'change')}`}
        </ButtonLink>
      )}
    </p>
  );
}
