import { type ReactNode, useState } from 'react';
import {
  type LucideIcon,
  CircleCheck,
  Clock,
  DoorClosed,
  DoorClosedLocked,
  OctagonX,
  Send,
  TriangleAlert,
} from 'lucide-react';
import { cx } from './cx';
import { Icon } from './icon';
import styles from './labels.module.css';
import { VisuallyHidden } from './screen-reader';

/** States of places and statuses of posts, as the API spells them. */
export type Status =
  | 'VERIFIED'
  | 'UNVERIFIED'
  | 'SUSPENDED'
  | 'CLOSED_TEMPORARILY'
  | 'CLOSED_PERMANENTLY'
  | 'SCHEDULED'
  | 'QUEUED'
  | 'PUBLISHED'
  | 'FAILED';

export type StatusTone = 'good' | 'warn' | 'bad' | 'scheduled' | 'queued';

/** The word, icon and colour of each status, the same everywhere. */
export const STATUS: Readonly<
  Record<Status, Readonly<{ label: string; icon: LucideIcon; tone: StatusTone }>>
> = Object.freeze({
  VERIFIED: { label: 'Verified', icon: CircleCheck, tone: 'good' },
  UNVERIFIED: { label: 'Unverified', icon: TriangleAlert, tone: 'warn' },
  SUSPENDED: { label: 'Suspended', icon: OctagonX, tone: 'bad' },
  CLOSED_TEMPORARILY: { label: 'Temporarily closed', icon: DoorClosed, tone: 'warn' },
  CLOSED_PERMANENTLY: { label: 'Permanently closed', icon: DoorClosedLocked, tone: 'bad' },
  SCHEDULED: { label: 'Scheduled', icon: Clock, tone: 'scheduled' },
  QUEUED: { label: 'Queued', icon: Send, tone: 'queued' },
  PUBLISHED: { label: 'Published', icon: CircleCheck, tone: 'good' },
  FAILED: { label: 'Failed', icon: OctagonX, tone: 'bad' },
});

/** A state as icon, word and colour. */
export function StatusBadge({ status }: { status: Status }) {
  const { label, icon, tone } = STATUS[status];
  return (
    <span className={cx(styles.badge, styles[tone])}>
      <Icon of={icon} />
      {label}
    </span>
  );
}

/** A quiet label without a state, for example a type or "Draft". */
export function Badge({
  icon,
  dashed,
  children,
}: {
  icon?: LucideIcon;
  dashed?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={cx(styles.badge, styles.neutral, dashed && styles.dashed)}>
      {icon && <Icon of={icon} />}
      {children}
    </span>
  );
}

/** A store code as an enamel number plate. */
export function Plate({ children }: { children: string }) {
  return (
    <span className={styles.plate}>
      <VisuallyHidden>Store code </VisuallyHidden>
      {children}
    </span>
  );
}

/** One muted line of facts behind an icon: an address, a phone number, hours. */
export function MetaLine({ icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className={styles.metaLine}>
      <Icon of={icon} />
      <span>{children}</span>
    </p>
  );
}

/** A key, or keys pressed together, as the caps on a keyboard: "Ctrl K". */
export function KeyCap({ keys }: { keys: readonly string[] }) {
  return keys.map((key) => (
    <kbd key={key} className={styles.key}>
      {key}
    </kbd>
  ));
}

interface AvatarProps {
  /** Its first letter is shown where there is no picture. */
  name: string;
  photoUrl?: string | null | undefined;
  /** 32 or 40 px. */
  size?: 'regular' | 'large';
  /** People are round, businesses square. */
  shape?: 'round' | 'square';
}

/** A picture beside a name. Hidden from screen readers, since the name is read. */
export function Avatar({ name, photoUrl, size = 'regular', shape = 'round' }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const [initial = '?'] = name.trim().toLocaleUpperCase();

  return (
    <span aria-hidden="true" className={cx(styles.avatar, styles[size], styles[shape])}>
      {photoUrl && photoUrl !== brokenUrl ? (
        <img src={photoUrl} alt="" referrerPolicy="no-referrer" onError={() => setBrokenUrl(photoUrl)} />
      ) : (
        initial
      )}
    </span>
  );
}
