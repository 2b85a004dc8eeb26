import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useBulkActions } from '../bulk-edits/use-bulk-edits';
import { RequestFault } from '../business-profile/connect';
import { viewUrl } from '../lib/views';
import { useSelectionActions } from '../listings/choice/use-selections';
import { Button, ButtonLink } from '../ui/basics/button';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import { holidaysUrl } from './task-addresses';
import type { TaskWay } from './task-way';
import { locationsOf, type Task } from './use-tasks';

/** The longest name of an edit of many locations. */
const MAX_NAME = 80;

interface TaskActionProps {
  task: Task;
  way: TaskWay;
  /** Whether it is the first task of the list that can be done here to the end. */
  isMain: boolean;
  /** Whether all locations of the task are listed. */
  isListed: boolean;
  onList: (isListed: boolean) => void;
}

/** The button that does a task, or leads to where it is done, with exactly its locations. */
export function TaskAction({ task, way, isMain, isListed, onList }: TaskActionProps) {
  const { open, isBusy, error } = useOpening(task, way);
  const look = { size: 'small', variant: isMain ? 'primary' : 'secondary' } as const;
  const words = (
    <span>
      {way.label}
      <VisuallyHidden> ({task.title})</VisuallyHidden>
    </span>
  );
  switch (way.kind) {
    case 'google':
      return (
        <ButtonLink {...look} to={way.url} target="_blank" rel="noreferrer">
          {words}
          <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
        </ButtonLink>
      );
    case 'link':
      return (
        <ButtonLink {...look} to={way.to} state={way.proposed && { proposed: way.proposed }}>
          {words}
        </ButtonLink>
      );
    case 'each':
      return (
        <Button {...look} aria-expanded={isListed} onClick={() => onList(!isListed)}>
          {words}
        </Button>
      );
    default:
      return (
        <Opening error={error} onRetry={() => void open()} retrying={isBusy}>
          <Button {...look} busyText={isBusy && 'Opening...'} onClick={() => void open()}>
            {words}
          </Button>
        </Opening>
      );
  }
}

interface OpeningProps {
  error: unknown;
  onRetry: () => void;
  retrying: boolean;
  children: ReactNode;
}

function Opening({ error, onRetry, retrying, children }: OpeningProps) {
  return (
    <>
      {children}
      {error !== undefined && (
        <RequestFault
          error={error}
          message="This couldn’t be opened. Please try again."
          onRetry={onRetry}
          retrying={retrying}
        />
      )}
    </>
  );
}

/** Gathers the locations of a task, and opens what does it for all of them. */
function useOpening(task: Task, way: TaskWay) {
  const navigate = useNavigate();
  const { choiceOfIds, gather } = useSelectionActions();
  const bulk = useBulkActions();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  async function open(): Promise<void> {
    setError(undefined);
    setIsBusy(true);
    try {
      const choice = await choiceOfIds(await locationsOf(task));
      if (way.kind === 'holidays') void navigate(holidaysUrl(await gather(choice), way.date));
      if (way.kind === 'write')
        void navigate(viewUrl('bulk-edit'), { state: { choice, fields: [way.field] } });
      if (way.kind === 'preview') {
        const wish = { choice, change: way.change, name: task.title.slice(0, MAX_NAME).trim() };
        const { id } = await bulk.create(wish);
        void navigate(`${viewUrl('bulk-edit', { draft: id })}&step=preview`);
      }
    } catch (failure) {
      setError(failure);
      setIsBusy(false);
    }
  }

  return { open, isBusy, error };
}
