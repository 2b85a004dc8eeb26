// The product without reconciling: what may have been taken is sent again without a look at Google's list.
import type { ReconcileStep } from '../../../dist/server/publishing/reconcile-step.js';

const { ReconcileStep: reconciling } = (await import(
  `${process.env.CHAOS_SERVER}/publishing/reconcile-step.js`
)) as {
  ReconcileStep: { prototype: ReconcileStep };
};
reconciling.prototype.take = () => Promise.resolve(undefined);
