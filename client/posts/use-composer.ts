import { useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../api/api-error';
import { placeFaults } from '../api/place-faults';
import { requestSession } from '../api/request-session';
import { announce } from '../ui/announcer';
import { notify } from '../ui/notify';
import { type FieldErrors, NOTHING_TO_SAVE, useFormFaults } from '../ui/use-form-faults';
import { firstFault, type Fault } from './draft-rules';
import { failureWords } from './failure-words';
import { toNewPost } from './post-body';
import type { DraftField, PostDraft, Preset } from './post-draft';
import type { WholePost } from './post-words';
import { fieldOf } from './server-faults';
import { forgetSubmission, submissionKey } from './submission-key';
import { useDraft } from './use-draft';
import { useFindings } from './use-findings';
import { usePostActions } from './use-posts';
import { viewerTimeZone } from './wall-time';

interface ComposerOptions {
  /** The post to edit; without it a new one is written. */
  post: WholePost | undefined;
  preset: Preset;
  form: RefObject<HTMLFormElement | null>;
  /** Brings the form to the front, so that a field of it can be focused. */
  showForm: () => void;
  /** The post is on the server. */
  onSent: () => void;
}

/** The state of the open composer: the draft, what is wrong with it, and the way to the server. */
export function useComposer({ post, preset, form, showForm, onSent }: ComposerOptions) {
  const [timeZone] = useState(viewerTimeZone);
  const { draft, change, discard, forget, ...draftState } = useDraft(post, preset, timeZone);
  const findings = useFindings(draft, timeZone, post);
  const { schedulePost, updatePost } = usePostActions();
  const isOpen = useRef(false);
  const { errors, fault, isBusy, ...faults } = useFormFaults<DraftField>(form);
  const [hasNothingToSave, setHasNothingToSave] = useState(false);

  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  function showFaults(found: FieldErrors<DraftField>, words?: string): void {
    flushSync(showForm);
    faults.show(found, words);
  }

  /** The field that shows a path of the request, if it is one of the chosen type's. */
  function shownFieldOf(path: string): DraftField | undefined {
    const field = fieldOf(path);
    const isShown = field === 'topicType' || form.current?.elements.namedItem(field ?? '');
    return isShown ? field : undefined;
  }

  async function send(): Promise<void> {
    const { timeZone: _, ...change } = toNewPost(draft, timeZone);
    if (post) {
      const body = { ...change, version: post.version };
      await updatePost(post.id, body, submissionKey({ id: post.id, ...body }));
    } else {
      const body = { ...change, timeZone };
      await schedulePost(body, submissionKey(body));
    }
    forgetSubmission();
  }

  async function submit(): Promise<void> {
    const wrong = firstFault(draft, { now: new Date(), timeZone }) ?? unfinishedTime(form.current);
    if (wrong) return showFaults({ [wrong.field]: wrong.message });
    if (post && isAsStored(post)) {
      announce(NOTHING_TO_SAVE);
      return setHasNothingToSave(true);
    }
    faults.begin();
    const begunUnder = requestSession();
    try {
      await send();
    } catch (error) {
      if (begunUnder !== requestSession()) return;
      const what = post ? 'The changes could not be saved.' : 'The post could not be scheduled.';
      const words = failureWords(error, `${what} Please try again.`);
      const { errors: found, rest } = placeFaults(
        error instanceof ApiError ? error.fields : {},
        shownFieldOf,
      );
      const isUnplaced = rest.length > 0 && Object.keys(found).length === 0;
      if (isOpen.current) showFaults(found, [isUnplaced ? what : words, ...rest].join(' '));
      else notify.error(words);
      return;
    }
    forget(draft);
    notify.success(post ? 'Post updated successfully!' : 'Post scheduled successfully!');
    if (isOpen.current) onSent();
  }

  /** A failed post, or one whose time is over, is scheduled again by being saved as it is. */
  function isAsStored({ status, publishAt }: WholePost): boolean {
    return !draftState.isChanged && status !== 'FAILED' && Date.parse(publishAt) > Date.now();
  }

  return {
    ...draftState,
    timeZone,
    draft,
    errors,
    /** What is known to become of the draft at Google; keeps nothing from being sent, though the server may. */
    findings,
    /** What went wrong that no field is to blame for, or what the server says of them all. */
    failure: fault,
    hasNothingToSave,
    isSending: isBusy,
    submit,
    /** Takes over what was typed or chosen; the errors of these fields go away. */
    edit(changed: Partial<PostDraft>): void {
      change(changed);
      setHasNothingToSave(false);
      // Another type has other fields, and its own words for those that it shares.
      faults.forget((field) => changed.topicType !== undefined || field in changed);
    },
    discard(): void {
      discard();
      faults.end();
      // The button that was pressed goes away with its note.
      form.current?.querySelector('select')?.focus();
    },
  };
}

export type Composer = ReturnType<typeof useComposer>;

/** A date or time field that is filled in halfway counts as empty, also where it may stay empty. */
function unfinishedTime(form: HTMLFormElement | null): Fault | undefined {
  const inputs = form?.querySelectorAll<HTMLInputElement>('input[name]') ?? [];
  const unfinished = [...inputs].find(({ validity }) => validity.badInput);
  return (
    unfinished && { field: unfinished.name as DraftField, message: 'Please complete this field or clear it' }
  );
}
