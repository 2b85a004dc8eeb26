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
import tones from './tones.module.css';

/**
 * States of locations and statuses of posts, as in the API, and two that a failed post has in place of its status: not
 * confirmed, and left at Google, as it may be, by the undo of its campaign.
 */
export type Status =
  | 'VERIFIED'
  | 'UNVERIFIED'
  | 'SUSPENDED'
  | 'CLOSED_TEMPORARILY'
  | 'CLOSED_PERMANENTLY'
  | 'SCHEDULED'
  | 'QUEUED'
  | 'PUBLISHED'
  | 'FAILED'
  | 'UNCONFIRMED'
  | 'LEFTOVER';

export type StatusTone = 'good' | 'warn' | 'bad' | 'scheduled' | 'queued';

/** The label, icon and colour of each status. */
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
  UNCONFIRMED: { label: 'Not confirmed', icon: TriangleAlert, tone: 'bad' },
  LEFTOVER: { label: 'May be on Google', icon: TriangleAlert, tone: 'bad' },
});

/** The label of a status within a sentence: 'not confirmed'. */
export function statusWords(status: Status): string {
  const { label } = STATUS[status];
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** A status as icon, label and colour. */
export function StatusBadge({ status }: { status: Status }) {
  const { label, icon, tone } = STATUS[status];
  return (
    <span className={cx(styles.badge, tones[tone], styles[tone])}>
      <Icon of={icon} />
      {label}
    </span>
  );
}

/** A label, for example a type or "Draft". Neutral unless it has a tone. */
export function Badge({
  icon,
  tone = 'neutral',
  dashed,
  children,
}: {
  icon?: LucideIcon;
  tone?: StatusTone | 'neutral';
  dashed?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={cx(styles.badge, tones[tone], styles[tone], dashed && styles.dashed)}>
      {icon && <Icon of={icon} />}
      {children}
    </span>
  );
}

/** A store code as an enamel number plate: 20 px high in a line of text, 32 px beside a title. */
export function Plate({ large = false, children }: { large?: boolean; children: string }) {
  return (
    <span className={cx(styles.plate, large && styles.largePlate)}>
      <VisuallyHidden>Store code </VisuallyHidden>
      {children}
    </span>
  );
}

/** A muted line with an icon: an address, a phone number, hours. */
export function MetaLine({ icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className={styles.metaLine}>
      <Icon of={icon} />
      <span>{children}</span>
    </p>
  );
}

/** A key, or keys pressed together, drawn as on a keyboard: "Ctrl K". */
export function KeyCap({ keys }: { keys: readonly string[] }) {
  return keys.map((key) => (
    <kbd key={key} className={styles.key}>
      {key}
    </kbd>
  ));
}

interface AvatarProps {
  /** Its first letter is shown if there is no picture. */
  name: string;
  photoUrl?: string | null | undefined;
  /** 32 or 40 px. */
  size?: 'regular' | 'large';
  /** People are round, businesses square. */
  shape?: 'round' | 'square';
}

/** A picture beside a name. Hidden from screen readers, which read the name. */
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

/** Shown instead of a figure that is not available. */
export function NotAvailable() {
  return (
    <>
      <span aria-hidden="true">--</span>
      <VisuallyHidden>not available yet</VisuallyHidden>
    </>
  );
}
