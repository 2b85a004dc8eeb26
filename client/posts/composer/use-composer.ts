import { useEffect, useRef, useState, type RefObject } from 'react';
import { useNothingToSave } from '../../ui/form/form-dialog';
import { useFormFaults } from '../../ui/form/use-form-faults';
import { drawFirst } from '../../lib/draw-first';
import { placeFaults } from '../../api/place-faults';
import type { FieldErrors } from '../../lib/field-errors';
import { requestSession } from '../../api/client';
import { useConnection } from '../../business-profile/use-connection';
import type { Campaign } from '../../campaigns/campaign-words';
import { useCampaignActions, usePlanCampaign } from '../../campaigns/use-campaigns';
import { readTabItem, writeTabItem } from '../../lib/browser-storage';
import { viewerTimeZone } from '../../lib/wall-time';
import { notify } from '../../ui/messages/notify';
import { actionErrorMessage } from '../../posting/action-errors';
import type { WholePost } from '../../posting/post-words';
import { usePostActions } from '../../posting/use-posts';
import { firstFault } from './draft-rules';
import type { Fault } from './publish-time-rules';
import { fieldOf, toCampaign, toNewPost } from './post-body';
import type { DraftField, PostDraft } from './post-draft';
import { useDraft, type DraftSource } from './use-draft';
import { useFindings } from './use-findings';

/** The last submission is kept in the tab until it succeeds. */
const SUBMISSION_KEY = 'shingle.submission';

interface ComposerOptions extends DraftSource {
  form: RefObject<HTMLFormElement | null>;
  /** Shows the form, so that one of its fields can be focused. */
  showForm: () => void;
  /** Called when the server has stored the post. */
  onSent: () => void;
}

/** The state of the open composer: the draft, its errors and findings, and how it is sent. */
export function useComposer({ post, from, again, preset, form, showForm, onSent }: ComposerOptions) {
  const [timeZone] = useState(viewerTimeZone);
  const {
    draft: kept,
    change,
    discard,
    forget,
    ...draftState
  } = useDraft({ post, from, again, preset }, timeZone);
  const { connection, isChecking } = useConnection();
  const canBeMany = connection?.source === 'google';
  const isMany = post === undefined && kept.audience === 'many' && (canBeMany || isChecking);
  const draft = forAudience(kept, isMany);
  const [plan, setPlan] = useState<Campaign>();
  const planCampaign = usePlanCampaign();
  const { remove } = useCampaignActions();
  const { findings, isChecked } = useFindings(draft, timeZone, post);
  const { schedulePost, updatePost } = usePostActions();
  const isOpen = useRef(false);
  const { errors, fault, isBusy, ...faults } = useFormFaults<DraftField>(form);
  const unchanged = useNothingToSave();

  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  function showFaults(found: FieldErrors<DraftField>, words?: string): void {
    drawFirst(showForm);
    faults.show(found, words);
  }

  /** The field that shows a path of the request, if the chosen type has it. */
  function shownFieldOf(path: string): DraftField | undefined {
    const field = fieldOf(path);
    const isShown = field === 'topicType' || form.current?.elements.namedItem(field ?? '');
    return isShown ? field : undefined;
  }

  async function send(): Promise<void> {
    if (isMany) {
      const body = toCampaign(draft, timeZone);
      const planned = await planCampaign(kept.planId, body, submissionKey(body));
      // The draft may be another one by then. The same content gets the same plan once more.
      if (!isOpen.current) return;
      change({ planId: planned.id });
      setPlan(planned);
      return forgetSubmission();
    }
    const { timeZone: _, ...changes } = toNewPost(draft, timeZone);
    if (post) {
      const body = { ...changes, version: post.version };
      await updatePost(post.id, body, submissionKey({ id: post.id, ...body }));
    } else {
      const body = { ...changes, timeZone };
      await schedulePost(body, submissionKey(body));
    }
    forgetSubmission();
  }

  async function submit(): Promise<void> {
    const wrong = firstFault(draft, { now: new Date(), timeZone }) ?? unfinishedTime(form.current);
    if (wrong) return showFaults({ [wrong.field]: wrong.message });
    if (post && isAsStored(post)) return unchanged.say();
    faults.begin();
    const begunUnder = requestSession();
    try {
      await send();
    } catch (error) {
      if (begunUnder !== requestSession()) return;
      const what = post
        ? 'The changes couldn’t be saved.'
        : isMany
          ? 'The posts couldn’t be planned.'
          : 'The post couldn’t be scheduled.';
      const words = actionErrorMessage(error, `${what} Please try again.`);
      const { errors: found, rest } = placeFaults(error, shownFieldOf);
      const isUnplaced = rest.length > 0 && Object.keys(found).length === 0;
      if (isOpen.current) showFaults(found, [isUnplaced ? what : words, ...rest].join(' '));
      else notify.error(words);
      return;
    }
    if (isMany) return faults.end();
    forget(kept);
    notify.success(post ? 'Post updated successfully!' : 'Post scheduled successfully!');
    if (isOpen.current) onSent();
  }

  /** Whether there is nothing to save. Saving a failed or overdue post unchanged schedules it again. */
  function isAsStored({ status, publishAt }: WholePost): boolean {
    return !draftState.isChanged && status !== 'FAILED' && Date.parse(publishAt) > Date.now();
  }

  return {
    ...draftState,
    timeZone,
    draft,
    /** Whether it is a new post, which can be for many locations. */
    isNew: post === undefined,
    canBeMany: canBeMany || isChecking,
    isMany,
    /** The plan on screen, of a campaign that is not confirmed yet. */
    plan,
    backToText: () => setPlan(undefined),
    /** Removes the draft of a campaign that was confirmed. */
    confirmed: () => forget(kept),
    errors,
    /** Problems that the draft would have at Google. It can be sent all the same. */
    findings,
    /** Whether the server has checked the draft, so that what is not among the findings is in order. */
    isChecked,
    /** The error of the whole form, which belongs to no field. */
    failure: fault,
    hasNothingToSave: unchanged.isShown,
    isSending: isBusy,
    submit,
    /** Changes fields and removes their errors. */
    edit(changed: Partial<PostDraft>): void {
      change(changed);
      unchanged.forget();
      // Another type has other fields, and other messages for shared fields.
      faults.forget((field) => changed.topicType !== undefined || field in changed);
    },
    discard(): void {
      // A plan that stays is dropped by the server after a week.
      if (kept.planId) void remove(kept.planId).catch(() => undefined);
      discard();
      faults.end();
      // The pressed button disappears.
      form.current?.querySelector('textarea')?.focus();
    },
  };
}

/** The draft as it is sent: only with the fields for one post, or for a campaign. The other fields stay in the kept draft. */
function forAudience(draft: PostDraft, isMany: boolean): PostDraft {
  return isMany ? { ...draft, locationId: '' } : { ...draft, audience: 'one' };
}

export type Composer = ReturnType<typeof useComposer>;

/** The error for a half-filled date or time field. Its value is empty, but sending that would lose what was typed. */
function unfinishedTime(form: HTMLFormElement | null): Fault | undefined {
  const inputs = form?.querySelectorAll<HTMLInputElement>('input[name]') ?? [];
  const unfinished = [...inputs].find(({ validity }) => validity.badInput);
  return (
    unfinished && { field: unfinished.name as DraftField, message: 'Please complete this field or clear it' }
  );
}

interface Submission {
  content: string;
  key: string;
}

/**
 * The Idempotency-Key for sending this content. The same content gets the same key as last time, since the server may have
 * stored it although its answer was lost.
 */
function submissionKey(content: object): string {
  const text = JSON.stringify(content);
  const last = readTabItem(SUBMISSION_KEY);
  if (isSubmission(last) && last.content === text) return last.key;
  const key = crypto.randomUUID();
  writeTabItem(SUBMISSION_KEY, { content: text, key } satisfies Submission);
  return key;
}

/** After a success the same content means a second post, which needs a new key. */
function forgetSubmission(): void {
  writeTabItem(SUBMISSION_KEY, undefined);
}

function isSubmission(value: unknown): value is Submission {
  return typeof value === 'object' && value !== null && 'content' in value && 'key' in value;
}
