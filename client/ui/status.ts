import {
  CircleCheck,
  Clock,
  DoorClosed,
  DoorClosedLocked,
  OctagonX,
  Send,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';

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
