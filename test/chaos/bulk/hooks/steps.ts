// Loaded into server processes before their program: strikes the process at a named step of the planning of a set when it is
// asked to. The steps of each change are in changes/hooks/steps.ts.
import type { PlannedChanges } from '../../../../dist/server/business-profile/changes/planned-changes.js';
import type { BulkSetSource } from '../../../../dist/server/bulk-edits/bulk-set-source.js';
import type { UndoneSets } from '../../../../dist/server/changes/undone-sets.js';
import { after, before, methodsOf } from '../../hooks/product.ts';
import { pass } from '../../hooks/strike.ts';

const planned = await methodsOf<PlannedChanges>('business-profile/changes/planned-changes', 'PlannedChanges');
// In the transaction that stores a slice.
after(planned, 'add', () => pass('in-slice'));
const bulk = await methodsOf<BulkSetSource>('bulk-edits/bulk-set-source', 'BulkSetSource');
const undone = await methodsOf<UndoneSets>('changes/undone-sets', 'UndoneSets');
// The slice before is stored by then.
before(bulk, 'slice', () => pass('after-slice'));
before(undone, 'slice', () => pass('after-slice'));
