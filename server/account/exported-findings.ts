import { frozen } from '../config/frozen.js';
import { findings } from '../database/advice.schema.js';
import type { ExportedFindingDto } from './exported-findings.dto.js';
import type { ExportedList } from './exported-list.js';
import { columns } from './exported-lists.js';

export const FINDINGS: ExportedList<ExportedFindingDto> = frozen({
  from: findings,
  owner: findings.workspaceId,
  order: [findings.since, findings.id],
  fields: {
    googleAccount: findings.subject,
    ...columns(
      findings,
      'accountId',
      'locationId',
      'locationName',
      'storeCode',
      'ruleId',
      'severity',
      'state',
    ),
    group: findings.groupName,
    ...columns(findings, 'evidence', 'cure', 'readAt', 'since', 'sentAt', 'doneAt', 'dismissedAt'),
    ...columns(findings, 'dismissedBy', 'dismissedReason', 'dismissedUntil'),
  },
});
