import { useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../api/api-error';
import { requestSession } from '../api/request-session';
import { focusFirstInvalid } from '../ui/focus-first-invalid';
import { notify } from '../ui/notify';
import { firstFault, type Fault } from './draft-rules';
import { failureWords } from './failure-words';
import { toNewPost } from './post-body';
import type { DraftField, PostDraft, Preset } from './post-draft';
import type { WholePost } from './post-words';
import { placeFaults } from './server-faults';
import { forgetSubmission, submissionKey } from './submission-key';
import { useDraft } from './use-draft';
import { useFindings } from './use-findings';
import { usePostActions } from './use-posts';
import { viewerTimeZone } from './wall-time';

export type FieldErrors = Partial<Record<DraftField, string>>;

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
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  function showFaults(faults: FieldErrors, words?: string): void {
    flushSync(() => {
      setErrors(faults);
      setFailure(words);
      setIsSending(false);
      showForm();
    });
    // After the button that was busy has got its focus back.
    queueMicrotask(() => form.current && focusFirstInvalid(form.current));
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
    const fault = firstFault(draft, { now: new Date(), timeZone }) ?? unfinishedTime(form.current);
    if (fault) return showFaults({ [fault.field]: fault.message });
    setErrors({});
    setFailure(undefined);
    setIsSending(true);
    const begunUnder = requestSession();
    try {
      await send();
    } catch (error) {
      if (begunUnder !== requestSession()) return;
      const what = post ? 'The changes could not be saved.' : 'The post could not be scheduled.';
      const words = failureWords(error, `${what} Please try again.`);
      const { fields, rest } = placeFaults(error instanceof ApiError ? error.fields : {});
      if (isOpen.current) showFaults(fields, [words, ...rest].join(' '));
      else notify.error(words);
      return;
    }
    forget(draft);
    notify.success(post ? 'Post updated successfully!' : 'Post scheduled successfully!');
    if (isOpen.current) onSent();
  }

  return {
    ...draftState,
    timeZone,
    draft,
    errors,
    /** What is known to become of the draft at Google; keeps nothing from being sent, though the server may. */
    findings,
    failure,
    isSending,
    submit,
    /** Takes over what was typed or chosen; the errors of these fields go away. */
    edit(changed: Partial<PostDraft>): void {
      change(changed);
      // Another type has other fields, and its own words for those that it shares.
      setErrors((known) => (changed.topicType ? {} : without(known, Object.keys(changed))));
    },
    discard(): void {
      discard();
      setErrors({});
      setFailure(undefined);
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

function without(errors: FieldErrors, fields: string[]): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)));
}
