import { useRef, useState, type RefObject } from 'react';
import { ApiError } from '../../api/api-error';
import { focusAfter } from '../../lib/draw-first';
import { dateTimeWords } from '../../lib/time-words';
import { viewerTimeZone } from '../../lib/wall-time';
import { announce } from '../../ui/basics/screen-reader';
import { notify } from '../../ui/messages/notify';
import { actionErrorMessage } from '../../posting/action-errors';
import { publishTimeFault } from '../composer/publish-time-rules';
import { isSameTime, publishInstants, publishTimeOf, type PublishTime } from '../composer/post-draft';
import { dayOf } from '../../posting/post-list';
import type { Post } from '../../posting/post-words';
import { usePostActions } from '../../posting/use-posts';
import { viewButtonId, type PostAction } from './post-row';

/** The id of a post in the month grid. */
export function chipId({ id }: Post): string {
  return `post-chip-${id}`;
}

/** The id of the element that takes the focus for a day, `yyyy-mm-dd`: a button in the grid, a heading in the agenda. */
export function dayId(day: string): string {
  return `day-${day}`;
}

/** A change to a post that is shown at once, and the messages about its result. */
interface Change<Result> {
  start: () => Promise<Result>;
  onSuccess: (result: Result) => void;
  wordsFor: (error: unknown) => string;
}

/** A dialog about a post. */
interface Opened {
  action: Exclude<PostAction, 'retry'>;
  post: Post;
  /** Whether the confirmed action is running and the dialog waits for it. */
  isBusy?: boolean;
}

/** A completed move. */
interface Move {
  /** The post after the move. */
  post: Post;
  words: string;
  /** The previous publish time, if the post can still be moved back to it. */
  before: Date | undefined;
}

/**
 * The actions of a post's buttons: some open a dialog, others act at once.
 * @param posts the posts on screen, in order
 * @param heading takes the focus if nothing nearer is left
 */
export function useRowActions(posts: readonly Post[], heading: RefObject<HTMLElement | null>) {
  const [timeZone] = useState(viewerTimeZone);
  const { deletePost, retryPost, movePost } = usePostActions();
  const [opened, setOpened] = useState<Opened>();
  /** The deletion at Google that the open dialog is waiting for. */
  const awaited = useRef<Promise<void>>(undefined);
  const [day, setDay] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [move, setMove] = useState<Move>();

  /** Closes all dialogs, starts the change, and moves focus to the post, or to the nearest element if it is gone. */
  function carryOut<Result>(
    post: Post,
    { start, onSuccess, wordsFor }: Change<Result>,
    nextDay?: string,
  ): void {
    const index = posts.findIndex(({ id }) => id === post.id);
    const neighbours = [post, posts[index + 1], posts[index - 1]].filter((each) => each !== undefined);
    const begin = () => {
      setOpened(undefined);
      setDay(undefined);
      setFailure(undefined);
      if (move?.post.id === post.id) setMove(undefined);
      return start();
    };
    const candidates = [
      chipId(post),
      ...neighbours.map(viewButtonId),
      ...[nextDay ?? [], dayOf(post, timeZone)].flat().map(dayId),
    ];
    const nearest = () => candidates.map((id) => document.getElementById(id)).find((found) => found !== null);
    const result = focusAfter(begin, () => nearest() ?? heading.current);
    announceEnd(result, { onSuccess, wordsFor });
  }

  function announceEnd<Result>(
    result: Promise<Result>,
    { onSuccess, wordsFor }: Pick<Change<Result>, 'onSuccess' | 'wordsFor'>,
  ): void {
    void result.then(onSuccess, (error: unknown) => setFailure(wordsFor(error)));
  }

  function moveTo(post: Post, to: Date, wordsOf: (when: string) => string, before: Date | undefined): void {
    const words = wordsOf(dateTimeWords(to, timeZone));
    const change: Change<Post> = {
      start: () => movePost(post, to),
      onSuccess(moved) {
        setMove({ post: moved, words, before });
        announce(words);
      },
      wordsFor(error) {
        const [fault] = error instanceof ApiError ? Object.values(error.fields) : [];
        return fault ?? actionErrorMessage(error, 'The post couldn’t be moved. Please try again.');
      },
    };
    carryOut(post, change, dayOf({ ...post, publishAt: to.toISOString() }, timeZone));
  }

  return {
    opened,
    /** The day whose list is open, `yyyy-mm-dd`. */
    day,
    /** Opens the list of a day; undefined closes it. */
    openDay: setDay,
    /** The error message of the last action. */
    failure,
    setFailure,
    /** Closes the dialog. A deletion at Google goes on, and a message says so until it ends. */
    close(): void {
      const deletion = awaited.current;
      awaited.current = undefined;
      setOpened(undefined);
      if (!deletion) return;
      const going = notify.loading('The post is being deleted from Google...');
      const end = () => notify.dismiss(going);
      void deletion.then(end, end);
    },
    act(action: PostAction, post: Post): void {
      if (action !== 'retry') return setOpened({ action, post });
      carryOut(post, {
        start: () => retryPost(post),
        onSuccess: () => notify.success('The post is being published again.'),
        wordsFor: (error) => actionErrorMessage(error, 'The post couldn’t be retried. Please try again.'),
      });
    },
    /** Deletes the post of the delete dialog. The dialog stays open during a deletion at Google, which may take long. */
    confirmDelete(where: { atGoogle: boolean }): void {
      if (!opened) return;
      const { post } = opened;
      const changeOf = (start: () => Promise<void>): Change<void> => ({
        start,
        onSuccess: () =>
          notify.success(where.atGoogle ? 'Post deleted here and on Google.' : 'Post deleted.'),
        wordsFor(error) {
          const words = actionErrorMessage(error, 'The post couldn’t be deleted. Please try again.');
          return where.atGoogle ? `${words} Nothing was deleted.` : words;
        },
      });
      if (!where.atGoogle)
        return carryOut(
          post,
          changeOf(() => deletePost(post, where)),
        );
      const deletion = deletePost(post, where);
      const change = changeOf(() => deletion);
      awaited.current = deletion;
      setOpened({ ...opened, isBusy: true });
      const finish = () => {
        if (awaited.current !== deletion) return announceEnd(deletion, change);
        awaited.current = undefined;
        carryOut(post, change);
      };
      void deletion.then(finish, finish);
    },
    /** The last move, until it is undone, dismissed or replaced by another. */
    move,
    dismissMove: () => setMove(undefined),
    /**
     * Gives a post a new publish time.
     * @returns the message of the rule that the time breaks, if any; then nothing is done
     */
    movePost(post: Post, publishTime: PublishTime): string | undefined {
      const now = new Date();
      const publishAt = new Date(post.publishAt);
      const isScheduled = post.status === 'SCHEDULED';
      if (isScheduled && isSameTime(publishTime, publishTimeOf(publishAt, timeZone))) {
        setOpened(undefined);
        return undefined;
      }
      const { chosen } = publishInstants(publishTime, timeZone);
      const fault = publishTimeFault(publishTime, { now, timeZone });
      if (fault || !chosen) return fault;
      const before = isScheduled && publishAt > now ? publishAt : undefined;
      moveTo(post, chosen, (when) => `Moved to ${when}.`, before);
      return undefined;
    },
    undoMove(): void {
      if (!move?.before) return;
      moveTo(move.post, move.before, (when) => `Moved back to ${when}.`, undefined);
    },
  };
}

export type RowActions = ReturnType<typeof useRowActions>;
