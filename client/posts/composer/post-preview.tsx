import { type ReactNode, useState } from 'react';
import { CircleCheck, Phone } from 'lucide-react';
import type { Schemas } from '../../api/client';
import { useWorkspaceAddress } from '../../auth/workspace';
import { dayWords, periodWords } from '../../lib/time-words';
import { cx } from '../../ui/basics/cx';
import { Icon } from '../../ui/basics/icon';
import { Avatar } from '../../ui/basics/labels';
import { ACTIONS } from '../../posting/post-words';
import prose from '../../ui/basics/prose.module.css';
import common from '../../ui/layout/common.module.css';
import { periodOf, publishInstants, type PostDraft } from './post-draft';
import styles from './post-preview.module.css';

/** Characters before Google shortens the text (guides for business listings say 80 to 100). */
const FOLD_AT = 100;

export interface PostPreviewProps {
  draft: PostDraft;
  location: Schemas['LocationDto'] | undefined;
  /** The location's name until it is loaded. */
  locationName?: string | undefined;
  timeZone: string;
  /** What the server has checked and found in order. */
  checks: readonly string[];
  hidden: boolean;
  /** Stands above the post. */
  above?: ReactNode;
  /** What is wrong with the post at this location. */
  warning?: string | undefined;
}

/** Roughly how Google would show the post, in a neutral style. */
export function PostPreview({
  draft,
  location,
  locationName,
  timeZone,
  checks,
  hidden,
  above,
  warning,
}: PostPreviewProps) {
  const addressOf = useWorkspaceAddress();
  const { topicType } = draft;
  const name = location?.name ?? locationName ?? 'Your business';
  const { chosen } = publishInstants(draft, timeZone);
  const isOffer = topicType === 'OFFER';
  const period = periodWords(periodOf(draft), { withTimes: !isOffer });

  return (
    <section aria-label="Preview" hidden={hidden}>
      {above}
      <div className={cx(common.box, styles.post)}>
        <div className={styles.head}>
          <Avatar name={name} size="large" />
          <div className={styles.names}>
            <p className={styles.name}>{name}</p>
            <p className={prose.meta}>{chosen ? dayWords(chosen, timeZone) : 'No date yet'}</p>
          </div>
        </div>
        {draft.photoId && (
          <img
            className={styles.photo}
            src={addressOf(`/api/photos/${draft.photoId}/preview`)}
            alt="Shown with this post"
          />
        )}
        <div className={styles.body}>
          {(topicType === 'EVENT' || isOffer) && (
            <div>
              <p className={prose.title}>{draft.title.trim() || (isOffer ? 'Offer title' : 'Event title')}</p>
              <p className={common.muted}>{period ?? 'Start and end'}</p>
            </div>
          )}
          <ShortenedText text={draft.summary.trim()} />
          {isOffer && <Offer draft={draft} />}
          {topicType === 'CALL_TO_ACTION' && draft.actionType && (
            <p className={styles.action}>
              {draft.actionType === 'CALL' && <Icon of={Phone} />}
              {ACTIONS[draft.actionType]}
              {draft.actionType === 'CALL' && location?.phoneNumber && ` ${location.phoneNumber}`}
            </p>
          )}
        </div>
      </div>
      {warning && <p className={styles.warning}>{warning}</p>}
      <p className={cx(common.muted, styles.caption)}>Preview. Google may show it differently.</p>
      {checks.length > 0 && (
        <ul className={styles.checks} aria-label="Checked">
          {checks.map((words) => (
            <li key={words}>
              <Icon of={CircleCheck} />
              {words}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ShortenedText({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const characters = [...text];
  const isLong = characters.length > FOLD_AT;
  if (text === '') return <p className={common.muted}>Your text appears here.</p>;
  return (
    <p className={styles.text}>
      {isLong && !isOpen ? `${characters.slice(0, FOLD_AT).join('').trimEnd()}... ` : text}
      {isLong && (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Less' : 'More'}
        </button>
      )}
    </p>
  );
}

function Offer({ draft }: { draft: PostDraft }) {
  return (
    <>
      {draft.couponCode.trim() && (
        <p className={styles.coupon}>
          Coupon code <strong>{draft.couponCode.trim()}</strong>
        </p>
      )}
      {draft.termsConditions.trim() && (
        <p className={cx(common.muted, styles.terms)}>{draft.termsConditions.trim()}</p>
      )}
      {draft.redeemOnlineUrl.trim() && <p className={styles.action}>Redeem online</p>}
    </>
  );
}
