import { Lock as Padlock } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useConnection } from '../../business-profile/use-connection';
import { viewUrl } from '../../lib/views';
import { Button } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import { Icon } from '../../ui/basics/icon';
import { announce, VisuallyHidden } from '../../ui/basics/screen-reader';
import tones from '../../ui/basics/tones.module.css';
import { fieldInSentence, type ProfileField } from '../field-values';
import { isLockable, type LockedField, useLockActions, useLocks } from '../use-locks';
import styles from './lock-mark.module.css';

interface LockMarkProps {
  locationId: string;
  field: ProfileField;
}

/** Says that a field is locked, and leads to its lock; or the button that locks it. Renders nothing on sample data. */
export function LockMark({ locationId, field }: LockMarkProps) {
  const { connection } = useConnection();
  const { data: locks } = useLocks({ locationId });
  const { lock } = useLockActions();
  const [isBusy, setIsBusy] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  if (!locks || !isLockable(field)) return null;
  const own = locks.items.find((each) => each.field === field);
  const isWaiting = own?.waiting.some((each) => each.locationId === locationId);
  if (!own && connection?.state !== 'connected') return null;
  const words = isWaiting ? 'Waits for you' : 'Locked';
  const what = fieldInSentence(field);

  async function add(lockable: LockedField): Promise<void> {
    setIsBusy(true);
    try {
      await lock([lockable], { locationIds: [locationId] });
      announce('Locked.');
      // The button, which had the focus, is gone by then.
      queueMicrotask(() => box.current?.querySelector('a')?.focus());
    } catch {
      // It was shown as a toast.
    }
    setIsBusy(false);
  }

  return (
    <span ref={box}>
      {own ? (
        <Link
          to={viewUrl('change-log', { location: locationId, tab: 'locks' })}
          aria-label={`${words}: ${what}`}
          className={cx(styles.locked, isWaiting && tones.bad, isWaiting && styles.waiting)}
        >
          <Icon of={Padlock} />
          {words}
        </Link>
      ) : (
        <Button
          size="row"
          variant="quiet"
          icon={Padlock}
          busyText={isBusy && 'Locking...'}
          onClick={() => void add(field)}
        >
          <span>
            Lock<VisuallyHidden> {what}</VisuallyHidden>
          </span>
        </Button>
      )}
    </span>
  );
}
