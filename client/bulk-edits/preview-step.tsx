import { useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../api/api-error';
import { reportError } from '../api/report-error';
import { RequestFault } from '../business-profile/connect';
import { faultOfReason, ReasonField, useWhyNotNow } from '../changes/undo-parts';
import { countOf } from '../lib/count-of';
import { viewUrl } from '../lib/views';
import formStyles from '../listings/details/location-form.module.css';
import { Button, ButtonLink } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { announce, focusHeading } from '../ui/basics/screen-reader';
import { AlertDialog } from '../ui/layers/dialog';
import { SkipList } from '../ui/form/skip-list';
import common from '../ui/layout/common.module.css';
import { Tabs } from '../ui/layout/tabs';
import { Banner } from '../ui/messages/banner';
import { notify } from '../ui/messages/notify';
import styles from './bulk-edit.module.css';
import type { BulkEdit, RowsState } from './bulk-types';
import { restWords } from './bulk-words';
import { HowItGoes, Unchanged, WaitingElsewhere } from './preview-facts';
import { PreviewRows } from './preview-rows';
import { Steps } from './steps';
import { useBulkAddress } from './use-bulk-address';
import { useBulkActions } from './use-bulk-edits';

/** How many locations Google is asked about before anything is sent. */
const MOST_ASKED = 50;

interface PreviewStepProps {
  edit: BulkEdit;
  /** Called when it is confirmed. */
  onConfirmed: () => void;
}

/** The third step: every location before and after. Nothing is sent until it is confirmed here. */
export function PreviewStep({ edit, onConfirmed }: PreviewStepProps) {
  const { address, change, linkTo } = useBulkAddress();
  const work = usePreviewWork(edit, onConfirmed);
  const [reason, setReason] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const whyNotNow = useWhyNotNow();
  const confirmId = useId();
  const { counts, validated } = edit;
  const { changes } = counts;
  const rest = restWords(counts);
  const tabs = ROWS.map(({ id, label, count }) => ({ id, label, count: count(counts) })).filter(
    ({ count }) => count > 0,
  );
  const shown =
    tabs.find(({ id }) => id === address.rows) ?? tabs.find(({ id }) => id === 'changes') ?? tabs[0];
  const closesForGood = edit.change.openStatus === 'CLOSED_PERMANENTLY';

  function confirm(): void {
    setIsAsking(false);
    void work.confirm(reason.trim() || null);
  }

  function askOrConfirm(): void {
    if (faultOfReason(reason)) return;
    if (closesForGood) setIsAsking(true);
    else confirm();
  }

  return (
    <div className={common.stack4}>
      <Steps current="preview" />
      <div>
        <h1 tabIndex={-1} className={styles.sum}>
          {changes === 0
            ? 'No location changes'
            : `${countOf(changes, 'location')} ${changes === 1 ? 'changes' : 'change'}`}
        </h1>
        <p className={styles.rest}>
          {rest && `${rest}. `}
          {changes > 0 && 'Nothing is sent until you confirm.'}
        </p>
      </div>
      <div className={styles.halves}>
        {changes > 0 && <HowItGoes edit={edit} />}
        <Unchanged edit={edit} />
      </div>
      <WaitingElsewhere edit={edit} />
      {work.changed && <Banner tone="warning">{work.changed}</Banner>}
      {validated && (
        <Banner tone={validated.refused > 0 ? 'warning' : 'success'}>{askedWords(validated)}</Banner>
      )}
      {changes > 0 && !whyNotNow && <SkipList targetId={confirmId} />}
      {shown && (
        <Tabs
          label="Locations of this edit"
          tabs={tabs}
          value={shown.id}
          onChange={(rows) => change({ rows, rule: undefined })}
        >
          <PreviewRows edit={edit} query={{ state: shown.id, rule: address.rule }} count={shown.count} />
        </Tabs>
      )}
      {changes > 0 && <ReasonField value={reason} onChange={setReason} />}
      <div className={cx(common.box, formStyles.bar)}>
        {whyNotNow && <Banner tone="info">{whyNotNow}</Banner>}
        {work.fault !== undefined && (
          <RequestFault error={work.fault.error} message={work.fault.words} onRetry={work.fault.again} />
        )}
        <div className={cx(common.line, formStyles.buttons)}>
          <p className={cx(common.small, formStyles.unsaved)}>
            {changes > 0 &&
              `Asking Google first tries ${countOf(Math.min(changes, MOST_ASKED), 'location')} and changes nothing.`}
          </p>
          <ButtonLink to={linkTo({ step: 'changes' })}>Back</ButtonLink>
          {changes > 0 && !whyNotNow && (
            <>
              <Button
                disabled={work.isConfirming}
                busyText={work.isValidating && 'Asking Google...'}
                onClick={() => void work.validate()}
              >
                Ask Google first
              </Button>
              <Button
                id={confirmId}
                variant="primary"
                disabled={work.isValidating}
                busyText={work.isConfirming && 'Starting...'}
                onClick={askOrConfirm}
              >
                Change {countOf(changes, 'location')}
              </Button>
            </>
          )}
        </div>
      </div>
      <AlertDialog
        open={isAsking}
        title={`Close ${countOf(changes, 'location')} permanently?`}
        confirmLabel="Close permanently"
        cancelLabel="Keep editing"
        onConfirm={confirm}
        onCancel={() => setIsAsking(false)}
      >
        Google will show them as permanently closed, and won’t publish posts for them. Google may not let you
        reopen them. For a break or a renovation, choose “Temporarily closed”.
      </AlertDialog>
    </div>
  );
}

const ROWS: readonly { id: RowsState; label: string; count: (counts: BulkEdit['counts']) => number }[] = [
  { id: 'warning', label: 'With a warning', count: ({ warnings }) => warnings },
  { id: 'changes', label: 'All that change', count: ({ changes }) => changes },
  { id: 'left_out', label: 'Left out', count: ({ leftOut }) => leftOut },
  { id: 'same', label: 'Already so', count: ({ same }) => same },
];

function askedWords({ asked, refused }: NonNullable<BulkEdit['validated']>): string {
  const who = countOf(asked, 'location');
  if (refused === 0) return `Google was asked about ${who} and would accept every change.`;
  return `Google was asked about ${who} and would refuse ${countOf(refused, 'change')}. The locations have a warning that says why.`;
}

interface Fault {
  error: unknown;
  words: string;
  again: () => void;
}

/** Asks Google, and confirms. */
function usePreviewWork(edit: BulkEdit, onConfirmed: () => void) {
  const actions = useBulkActions();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<'validating' | 'confirming'>();
  const [fault, setFault] = useState<Fault>();
  const [changed, setChanged] = useState<string>();
  // A repeated confirmation of the same preview counts once.
  const key = useRef({ of: '', value: '' });

  async function failed(error: unknown, words: string, again: () => void): Promise<void> {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'bulk_edit_confirmed') return showAsItIs(error.message);
    const isNamed = error.status >= 400 && error.status < 500 && error.message !== '';
    if (!isNamed) reportError(error);
    setFault({ error, words: isNamed ? error.message : words, again });
  }

  async function validate(): Promise<void> {
    setFault(undefined);
    setBusy('validating');
    try {
      const { validated } = await actions.validate(edit.id);
      if (validated) announce(askedWords(validated));
    } catch (error) {
      await failed(error, 'Google couldn’t be asked. Please try again.', () => void validate());
    } finally {
      setBusy(undefined);
    }
  }

  async function confirm(reason: string | null): Promise<void> {
    const of = `${edit.version} ${reason}`;
    if (key.current.of !== of) key.current = { of, value: crypto.randomUUID() };
    setFault(undefined);
    setChanged(undefined);
    setBusy('confirming');
    try {
      const setId = await actions.confirm(edit, reason, key.current.value);
      onConfirmed();
      notify.success(`${countOf(edit.counts.changes, 'location')} will be changed.`);
      void navigate(viewUrl('change-log', { set: setId }));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'changed_since') {
        // It is shown as it is now, and has to be confirmed again.
        setChanged(error.message);
        await showAsItIs(error.message);
      } else
        await failed(error, 'The edit couldn’t be started. Please try again.', () => void confirm(reason));
    } finally {
      setBusy(undefined);
    }
  }

  /** The edit is no longer as it was shown. */
  async function showAsItIs(words: string): Promise<void> {
    announce(words, 'assertive');
    await actions.read(edit.id).catch(() => undefined);
    focusHeading();
  }

  return {
    validate,
    confirm,
    fault,
    changed,
    isValidating: busy === 'validating',
    isConfirming: busy === 'confirming',
  };
}
