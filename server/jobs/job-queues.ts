import type { QueueOptions, QueuePolicy } from 'pg-boss';
import { frozen } from '../config/frozen.js';

/** The payload of each queue's jobs: only ids. A job reads everything else when it runs. */
export interface JobPayloads {
  /** Reads the locations of a connected workspace from Google. */
  'mirror-import': { workspaceId: string; subject: string };
  /** Reads the reviews of a connected workspace's locations from Google. */
  'review-reading': { workspaceId: string; subject: string };
  /** Asks Google whether a lost connection works again. */
  'connection-probe': { workspaceId: string; connectionId: string };
  /** Removes what may be left of an account that was deleted. */
  'account-removal': { uid: string };
}

export type QueueName = keyof JobPayloads;

/** What the version before this one calls the workspace of a job. Its processes may run beside this one for a while. */
const FORMER_NAME = 'uid';

/** A payload as it is stored: its workspace has both names. */
export function toStored<Queue extends QueueName>(payload: JobPayloads[Queue]): JobPayloads[Queue] {
  return 'workspaceId' in payload ? { ...payload, [FORMER_NAME]: payload.workspaceId } : payload;
}

/** The payload of a stored job, also of one of that version. The queue about a person has no workspaces. */
export function fromStored(queue: string, stored: JobPayloads[QueueName]): JobPayloads[QueueName] {
  if (queue === 'account-removal' || 'workspaceId' in stored) return stored;
  return { ...stored, workspaceId: stored[FORMER_NAME] };
}

interface QueueSettings {
  /** How many jobs one process runs at a time. */
  workers: number;
  /** How often a worker polls. Within this process a new job wakes it at once. */
  pollingIntervalSeconds: number;
  /** How many jobs a worker takes at once; 1 unless given. More than one only for jobs that take no time. */
  batchSize?: number;
  /** How many jobs may have the same key. `exclusive`: one that waits or runs. `short`: one that waits. */
  policy: QueuePolicy;
  options: QueueOptions;
}

/**
 * All queues, for work that is asked for and may take an hour; `jobs.module.ts` names the places of other work. A change of
 * `options` reaches an existing queue at the next start; its policy never changes.
 */
export const QUEUES: Readonly<Record<QueueName, QueueSettings>> = frozen({
  'mirror-import': {
    // Google's quota lets owners take turns. With few places, a few large accounts would keep all others waiting.
    workers: 16,
    pollingIntervalSeconds: 5,
    policy: 'exclusive',
    options: {
      retryLimit: 4,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 300,
      // This limits one that hangs.
      expireInSeconds: 3 * 60 * 60,
      // A dead process is noticed by its silence. A busy one with the embedded database may be silent for seconds.
      heartbeatSeconds: 30,
      deleteAfterSeconds: 60 * 60,
    },
  },
  'review-reading': {
    // As above.
    workers: 16,
    pollingIntervalSeconds: 5,
    policy: 'exclusive',
    options: {
      retryLimit: 2,
      retryDelay: 5,
      expireInSeconds: 3 * 60 * 60,
      // As above.
      heartbeatSeconds: 30,
      deleteAfterSeconds: 60 * 60,
    },
  },
  'connection-probe': {
    workers: 1,
    pollingIntervalSeconds: 30,
    policy: 'exclusive',
    options: {
      // A revoked grant is checked as long as the connection exists, though rarely.
      retryLimit: 1000,
      retryDelay: 15 * 60,
      retryBackoff: true,
      retryDelayMax: 6 * 60 * 60,
      expireInSeconds: 60,
      deleteAfterSeconds: 60 * 60,
    },
  },
  'account-removal': {
    workers: 1,
    pollingIntervalSeconds: 30,
    batchSize: 10,
    policy: 'short',
    // Retried for days: Firebase may be unreachable, or its key missing, for that long.
    options: {
      retryLimit: 200,
      retryDelay: 60,
      retryBackoff: true,
      retryDelayMax: 60 * 60,
      expireInSeconds: 2 * 60,
      deleteAfterSeconds: 60 * 60,
    },
  },
});
