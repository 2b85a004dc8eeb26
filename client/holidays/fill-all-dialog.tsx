import { countOf } from '../lib/count-of';
import { longDayWords } from '../lib/time-words';
import { FormDialog } from '../ui/form/form-dialog';
import { CellCounts } from './cell-counts';
import { type Answer, type Block, type Filled, fillBlocks, hoursWords } from './filled-answers';
import { type OrderedScope, useBlanks } from './use-holidays';

interface FillAllDialogProps {
  scope: OrderedScope;
  /** How many locations the scope has. */
  total: number;
  dates: readonly string[];
  answer: Answer;
  filled: Filled;
  onFill: (blocks: Block[]) => void;
  onClose: () => void;
}

/** Says how many cells an answer for all locations fills, also those that are not loaded, before it fills them. */
export function FillAllDialog({ scope, total, dates, answer, filled, onFill, onClose }: FillAllDialogProps) {
  const { data, error, isValidating, mutate } = useBlanks(scope, { dates, rows: undefined });
  const blocks = data?.items.map((block) => ({ ...block, ...answer }));
  const count = blocks && fillBlocks(filled, blocks).count;
  const [first = ''] = dates;
  return (
    <FormDialog
      title={`Fill all ${countOf(total, 'location')}`}
      label={count === undefined ? 'Try again' : count === 0 ? 'Close' : `Fill ${countOf(count, 'cell')}`}
      busyText={(!error || isValidating) && !data && 'Counting...'}
      fault={error && !data ? 'Failed to count the cells. Please try again.' : undefined}
      form={{
        onSubmit: () => {
          if (!blocks) void mutate();
          else if (count === 0) onClose();
          else onFill(blocks);
        },
      }}
      onClose={onClose}
    >
      <p>
        <b>{ANSWERS[answer.answer]}</b> {answer.hours && hoursWords(answer.hours)} on{' '}
        {dates.length === 1 ? longDayWords(first) : countOf(dates.length, 'date')}
      </p>
      {data && count !== undefined && (
        <>
          <p role="status">
            {count === 0
              ? 'No cell is without an answer.'
              : `${countOf(count, 'cell')} ${count === 1 ? 'has' : 'have'} no answer and ${count === 1 ? 'gets' : 'get'} this one.`}
          </p>
          <CellCounts counts={data} />
        </>
      )}
    </FormDialog>
  );
}

const ANSWERS: Readonly<Record<Answer['answer'], string>> = Object.freeze({
  closed: 'Closed',
  hours: 'Open',
  as_usual: 'As usual',
});
