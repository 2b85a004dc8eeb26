import { useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../api/api-error';
import { announce } from '../ui/announcer';
import { notify } from '../ui/notify';
import { publishTimeFault } from './draft-rules';
import { chipId, dayId, viewButtonId } from './element-ids';
import { failureWords } from './failure-words';
import type { PostAction } from './post-buttons';
import { isSameTime, publishInstants, publishTimeOf, type PublishTime } from './post-draft';
import { dayOf } from './post-list';
import type { Post } from './post-words';
import { dateTimeWords } from './time-words';
import { usePostActions } from './use-posts';
import { viewerTimeZone } from './wall-time';

/** Something done to a post that shows at once, and how it ends. */
interface Work<Result> {
  start: () => Promise<Result>;
  onSuccess: (result: Result) => void;
  wordsFor: (error: unknown) => string;
}

/** A dialog about a post. */
interface Opened {
  action: Exclude<PostAction, 'retry'>;
  post: Post;
  /** It waits for what the person has asked for in it. */
  isBusy?: boolean;
}

/** A move that has been carried out. */
interface Move {
  /** The post as it is since. */
  post: Post;
  words: string;
  /** When it went out before, if it can still go back there. */
  before: Date | undefined;
}

/**
 * What the buttons of a post lead to: a dialog, or something done at once.
 * @param posts those on screen, in their order
 * @param heading takes the focus when nothing nearer is left
 */
export function useRowActions(posts: readonly Post[], heading: RefObject<HTMLElement | null>) {
  const [timeZone] = useState(viewerTimeZone);
  const { deletePost, retryPost, movePost } = usePostActions();
  const [opened, setOpened] = useState<Opened>();
  /** The deletion at Google that the open dialog waits for. */
  const awaited = useRef<Promise<void>>(undefined);
  const [day, setDay] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [move, setMove] = useState<Move>();

  /** Afterwards every dialog is closed, and focus is on the post, where that is gone on what is nearest to it. */
  function carryOut<Result>(
    post: Post,
    { start, onSuccess, wordsFor }: Work<Result>,
    nextDay?: string,
  ): void {
    const index = posts.findIndex(({ id }) => id === post.id);
    const neighbours = [post, posts[index + 1], posts[index - 1]].filter((each) => each !== undefined);
    const result = flushSync(() => {
      setOpened(undefined);
      setDay(undefined);
      setFailure(undefined);
      if (move?.post.id === post.id) setMove(undefined);
      return start();
    });
    const candidates = [
      chipId(post),
      ...neighbours.map(viewButtonId),
      ...[nextDay ?? [], dayOf(post, timeZone)].flat().map(dayId),
    ];
    const found = candidates.map((id) => document.getElementById(id)).find((element) => element !== null);
    (found ?? heading.current)?.focus();
    tellEnd(result, { onSuccess, wordsFor });
  }

  function tellEnd<Result>(
    result: Promise<Result>,
    { onSuccess, wordsFor }: Pick<Work<Result>, 'onSuccess' | 'wordsFor'>,
  ): void {
    void result.then(onSuccess, (error: unknown) => setFailure(wordsFor(error)));
  }

  function moveTo(post: Post, to: Date, wordsOf: (when: string) => string, before: Date | undefined): void {
    const words = wordsOf(dateTimeWords(to, timeZone));
    const work: Work<Post> = {
      start: () => movePost(post, to),
      onSuccess(moved) {
        setMove({ post: moved, words, before });
        announce(words);
      },
      wordsFor(error) {
        const [fault] = error instanceof ApiError ? Object.values(error.fields) : [];
        return fault ?? failureWords(error, 'The post could not be moved. Please try again.');
      },
    };
    carryOut(post, work, dayOf({ ...post, publishAt: to.toISOString() }, timeZone));
  }

  return {
    opened,
    /** The day whose list is open, `yyyy-mm-dd`. */
    day,
    /** Opens the list of a day; undefined closes it. */
    openDay: setDay,
    /** Why the last action failed. */
    failure,
    setFailure,
    close(): void {
      awaited.current = undefined;
      setOpened(undefined);
    },
    act(action: PostAction, post: Post): void {
      if (action !== 'retry') return setOpened({ action, post });
      carryOut(post, {
        start: () => retryPost(post),
        onSuccess: () => notify.success('The post goes out again now.'),
        wordsFor: (error) => failureWords(error, 'The post could not be retried. Please try again.'),
      });
    },
    /** The person has answered the question that 'delete' opened. At Google it may take its time: the question waits. */
    confirmDelete(where: { atGoogle: boolean }): void {
      if (!opened) return;
      const { post } = opened;
      const workOf = (start: () => Promise<void>): Work<void> => ({
        start,
        onSuccess: () =>
          notify.success(where.atGoogle ? 'Post deleted, here and at Google.' : 'Post deleted.'),
        wordsFor(error) {
          const words = failureWords(error, 'The post could not be deleted. Please try again.');
          return where.atGoogle ? `${words} Nothing was deleted.` : words;
        },
      });
      if (!where.atGoogle)
        return carryOut(
          post,
          workOf(() => deletePost(post, where)),
        );
      const deletion = deletePost(post, where);
      const work = workOf(() => deletion);
      awaited.current = deletion;
      setOpened({ ...opened, isBusy: true });
      const finish = () => {
        if (awaited.current === deletion) carryOut(post, work);
        else tellEnd(deletion, work);
      };
      void deletion.then(finish, finish);
    },
    /** The last move, until it is undone, dismissed or followed by another. */
    move,
    dismissMove: () => setMove(undefined),
    /**
     * Gives a post another publish time.
     * @returns which rule the time breaks, if one; then nothing is done
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
