// The product without reconciling: what may have been taken is sent again without a look at Google's list.
import type { LookStep } from '../../../dist/server/publishing/look-step.js';

const { LookStep: look } = (await import(`${process.env.CHAOS_SERVER}/publishing/look-step.js`)) as {
  LookStep: { prototype: LookStep };
};
look.prototype.take = () => Promise.resolve(undefined);
