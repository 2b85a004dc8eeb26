import { type RefObject, useState } from 'react';
import { ApiError } from '../../api/api-error';
import { drawFirst } from '../../lib/draw-first';
import { isBlank } from '../../lib/visible-text';
import { actionErrorMessage } from '../../posting/action-errors';
import { notify } from '../../ui/messages/notify';
import { announce } from '../../ui/basics/screen-reader';
import { useFormFaults } from '../../ui/form/use-form-faults';
import type { Unseen } from './other-reply';
import { overLimitWords } from '../data/reply-length';
import type { ReplyWarning, Review } from '../data/review-types';
import { reviewerWords } from '../data/review-words';
import { findWarnings } from './use-reply-check';
import { useReplyDraft } from './use-reply-draft';
import { isUnseen, useReplyActions } from '../data/use-reviews';

const REVIEW_CHANGED = 'The review was changed. Nothing was sent.';
const REPLY_CHANGED = 'The reply was changed elsewhere. Nothing was overwritten.';
const FAILED = 'Failed to send the reply. Your text is kept. Please try again.';

/** A text that is to be sent, and the version of the review that its author saw. */
interface Sending {
  text: string;
  basedOn: string;
}

interface Editor {
  form: RefObject<HTMLFormElement | null>;
  /** What is on screen about the text. */
  warnings: readonly ReplyWarning[];
  onSent: () => void;
}

/**
 * Sends a reply, and checks it first: a warning that was not on screen yet is a question before anything is sent. What was
 * changed elsewhere is shown, and only then answered or replaced if the person says so.
 */
export function useSendingReply(review: Review, { form, warnings, onSent }: Editor) {
  const faults = useFormFaults<'text'>(form);
  const [other, setOther] = useState<Unseen>();
  const [asked, setAsked] = useState<Sending & { warnings: readonly ReplyWarning[] }>();
  const { forget: forgetDraft } = useReplyDraft(review.id);
  const actions = useReplyActions(review.id);

  /** Where the person may read another review already. */
  function sayKept(): void {
    notify.error(`Your reply to ${reviewerWords(review)} wasn’t sent. The text is kept as a draft.`);
  }

  async function checkAndSend(sending: Sending): Promise<void> {
    const wrong = isBlank(sending.text) ? 'Write a reply first' : overLimitWords(sending.text);
    if (wrong) return faults.show({ text: wrong });
    faults.begin();
    // Without an answer of the check the reply is sent: its warnings are advice.
    const found = await findWarnings(review.id, sending.text).catch(() => []);
    const unseen = found.filter(({ id }) => !warnings.some((shown) => shown.id === id));
    if (unseen.length === 0) return send(sending);
    if (!form.current) return sayKept();
    drawFirst(faults.end);
    setAsked({ ...sending, warnings: unseen });
  }

  async function send({ text, basedOn }: Sending): Promise<void> {
    faults.begin();
    try {
      await actions.send(text, basedOn);
      setOther(undefined);
      drawFirst(() => {
        faults.end();
        forgetDraft(text);
      });
      notify.success('Sending your reply to Google.');
      onSent();
    } catch (error) {
      if (!form.current) sayKept();
      if (error instanceof ApiError && isUnseen(error)) {
        const now = await actions.readAgain().catch(() => undefined);
        if (now) {
          const isReviewChanged = error.code === 'review_changed';
          faults.end();
          // A changed review comes with the replies if they differ as well.
          setOther({ now, isReviewChanged, isReplyChanged: !isReviewChanged || error.conflicts.length > 0 });
          announce(isReviewChanged ? REVIEW_CHANGED : REPLY_CHANGED, 'assertive');
          return;
        }
      }
      const fieldError = error instanceof ApiError ? error.fields['text'] : undefined;
      if (fieldError) faults.show({ text: fieldError });
      else faults.show({}, actionErrorMessage(error, FAILED));
    }
  }

  return {
    errors: faults.errors,
    fault: faults.fault,
    isBusy: faults.isBusy,
    forget: faults.forget,
    /** What the check has found and the person has not seen; undefined: nothing is asked. */
    question: asked && {
      warnings: asked.warnings,
      keepEditing: () => setAsked(undefined),
      sendAllTheSame(): void {
        drawFirst(() => setAsked(undefined));
        void send(asked);
      },
    },
    other,
    send: (text: string, basedOn: string) => void checkAndSend({ text, basedOn }),
    forgetOther: () => setOther(undefined),
    /** Sends it in place of the other one, which the person has seen. */
    overwrite: (text: string) => void checkAndSend({ text, basedOn: other?.now.basis ?? review.basis }),
  };
}
