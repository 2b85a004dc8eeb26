import prose from '../ui/basics/prose.module.css';
import common from '../ui/layout/common.module.css';
import { Link } from 'react-router-dom';
import { countOf } from '../lib/count-of';
import { timeWords } from '../lib/time-words';
import { viewUrl } from '../lib/views';
import { ChipPopover, PostChip, useChipPopover } from '../posting/post-chip';
import styles from '../posting/post-chip.module.css';
import type { Post } from '../posting/post-words';
import { cx } from '../ui/basics/cx';
import { Icon } from '../ui/basics/icon';
import { STATUS } from '../ui/basics/labels';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import tones from '../ui/basics/tones.module.css';
import { type CampaignMoment, type Entry, isMoment } from './campaign-moments';
import { progressNews, progressWords } from './campaign-words';

interface EntryChipProps {
  entry: Entry;
  timeZone: string;
  onOpen: (post: Post) => void;
  /** Of a post's chip, for giving it the focus again. */
  idOf: (post: Post) => string;
  /** -1 where arrow keys move between chips. */
  tabIndex?: 0 | -1;
}

/** A post in a calendar, or the posts of a campaign at that time. */
export function EntryChip({ entry, idOf, ...rest }: EntryChipProps) {
  if (isMoment(entry)) return <CampaignChip moment={entry} {...rest} />;
  return <PostChip post={entry} id={idOf(entry)} {...rest} />;
}

interface CampaignChipProps extends Pick<EntryChipProps, 'timeZone' | 'tabIndex'> {
  moment: CampaignMoment;
}

/** The posts that a campaign sends out together, as one chip. It leads to the campaign. */
function CampaignChip({ moment, timeZone, tabIndex }: CampaignChipProps) {
  const { campaign, publishAt, count, status } = moment;
  const { chip, popover } = useChipPopover();
  const { icon, label, tone } = STATUS[status];
  const time = timeWords(new Date(publishAt), timeZone);
  return (
    <>
      <Link
        to={viewUrl('campaign', { campaign: campaign.id })}
        className={cx(styles.chip, styles.many, tones[tone])}
        tabIndex={tabIndex}
        // A link would be dragged by its address.
        draggable={false}
        {...chip}
      >
        <Icon of={icon} size={12} />
        <time dateTime={publishAt}>{time}</time>{' '}
        <span className={styles.location}>{countOf(count, 'location')}</span>{' '}
        <span className={cx(prose.clip, styles.words)}>{campaign.name}</span>
        <VisuallyHidden>{`, ${['campaign', label, progressNews(campaign)].filter(Boolean).join(', ')}`}</VisuallyHidden>
      </Link>
      {popover && (
        <ChipPopover popover={popover}>
          <p className={prose.strong}>{`Campaign, ${time}`}</p>
          <p>{campaign.name}</p>
          <p>{progressWords(campaign)}</p>
          <p className={cx(common.written, styles.summary)}>{campaign.summary}</p>
        </ChipPopover>
      )}
    </>
  );
}
