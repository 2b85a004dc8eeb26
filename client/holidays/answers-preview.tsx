import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../api/api-error';
import type { BulkEdit, LocationChoice } from '../bulk-edits/bulk-types';
import { useBulkActions, useBulkEdit } from '../bulk-edits/use-bulk-edits';
import { RequestFault } from '../business-profile/connect';
import { countOf } from '../lib/count-of';
import { viewUrl } from '../lib/views';
import { useSelectionActions } from '../listings/choice/use-selections';
import { Button } from '../ui/basics/button';
import { fitsOne, type HolidayRun, inParts, runsOf } from './answer-runs';
import type { useKeptAnswers } from './kept-answers';

/** What the edit of many locations is called in the change log. */
const NAME = 'Holiday hours';

interface PreviewProps extends Pick<ReturnType<typeof useKeptAnswers>, 'filled' | 'draft'> {
  count: number;
  onDraft: (draft: { id: string; version: number }) => void;
}

/** Makes an edit of many locations of the answers, and opens its preview. */
export function AnswersPreview({ count, filled, draft, onDraft }: PreviewProps) {
  const navigate = useNavigate();
  const actions = useBulkActions();
  const { choiceOfIds } = useSelectionActions();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  /** Makes the draft, or one in place of that before. */
  function begin(choice: LocationChoice, holidays: HolidayRun[] = []): Promise<BulkEdit> {
    const wish = { choice, change: { holidays }, name: NAME };
    if (!draft) return actions.create(wish);
    return actions.change(draft, wish).catch((failure: unknown) => {
      if (failure instanceof ApiError && [404, 409].includes(failure.status)) return actions.create(wish);
      throw failure;
    });
  }

  /** Until its last part is there, the draft is about one location, so that the server compares only that one each time. */
  async function sendParts(
    [first, ...rest]: HolidayRun[][],
    ids: readonly string[],
    choice: LocationChoice,
  ): Promise<BulkEdit> {
    let edit = await begin({ locationIds: ids.slice(0, 1) }, first);
    for (const addHolidays of rest) edit = await actions.change(edit, { addHolidays });
    return actions.change(edit, { choice });
  }

  async function open(): Promise<void> {
    setIsBusy(true);
    setError(undefined);
    try {
      const ids = Object.keys(filled);
      const parts = inParts(runsOf(filled), ids.length);
      const choice = await choiceOfIds(ids);
      const edit = fitsOne(choice, parts)
        ? await begin(choice, parts[0])
        : await sendParts(parts, ids, choice);
      onDraft({ id: edit.id, version: edit.version });
      void navigate(`${viewUrl('bulk-edit', { draft: edit.id })}&step=preview`);
    } catch (failure) {
      setError(failure);
      setIsBusy(false);
    }
  }

  return (
    <>
      {error !== undefined && (
        <RequestFault
          error={error}
          message="The preview couldn’t be made. Please try again. Your answers are kept in this tab."
          onRetry={() => void open()}
        />
      )}
      <Button
        variant="primary"
        disabled={count === 0}
        busyText={isBusy && 'Comparing...'}
        onClick={() => void open()}
      >
        {count === 0 ? 'Preview changes' : `Preview ${countOf(count, 'change')}`}
      </Button>
    </>
  );
}

/** Forgets the answers once the edit that was made of them is confirmed. */
export function useDropConfirmed(draft: string | undefined, drop: () => void): void {
  const { data } = useBulkEdit(draft);
  const onConfirmed = useEffectEvent(drop);
  const isConfirmed = data?.state === 'confirmed';
  useEffect(() => {
    if (isConfirmed) onConfirmed();
  }, [isConfirmed]);
}
