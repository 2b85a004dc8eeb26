import type { ReactNode } from 'react';
import { countOf } from '../lib/count-of';
import { Button } from '../ui/basics/button';
import { EmptyState } from '../ui/layout/board';
import type { TaskList, TaskState } from './use-tasks';

const NOTHING_IN: Readonly<Record<Exclude<TaskState, 'open'>, { title: string; text: string }>> =
  Object.freeze({
    waiting: {
      title: 'Nothing waits for Google',
      text: 'Tasks move here when you’ve sent a change that Google still reviews.',
    },
    dismissed: {
      title: 'No dismissed tasks',
      text: 'If a task isn’t for you, dismiss it with a reason. You can bring it back here.',
    },
    done: {
      title: 'Nothing done yet',
      text: 'Tasks move here when customers see the new value on Google. They stay for 90 days.',
    },
  });

interface NoTasksProps {
  state: TaskState;
  list: TaskList;
  onShow: (state: TaskState) => void;
}

/** Says why there are no tasks to show. */
export function NoTasks({ state, list: { check, counts }, onShow }: NoTasksProps): ReactNode {
  if (state !== 'open') {
    const { title, text } = NOTHING_IN[state];
    return <EmptyState title={title}>{text}</EmptyState>;
  }
  if (check.state === 'checking')
    return (
      <EmptyState title="Your locations are being checked">
        The first tasks show up here within a few minutes.
      </EmptyState>
    );
  if (counts.waiting > 0)
    return (
      <EmptyState
        title="Nothing left to do"
        action={<Button onClick={() => onShow('waiting')}>Show what waits for Google</Button>}
      >
        {countOf(counts.waiting, 'task')} {counts.waiting === 1 ? 'waits' : 'wait'} for Google.
      </EmptyState>
    );
  if (counts.dismissed > 0)
    return (
      <EmptyState
        title="Nothing left to do"
        action={<Button onClick={() => onShow('dismissed')}>Show dismissed tasks</Button>}
      >
        You’ve dismissed {countOf(counts.dismissed, 'task')}. Everything else is as it should be.
      </EmptyState>
    );
  return (
    <EmptyState title="Nothing to improve">
      {check.unknown.length > 0
        ? 'Nothing was found in what could be checked. What couldn’t be checked stands above.'
        : 'All locations are as they should be. They’re checked every day, and after each change.'}
    </EmptyState>
  );
}
