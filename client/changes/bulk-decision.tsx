import { useState } from 'react';
import { countOf } from '../lib/count-of';
import { FIELD_NAMES, fieldInSentence } from '../listings/field-values';
import { actionErrorMessage } from '../posting/action-errors';
import { cx } from '../ui/basics/cx';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { Button } from '../ui/basics/button';
import { Checkbox } from '../ui/form/inputs';
import { AlertDialog } from '../ui/layers/dialog';
import { type GoogleEdit, MAY_STAY_CLOSED } from './change-words';
import styles from './bulk-decision.module.css';
import { type Decision, useChangeActions } from './use-changes';

/** How many edits can be answered at once. */
export const MOST_AT_ONCE = 500;

interface BulkDecisionProps {
  edits: readonly GoogleEdit[];
  onStarted: (setId: string) => void;
}

/** The buttons that answer all chosen edits. Each asks first, since it changes many locations. */
export function BulkDecision({ edits, onStarted }: BulkDecisionProps) {
  const { answerEdits } = useChangeActions();
  const [decision, setDecision] = useState<Decision>();
  const [keep, setKeep] = useState(false);
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
      const { setId } = await answerEdits(ids, decision, keep && decision === 'reject');
      onStarted(setId);
    } catch (error) {
      setFailure(actionErrorMessage(error, 'Failed to answer the edits. Please try again.'));
      setDecision(undefined);
    }
    setIsBusy(false);
  }

  return (
    <div className={cx(common.line, styles.many)}>
      <p className={styles.what}>{what}</p>
      {edits.length > MOST_AT_ONCE ? (
        <p>At most {MOST_AT_ONCE} edits can be answered at once.</p>
      ) : (
        <div className={common.wrap}>
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
          <>
            <p>
              Your version of {values} of {locations} is sent to Google again. Google may change it again.
            </p>
            <Checkbox checked={keep} onChange={({ target }) => setKeep(target.checked)}>
              and keep {isOneField && locations === '1 location' ? 'it' : 'them'} so
            </Checkbox>
          </>
        )}
      </AlertDialog>
    </div>
  );
}
