import type { QueueOptions, QueuePolicy } from 'pg-boss';
import { frozen } from '../config/frozen.js';

/** What each queue's jobs carry: ids alone. Whatever else a job needs it reads when it runs. */
export interface JobPayloads {
  /** Reads the places of a connected user from Google. */
  'mirror-import': { uid: string; subject: string };
  /** Asks Google whether a lost connection works again. */
  'connection-probe': { uid: string; connectionId: string };
  /** Removes what may be left of an account that was deleted. */
  'account-removal': { uid: string };
}

export type QueueName = keyof JobPayloads;

interface QueueSettings {
  /** Jobs that one process works on at a time. */
  workers: number;
  /** How soon a worker looks by itself; within this process a new job wakes it at once. */
  pollingIntervalSeconds: number;
  /** How many jobs a worker takes at once; 1 without it. More than one only for jobs that are done in no time. */
  batchSize?: number;
  /** How many jobs with the same key there may be: `exclusive` one that waits or runs, `short` one that waits. */
  policy: QueuePolicy;
  options: QueueOptions;
}

/** All queues. A change of `options` reaches an existing queue at the next start; its policy stays for ever. */
export const QUEUES: Readonly<Record<QueueName, QueueSettings>> = frozen({
  'mirror-import': {
    workers: 4,
    pollingIntervalSeconds: 5,
    policy: 'exclusive',
    options: {
      retryLimit: 4,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 300,
      // A process that dies is noticed by its silence; this bounds one that hangs.
      expireInSeconds: 3 * 60 * 60,
      heartbeatSeconds: 10,
      deleteAfterSeconds: 60 * 60,
    },
  },
  'connection-probe': {
    workers: 1,
    pollingIntervalSeconds: 30,
    policy: 'exclusive',
    options: {
      // A grant that was taken back is asked about for as long as the connection exists, if rarely.
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
    // Tried again for days: Firebase may be out of reach, or its key be missing, for as long.
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
