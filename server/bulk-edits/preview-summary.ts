import type { BulkCounts, BulkTargetRow } from '../database/bulk-edits.schema.js';

/** Sums up what becomes of the locations of a bulk edit. */
export class PreviewSummary {
  private readonly states = { changes: 0, same: 0, left_out: 0 };
  private warnings = 0;
  private readonly byReason: Record<string, number> = {};
  private readonly byWarning: Record<string, number> = {};
  private readonly otherSpecialDates = { dates: 0, locations: 0 };

  add({
    state,
    reason,
    warnings,
    otherDates,
  }: Pick<BulkTargetRow, 'state' | 'reason' | 'warnings' | 'otherDates'>): void {
    this.states[state] += 1;
    if (reason) this.byReason[reason.id] = (this.byReason[reason.id] ?? 0) + 1;
    if (state !== 'changes') return;
    if (warnings.length > 0) this.warnings += 1;
    for (const id of new Set(warnings.map((warning) => warning.id)))
      this.byWarning[id] = (this.byWarning[id] ?? 0) + 1;
    this.otherSpecialDates.dates += otherDates;
    this.otherSpecialDates.locations += otherDates > 0 ? 1 : 0;
  }

  /** @param validated what Google said of some of them */
  result(validated: BulkCounts['validated'] = null): BulkCounts {
    const { changes, same, left_out: leftOut } = this.states;
    const { warnings, otherSpecialDates, byReason, byWarning } = this;
    return { changes, same, leftOut, warnings, otherSpecialDates, byReason, byWarning, validated };
  }
}
