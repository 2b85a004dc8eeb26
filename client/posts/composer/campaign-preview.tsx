import { useState } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { missingIn, withValues } from '../../campaigns/campaign-words';
import { MATCHES_PAGE, useMatches } from '../../listings/choice/use-selections';
import { figure } from '../../lib/count-of';
import { IconButton } from '../../ui/basics/button';
import { choiceOf } from './post-body';
import type { PostDraft } from './post-draft';
import { PostPreview, type PostPreviewProps } from './post-preview';
import styles from './post-preview.module.css';

type CampaignPreviewProps = Pick<PostPreviewProps, 'draft' | 'timeZone' | 'checks' | 'hidden'>;

/** The post of a campaign as the customers of one location read it, first of all of the first one, with buttons to the others. */
export function CampaignPreview({ draft, ...rest }: CampaignPreviewProps) {
  const [index, setIndex] = useState(0);
  const skip = index - (index % MATCHES_PAGE);
  const { data } = useMatches(choiceOf(draft), skip);
  const all = data?.matched ?? 0;
  const shown = data?.items[index - skip];
  /** After the last one comes the first. */
  const step = (by: 1 | -1) => setIndex((index + by + all) % all);
  const missing = shown && missingIn(textsOf(draft), shown.variables);

  return (
    <PostPreview
      {...rest}
      draft={withTexts(draft, (text) => withValues(text, shown?.variables))}
      location={undefined}
      locationName={shown?.locationName ?? 'Your locations'}
      warning={missing && `This location has no ${missing}, so it gets no post.`}
      above={
        all > 1 && (
          <div className={styles.stepper}>
            <IconButton icon={ChevronLeft} label="Previous location" onClick={() => step(-1)} />
            <p role="status">
              {figure(index + 1)} of {figure(all)}
            </p>
            <IconButton icon={ChevronRight} label="Next location" onClick={() => step(1)} />
          </div>
        )
      }
    />
  );
}

/** The texts of a draft that can have variables. */
const TEXTS = ['summary', 'title', 'couponCode', 'termsConditions'] as const;

function textsOf({ topicType, ...draft }: PostDraft): string {
  const hasTitle = topicType === 'EVENT' || topicType === 'OFFER';
  return TEXTS.filter(
    (field) => field === 'summary' || (field === 'title' ? hasTitle : topicType === 'OFFER'),
  )
    .map((field) => draft[field])
    .join(' ');
}

function withTexts(draft: PostDraft, change: (text: string) => string): PostDraft {
  return { ...draft, ...Object.fromEntries(TEXTS.map((field) => [field, change(draft[field])])) };
}
