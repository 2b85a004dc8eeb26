import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { viewUrl } from '../../lib/views';
import type { Lock, WaitingEdit } from '../../listings/use-locks';
import { Button } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import { Plate } from '../../ui/basics/labels';
import prose from '../../ui/basics/prose.module.css';
import { VisuallyHidden } from '../../ui/basics/screen-reader';
import common from '../../ui/layout/common.module.css';
import { Banner } from '../../ui/messages/banner';
import { ComparedValues } from '../compared-values';
import { useWhyNotNow } from '../undo-parts';
import { useAnswer } from '../use-answer';
import { UseGoogleDialog } from '../use-google-dialog';
import styles from './lock-row.module.css';
import { whyWaits } from './lock-words';

interface WaitingProps {
  lock: Lock;
  edit: WaitingEdit;
}

/** An edit that a lock leaves to a person: why, both values, and the two answers. */
export function Waiting({ lock, edit }: WaitingProps) {
  const { field, limits, locations } = lock;
  const { editId, accountId, locationId, name, storeCode, yours, google } = edit;
  const box = useRef<HTMLDivElement>(null);
  const answering = useAnswer({ id: editId, field }, box);
  const { isBusy, conflict, failure, ask, answer } = answering;
  const whyNotNow = useWhyNotNow();
  const of = <VisuallyHidden> at {name}</VisuallyHidden>;
  return (
    <div ref={box} className={cx(common.stack2, styles.waiting)}>
      <div className={common.stack1}>
        {locations.count > 1 && (
          <p className={common.line}>
            <Link
              to={viewUrl('location-details', { account: accountId, location: locationId })}
              className={prose.plainLink}
            >
              {name}
            </Link>
            {storeCode && <Plate>{storeCode}</Plate>}
          </p>
        )}
        <p className={styles.big}>{whyWaits(edit, limits)}</p>
        <dl className={styles.values}>
          <dt>Kept</dt>
          <dd>
            <ComparedValues field={field} before={yours} after={google} shown="before" />
          </dd>
          <dt>Now public</dt>
          <dd>
            <ComparedValues field={field} before={yours} after={google} shown="after" />
          </dd>
        </dl>
      </div>
      {!whyNotNow && (
        <div className={styles.actions}>
          <Button
            size="small"
            variant="primary"
            busyText={isBusy === 'reject' && 'Sending...'}
            disabled={isBusy !== undefined}
            onClick={() => answer('reject')}
          >
            <span>Keep mine{of}</span>
          </Button>
          <Button
            size="small"
            busyText={isBusy === 'accept' && 'Sending...'}
            disabled={isBusy !== undefined}
            onClick={() => ask(true)}
          >
            <span>Use Google’s{of}</span>
          </Button>
        </div>
      )}
      {conflict && (
        <Banner tone="warning">
          Your own value has changed since this was shown, so nothing was sent. Compare both again, then
          choose.
        </Banner>
      )}
      {failure && <Banner tone="error">{failure}</Banner>}
      <UseGoogleDialog field={field} answering={answering}>
        The lock then keeps Google’s value.
      </UseGoogleDialog>
    </div>
  );
}
