import { useState } from 'react';
import { ApiError, type Conflict } from '../api/api-error';
import type { ProfileField } from '../listings/field-values';
import { actionErrorMessage } from '../posting/action-errors';
import { announce } from '../ui/basics/screen-reader';
import type { GoogleEdit } from './change-words';
import { type Decision, useChangeActions } from './use-changes';

/** Fields whose value from Google is only used after a question. */
const ASKS_FIRST: readonly ProfileField[] = ['name', 'openStatus'];

/**
 * Answers an edit. The focus then moves to the next one, since this one leaves the list.
 * @param row in the list item of the edit
 * @param keep whether the own value is also locked when it is kept
 */
export function useAnswer(
  { id, field }: Pick<GoogleEdit, 'id' | 'field'>,
  row: { current: HTMLElement | null },
  onAnswer?: () => void,
  keep = false,
) {
  const { answerEdit } = useChangeActions();
  const [isBusy, setIsBusy] = useState<Decision>();
  const [asking, setAsking] = useState(false);
  const [conflict, setConflict] = useState<Conflict>();
  const [failure, setFailure] = useState<string>();

  async function send(decision: Decision): Promise<void> {
    setConflict(undefined);
    setFailure(undefined);
    setIsBusy(decision);
    onAnswer?.();
    const item = row.current?.closest('li');
    const beside = item?.nextElementSibling ?? item?.previousElementSibling;
    try {
      await answerEdit(id, decision, keep);
      announce(outcomeWords(decision, keep));
      setAsking(false);
      const next = beside?.querySelector('button') ?? row.current?.closest<HTMLElement>('[tabindex]');
      next?.focus();
    } catch (error) {
      setAsking(false);
      const [first] = error instanceof ApiError ? error.conflicts : [];
      if (first) setConflict(first);
      else setFailure(actionErrorMessage(error, 'Failed to answer the edit. Please try again.'));
    }
    setIsBusy(undefined);
  }

  return {
    isBusy,
    conflict,
    failure,
    asking,
    answer: (decision: Decision) => void send(decision),
    ask: (wanted: boolean) =>
      wanted && !ASKS_FIRST.includes(field) ? void send('accept') : setAsking(wanted),
  };
}

function outcomeWords(decision: Decision, keep: boolean): string {
  if (decision === 'accept') return 'Google’s value is used.';
  return keep ? 'Your value is kept and locked.' : 'Your value is kept.';
}
