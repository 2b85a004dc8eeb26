import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ApiError } from '../api/api-error';
import { afterTries } from '../api/swr';
import { useConnection } from '../business-profile/use-connection';
import { useFirstReading } from '../business-profile/use-mirror';
import { LocationChooser } from '../campaigns/location-chooser';
import { viewUrl } from '../lib/views';
import { NothingRead } from '../listings/nothing-read';
import { useBulkDrafts } from '../listings/bulk-drafts';
import { ButtonLink } from '../ui/basics/button';
import { focusHeading } from '../ui/basics/screen-reader';
import { EmptyState, FailedLoad } from '../ui/layout/board';
import { VIEW_TITLES } from '../lib/view-titles';
import common from '../ui/layout/common.module.css';
import { Loading, Skeleton } from '../ui/messages/loading';
import { type BulkField, emptyForm } from './bulk-form';
import type { BulkEdit, LocationChoice } from './bulk-types';
import { ChangeStep } from './change-step';
import { type KeptEdit, useKeptEdit } from './kept-edit';
import { PreviewStep } from './preview-step';
import { StartPage } from './start-page';
import { useBulkAddress } from './use-bulk-address';
import { isUnsaved, startOf, useBulkDraft } from './use-bulk-draft';
import { useBulkEdit } from './use-bulk-edits';

/** Changes many locations at once, in steps: which locations, what changes, and the preview of each. */
export function BulkEditView() {
  const { address } = useBulkAddress();
  const { connection } = useConnection();
  const reading = useFirstReading();
  const { data: drafts } = useBulkDrafts();
  useStepFocus(address);
  if (drafts?.isOn === false) return <SwitchedOff />;
  if (connection?.state === 'no_quota' || reading !== 'done') return <NotYet reading={reading} />;
  if (address.draft === undefined) return <NewEdit />;
  return <OpenedDraft key={address.draft} id={address.draft} />;
}

/** Moves the focus to the heading of a step that follows another one. The choice of locations is a dialog above one. */
function useStepFocus({ draft, step }: ReturnType<typeof useBulkAddress>['address']): void {
  const isStart = draft === undefined && step === undefined;
  const shown = isStart ? 'start' : step === 'preview' ? 'preview' : 'changes';
  const last = useRef<string>(shown);
  useEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    return focusHeading();
  }, [shown]);
}

function NotYet({ reading }: { reading: ReturnType<typeof useFirstReading> }) {
  return (
    <div className={common.stack4}>
      <h1 tabIndex={-1}>{VIEW_TITLES['bulk-edit']}</h1>
      {reading === 'stuck' && <NothingRead />}
      {reading === 'pending' && (
        <EmptyState title="Your locations are being read from Google">
          You can change them as soon as they’re here.
        </EmptyState>
      )}
      {reading === 'done' && (
        <EmptyState title="Nothing can be changed yet">
          You can change locations once Google lets Shingle read them.
        </EmptyState>
      )}
    </div>
  );
}

function SwitchedOff() {
  return (
    <div className={common.stack4}>
      <h1 tabIndex={-1}>{VIEW_TITLES['bulk-edit']}</h1>
      <EmptyState
        title="Switched off on this server"
        action={<ButtonLink to={viewUrl('locations')}>View locations</ButtonLink>}
      >
        The operator of this server doesn’t let many locations be changed at once.
      </EmptyState>
    </div>
  );
}

/** The locations that another view hands over, and what is to change there if it knows. */
function givenIn(state: unknown): { choice?: LocationChoice; fields?: readonly BulkField[] } {
  return state ?? {};
}

/** An edit whose draft is not in the address yet: it begins with the choice of locations. */
function NewEdit() {
  const { address, change } = useBulkAddress();
  const kept = useKeptEdit(undefined);
  const { choice: given, fields } = givenIn(useLocation().state);
  const isStart = address.step === undefined;
  const begun = kept.read();
  const [isChoosing, setIsChoosing] = useState(isStart && !given);

  function begin(choice: LocationChoice, { isStep }: { isStep: boolean }): void {
    kept.keep({ choice, form: { ...emptyForm(), ...(fields && { fields }) } });
    change({ step: 'changes' }, { isStep });
  }
  const takeOver = useEffectEvent(() => {
    if (isStart && given) begin(given, { isStep: false });
    else if (!begun && !isStart) change({ step: undefined });
  });
  useEffect(() => takeOver(), []);

  if (begun && !isStart) return <Editor start={begun} known={undefined} />;
  return (
    <>
      <StartPage
        onChoose={() => setIsChoosing(true)}
        unfinished={begun}
        onContinue={() => change({ step: 'changes' }, { isStep: true })}
      />
      {isChoosing && (
        <LocationChooser
          choice={undefined}
          onChoose={(choice) => {
            setIsChoosing(false);
            begin(choice, { isStep: true });
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </>
  );
}

function OpenedDraft({ id }: { id: string }) {
  const { address } = useBulkAddress();
  const { data: edit, error: failed, isValidating, mutate } = useBulkEdit(id);
  const kept = useKeptEdit(id);
  const { error, isTrying } = afterTries(failed);
  if (error instanceof ApiError && error.status === 404 && !edit) return <Gone />;
  if (edit?.state === 'confirmed') return <Confirmed id={id} />;
  if (!edit)
    return (
      <div className={common.stack4}>
        {error !== undefined && (
          <>
            <h1 tabIndex={-1}>{VIEW_TITLES['bulk-edit']}</h1>
            <FailedLoad
              message="Failed to load the draft. Please try again."
              onRetry={() => void mutate()}
              retrying={isValidating}
            />
          </>
        )}
        <Loading busy={error === undefined} isTrying={isTrying} skeleton={<Skeleton shape="card" />}>
          {null}
        </Loading>
      </div>
    );
  if (address.step === 'preview') return <PreviewStep edit={edit} onConfirmed={kept.drop} />;
  if (edit.change.holidays) return <OfHolidays />;
  const here = kept.read();
  if (here && isUnsaved(here)) return <Editor start={here} known={undefined} />;
  return <Editor start={startOf(edit)} known={edit} />;
}

/** Answers for holidays are written in a table of their own. */
function OfHolidays() {
  return (
    <div className={common.stack4}>
      <h1 tabIndex={-1}>{VIEW_TITLES['bulk-edit']}</h1>
      <EmptyState
        title="These are answers for holidays"
        action={<ButtonLink to={viewUrl('locations', { tab: 'holidays' })}>Open holidays</ButtonLink>}
      >
        Change them in the table of locations and dates, then preview them again.
      </EmptyState>
    </div>
  );
}

function Gone() {
  return (
    <div className={common.stack4}>
      <h1 tabIndex={-1}>{VIEW_TITLES['bulk-edit']}</h1>
      <EmptyState
        title="This draft is gone"
        action={<ButtonLink to={viewUrl('bulk-edit')}>Start again</ButtonLink>}
      >
        Drafts are kept for 24 hours, or someone has deleted it.
      </EmptyState>
    </div>
  );
}

function Confirmed({ id }: { id: string }) {
  return (
    <div className={common.stack4}>
      <h1 tabIndex={-1}>{VIEW_TITLES['bulk-edit']}</h1>
      <EmptyState
        title="This edit was confirmed"
        action={<ButtonLink to={viewUrl('change-log', { set: id })}>See how it goes</ButtonLink>}
      >
        It’s on its way to Google.
      </EmptyState>
    </div>
  );
}

interface EditorProps {
  start: KeptEdit;
  /** The server's draft of exactly that; undefined if there is more in this tab. */
  known: BulkEdit | undefined;
}

/** Writes an edit: its locations and what changes. */
function Editor({ start, known }: EditorProps) {
  const { address, change } = useBulkAddress();
  const kept = useKeptEdit(address.draft);
  const draft = useBulkDraft(start, known, kept);

  function preview({ id }: BulkEdit): void {
    // From here on the draft is the server's.
    kept.drop();
    change({ draft: id, step: 'preview' }, { isStep: true });
  }

  return (
    <>
      <ChangeStep draft={draft} onChoose={() => change({ step: 'locations' })} onPreview={preview} />
      {address.step === 'locations' && (
        <LocationChooser
          choice={draft.choice}
          onChoose={(choice) => {
            draft.choose(choice);
            change({ step: 'changes' });
          }}
          onClose={() => change({ step: 'changes' })}
        />
      )}
    </>
  );
}
