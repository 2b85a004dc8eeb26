import { useCode } from '../../ui/messages/load-code';
import { notify } from '../../ui/messages/notify';
import type { PostActionsProps } from './post-action-dialogs';

const loadDialogs = () => import('./post-action-dialogs').then((module) => module.PostActionDialogs);

/** The dialogs of the posts on a view and the results of their actions. Renders and loads nothing before the first. */
export function PostActions(props: PostActionsProps) {
  const { opened, move, failure, close } = props.actions;
  const isWanted = opened !== undefined || move !== undefined || failure !== undefined;
  const { Part: PostActionDialogs } = useCode(loadDialogs, isWanted, () => {
    notify.error('The post couldn’t be loaded. Please try again.');
    close();
  });
  return PostActionDialogs && <PostActionDialogs {...props} />;
}
