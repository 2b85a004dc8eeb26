// The product without reconciling: what may have been taken is sent again without a look at Google's list.
import type { ReconcileStep } from '../../../../dist/server/publishing/reconcile-step.js';
import { methodsOf } from '../../hooks/product.ts';

const reconciling = await methodsOf<ReconcileStep>('publishing/reconcile-step', 'ReconcileStep');
reconciling.take = () => Promise.resolve(undefined);
