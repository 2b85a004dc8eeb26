import { useState } from 'react';
import type { Schemas } from '../api/client';
import { countOf, figure } from '../lib/count-of';
import type { ChangeField } from '../listings/field-values';
import { dateTimeWords } from '../lib/time-words';
import { actionErrorMessage } from '../posting/action-errors';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { Button } from '../ui/basics/button';
import { Dialog } from '../ui/layers/dialog';
import { notify } from '../ui/messages/notify';
import { type Change, whoWords } from './change-words';
import { DialogLoading } from './dialog-loading';
import { faultOfReason, ReasonField, SecondQuestion, UndoneFields, useWhyNotNow } from './undo-parts';
import { useChangeSet, useSetUndo } from './sets/use-sets';
import { useChangeActions, useVersion } from './use-changes';

interface SetDialogProps {
  id: string;
  timeZone: string;
  /** Called with the id of the new set, whose progress can be followed. */
  onStarted: (setId: string) => void;
  onClose: () => void;
}

/** Asks before a whole set is undone. It lists the changes that go back, and those that stay, with the reason. */
export function SetDialog({ id, timeZone, onStarted, onClose }: SetDialogProps) {
  const { data: set } = useChangeSet(id);
  const { data: undo, ...loading } = useSetUndo(id);
  const { undoSet } = useChangeActions();
  return (
    <BulkDialog
      title="These changes"
      intro={
        set &&
        `${whoWords({ origin: 'here', actor: set.actor, setKind: set.kind })}, ${dateTimeWords(new Date(set.createdAt), timeZone)}`
      }
      items={set && undo?.items}
      going={set && set.undo.changes}
      asking={set?.undo.asksAgain}
      more={set && undo?.nextCursor ? restWords(set.undo, undo.items.length) : undefined}
      loading={loading}
      label={(count) => `Undo ${countOf(count, 'change')}`}
      none="None of this can be undone."
      failure="Failed to undo the changes. Please try again."
      onConfirm={async (reason) => onStarted((await undoSet(id, reason)).setId)}
      onClose={onClose}
    />
  );
}

/** How many fields the question before an undo counts, and how many of them it lists. */
function restWords({ changes, locations, cannot }: Schemas['SetUndoDto'], listed: number): string {
  const stays = cannot > 0 ? `${countOf(cannot, 'change')} can’t be undone. ` : '';
  return `${countOf(changes, 'change')} at ${countOf(locations, 'location')} will change back. ${stays}The first ${figure(listed)} are listed here.`;
}

interface RestoreDialogProps {
  /** The location goes back to what it was before this change. */
  change: Change;
  timeZone: string;
  onClose: () => void;
}

/** Asks before a location gets back all values that it had just before a change. */
export function RestoreDialog({
  change: { locationId, locationName, at },
  timeZone,
  onClose,
}: RestoreDialogProps) {
  const moment = new Date(Date.parse(at) - 1).toISOString();
  const { data: version, ...loading } = useVersion(locationId, moment);
  const { restore } = useChangeActions();
  return (
    <BulkDialog
      title={`Restore ${locationName}`}
      intro={`This restores the whole profile to how it was before ${dateTimeWords(new Date(at), timeZone)}.`}
      items={version?.items}
      loading={loading}
      label={(count) => `Restore ${countOf(count, 'field')}`}
      none="There’s nothing to restore."
      failure="Failed to restore the profile. Please try again."
      onConfirm={async (reason) => {
        await restore(locationId, moment, version?.basis ?? '', reason);
        notify.success(`${locationName} was restored.`);
      }}
      onClose={onClose}
    />
  );
}

interface BulkDialogProps {
  title: string;
  intro: string | undefined;
  /** Undefined while they are loading. */
  items: readonly Schemas['UndoneFieldDto'][] | undefined;
  /** How many fields go back, and the far-reaching ones among them, where `items` are only the first; otherwise left out. */
  going?: number | undefined;
  asking?: readonly ChangeField[] | undefined;
  /** What more there is than `items`. */
  more?: string | undefined;
  loading: { error?: unknown; isValidating: boolean; mutate: () => unknown };
  /** The label of the button, by how many fields go back. */
  label: (count: number) => string;
  /** The message if no field goes back. */
  none: string;
  failure: string;
  /** May throw an ApiError. */
  onConfirm: (reason: string | null) => Promise<void>;
  onClose: () => void;
}

/** A preview of fields that go back, with the button that does it. */
function BulkDialog({
  title,
  intro,
  items,
  more,
  loading,
  label,
  none,
  failure,
  onConfirm,
  onClose,
  ...counted
}: BulkDialogProps) {
  const [reason, setReason] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const whyNotNow = useWhyNotNow();
  const listed = items?.filter(({ whyNot }) => whyNot === null) ?? [];
  const going = counted.going ?? listed.length;
  const asking = counted.asking ?? listed.filter(({ asksAgain }) => asksAgain).map(({ field }) => field);

  async function confirm(): Promise<void> {
    if (faultOfReason(reason)) return;
    if (asking.length > 0 && !isAsking) return setIsAsking(true);
    setMessage(undefined);
    setIsBusy(true);
    try {
      await onConfirm(reason.trim() || null);
      onClose();
    } catch (error) {
      setMessage(actionErrorMessage(error, failure));
      // By now other fields may go back.
      setIsAsking(false);
    }
    setIsBusy(false);
  }

  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      message={message && <Banner tone="error">{message}</Banner>}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {going > 0 && !whyNotNow && (
            <Button variant="primary" busyText={isBusy && 'Sending...'} onClick={() => void confirm()}>
              {isAsking ? `${label(going)} anyway` : label(going)}
            </Button>
          )}
        </>
      }
    >
      <DialogLoading
        isLoaded={items !== undefined}
        error={loading.error}
        isRetrying={loading.isValidating}
        onRetry={() => void loading.mutate()}
      />
      {items && (
        <div className={common.stack4}>
          <p>{intro}</p>
          {more && <p>{more}</p>}
          {whyNotNow && <Banner tone="info">{whyNotNow}</Banner>}
          {going === 0 && <Banner tone="info">{none}</Banner>}
          <UndoneFields
            items={items}
            namesLocations={new Set(items.map(({ locationId }) => locationId)).size > 1}
          />
          {going > 0 && !whyNotNow && <ReasonField value={reason} onChange={setReason} />}
          {isAsking && <SecondQuestion fields={asking} />}
        </div>
      )}
    </Dialog>
  );
}
