import type { RefObject } from 'react';
import { ActionMessages } from '../../posts/list/action-messages';
import { PostDialogs } from '../../posts/list/post-dialogs';
import type { RowActions } from '../../posts/list/use-row-actions';

interface OverviewDialogsProps {
  actions: RowActions;
  /** Takes the focus when a message is dismissed. */
  heading: RefObject<HTMLElement | null>;
  now: Date;
  timeZone: string;
}

/** The dialogs that posts of the overview open, and the results of their actions. Loaded with the first action. */
export function OverviewDialogs({ actions, heading, now, timeZone }: OverviewDialogsProps) {
  return (
    <>
      <ActionMessages actions={actions} onDismissed={() => heading.current?.focus({ preventScroll: true })} />
      <PostDialogs actions={actions} now={now} timeZone={timeZone} />
    </>
  );
}
