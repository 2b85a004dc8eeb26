import type { Orm } from '../database/database.js';
import type { ChangeSetRow } from '../database/changes.schema.js';
import { figure } from '../config/figure.js';
import { noteEvents } from '../notices/events/outbox.js';
import type { SetProgressDto } from './change-set.dto.js';

/** Notes that all of a set of many locations is over, in one event. What the person has stopped is no news to them. */
export async function noteSetEnded(
  tx: Orm,
  set: ChangeSetRow,
  progress: SetProgressDto,
  at: Date,
): Promise<void> {
  // What locks do has notices of its own.
  if (progress.total < 2 || set.stoppedAt || set.kind === 'lock') return;
  const { id, workspaceId } = set;
  const isWhole = progress.sent === progress.total;
  await noteEvents(tx, [
    {
      workspaceId,
      kind: isWhole ? 'changes_ended' : 'changes_ended_badly',
      // Once more if some of it is tried again.
      key: `changes_ended ${id} ${at.toISOString()}`,
      cause: [set.name, wordsOf(progress)].filter(Boolean).join(': '),
      subject: { setId: id },
      at,
    },
  ]);
}

/** Notes that the changes of a set of many locations take more than a day, when it is made. */
export async function noteSpread(
  tx: Orm,
  { id, workspaceId, name }: Pick<ChangeSetRow, 'id' | 'workspaceId' | 'name'>,
  { locations, days }: { locations: number; days: number },
  at: Date,
): Promise<void> {
  const words = `Google’s daily limit spreads the changes of ${figure(locations)} locations over about ${figure(days)} days`;
  const cause = [name, words].filter(Boolean).join(': ');
  const key = `changes_spread ${id}`;
  await noteEvents(tx, [{ workspaceId, kind: 'changes_spread', key, cause, subject: { setId: id }, at }]);
}

function wordsOf({ total, sent, failed, leftAlone, notSent }: SetProgressDto): string {
  if (sent === total) return `Google has the changes of all ${figure(total)} locations`;
  const parts = [
    `Google has the changes of ${figure(sent)} of ${figure(total)} locations`,
    failed > 0 && `${figure(failed)} failed`,
    leftAlone > 0 && `${figure(leftAlone)} changed elsewhere and stay as they are`,
    notSent > 0 && `${figure(notSent)} weren’t sent`,
  ];
  return parts.filter(Boolean).join(', ');
}
