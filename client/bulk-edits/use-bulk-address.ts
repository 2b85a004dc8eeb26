import { choicePart, textPart, useAddress } from '../lib/use-address';

/** The steps before an edit of many locations is confirmed. Its result is a page of the change log. */
export const STEPS = Object.freeze(['locations', 'changes', 'preview'] as const);
export type Step = (typeof STEPS)[number];

const BULK_ADDRESS = {
  draft: textPart('draft'),
  step: choicePart('step', STEPS),
  /** Only locations to which this rule applies. */
  rule: textPart('rule'),
  rows: choicePart('rows', ['warning', 'changes', 'same', 'left_out'], 'changes'),
};

/** What the view keeps in the address: the draft, the step, and which locations the preview lists. */
export const useBulkAddress = () => useAddress(BULK_ADDRESS);
