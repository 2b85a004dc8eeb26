import type { RefObject } from 'react';
import { ActionMessages } from './action-messages';
import { PostDialogs } from './post-dialogs';
import type { RowActions } from './use-row-actions';

export interface PostActionsProps {
  actions: RowActions;
  /** Takes the focus when a message is dismissed. */
  heading: RefObject<HTMLElement | null>;
  now: Date;
  timeZone: string;
}

/** The dialogs that posts of a view open, and the results of their actions. Loaded with the first action. */
export function PostActionDialogs({ actions, heading, now, timeZone }: PostActionsProps) {
  return (
    <>
      <ActionMessages actions={actions} onDismissed={() => heading.current?.focus({ preventScroll: true })} />
      <PostDialogs actions={actions} now={now} timeZone={timeZone} />
    </>
  );
}
