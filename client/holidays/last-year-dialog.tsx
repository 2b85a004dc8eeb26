import { useState } from 'react';
import type { Schemas } from '../api/client';
import { countOf, figure } from '../lib/count-of';
import { Field } from '../ui/form/field';
import { FormDialog } from '../ui/form/form-dialog';
import { Select } from '../ui/form/inputs';
import { CellCounts } from './cell-counts';
import { type Block, type Filled, fillBlocks } from './filled-answers';
import { type OrderedScope, type TableBlock, useLastYear } from './use-holidays';

interface LastYearDialogProps {
  scope: OrderedScope;
  /** How many locations the scope has. */
  total: number;
  /** All dates of the table. */
  dates: readonly string[];
  /** The cells that are marked; undefined: no more than one. */
  marked: (TableBlock & { count: number }) | undefined;
  filled: Filled;
  /** @param nothing of how many cells nothing is known */
  onCopy: (blocks: Block[], nothing: number) => void;
  onClose: () => void;
}

/** Shows what was said a year before, and copies it to cells that have no answer. */
export function LastYearDialog({
  scope,
  total,
  dates,
  marked,
  filled,
  onCopy,
  onClose,
}: LastYearDialogProps) {
  const [isOfMarked, setIsOfMarked] = useState(marked !== undefined);
  const block = (isOfMarked && marked) || { dates, rows: undefined };
  const { data, error, isValidating, mutate } = useLastYear(scope, block);
  const count = data && fillBlocks(filled, data.items, { keepsFilled: true }).count;
  const nothing = data ? data.notSaid - data.found : 0;
  return (
    <FormDialog
      title="Copy last year"
      label={count === undefined ? 'Try again' : count === 0 ? 'Close' : `Copy ${countOf(count, 'answer')}`}
      busyText={(!error || isValidating) && !data && 'Looking...'}
      fault={error && !data ? 'Failed to find last year’s answers. Please try again.' : undefined}
      form={{
        onSubmit: () => {
          if (!data) void mutate();
          else if (count === 0) onClose();
          else onCopy(data.items, nothing);
        },
      }}
      onClose={onClose}
    >
      <p>
        Each location gets what it said for the same holiday a year before, also where the holiday has moved.
        For other dates it is the same day of the month.
      </p>
      {marked && (
        <Field label="Cells">
          <Select
            value={isOfMarked ? 'marked' : 'all'}
            onChange={({ target }) => setIsOfMarked(target.value === 'marked')}
          >
            <option value="marked">{countOf(marked.count, 'marked cell')}</option>
            <option value="all">{countOf(total, 'location')}, all dates</option>
          </Select>
        </Field>
      )}
      {data && count !== undefined && (
        <>
          <p role="status">
            <b>{countOf(count, 'answer')}</b> from last year{count > 0 && `: ${kindsWords(data.items)}`}.
          </p>
          {nothing > 0 && (
            <p>
              For {countOf(nothing, 'cell')} nothing is known of last year.{' '}
              {nothing === 1 ? 'It stays' : 'They stay'} not said.
            </p>
          )}
          <CellCounts counts={data} filled={data.found - count} />
        </>
      )}
    </FormDialog>
  );
}

/** How many answers of each kind: `40 closed, 3 as usual, 12 with other hours`. */
function kindsWords(blocks: readonly Schemas['CopiedBlockDto'][]): string {
  const of = (kind: Block['answer']) =>
    blocks
      .filter(({ answer }) => answer === kind)
      .reduce((sum, { dates, locationIds }) => sum + dates.length * locationIds.length, 0);
  return [
    of('closed') > 0 && `${figure(of('closed'))} closed`,
    of('as_usual') > 0 && `${figure(of('as_usual'))} as usual`,
    of('hours') > 0 && `${figure(of('hours'))} with other hours`,
  ]
    .filter(Boolean)
    .join(', ');
}
