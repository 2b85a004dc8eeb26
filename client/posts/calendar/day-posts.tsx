import { useRef } from 'react';
import { CalendarPlus } from 'lucide-react';
import { type CampaignMoment, type Entry, isMoment } from '../../campaigns/campaign-moments';
import { progressNews } from '../../campaigns/campaign-words';
import { dayHeading, timeWords } from '../../lib/time-words';
import { Button } from '../../ui/basics/button';
import prose from '../../ui/basics/prose.module.css';
import tones from '../../ui/basics/tones.module.css';
import { Dialog } from '../../ui/layers/dialog';
import { cx } from '../../ui/basics/cx';
import { Plate, STATUS, StatusBadge } from '../../ui/basics/labels';
import common from '../../ui/layout/common.module.css';
import { spacerStyle, useScrolledList, type Piece } from '../../ui/layout/use-virtual-list';
import { LocationTime } from '../../zones/location-time';
import {
  CampaignMark,
  contentId,
  OpenCampaign,
  PostButtons,
  PostReason,
  type PostAction,
} from '../list/post-row';
import { countOf } from '../../lib/count-of';
import { shortened, shownStatus, type Post } from '../../posting/post-words';
import styles from './day-posts.module.css';

export type PostAct = (action: PostAction, post: Post) => void;

/** The estimated height of a post (px). */
export const POST_HEIGHT = 96;

interface DayDialogProps {
  /** `yyyy-mm-dd` */
  day: string;
  today: string;
  /** Earliest first. */
  entries: readonly Entry[];
  timeZone: string;
  onAction: PostAct;
  onAdd: (day: string) => void;
  onClose: () => void;
}

/** All posts of a day of a grid. */
export function DayDialog({ day, today, entries, timeZone, onAction, onAdd, onClose }: DayDialogProps) {
  return (
    <Dialog
      open
      title={dayHeading(day, today)}
      onClose={onClose}
      footer={
        <>
          {day >= today && (
            <Button icon={CalendarPlus} onClick={() => onAdd(day)}>
              Add a post
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {entries.length > 0 ? (
        <DialogPosts entries={entries} timeZone={timeZone} onAction={onAction} />
      ) : (
        <p>No posts on this day.</p>
      )}
    </Dialog>
  );
}

function DialogPosts({ entries, ...rest }: Pick<DayDialogProps, 'entries' | 'timeZone' | 'onAction'>) {
  const box = useRef<HTMLDivElement>(null);
  const { pieces, ...list } = useScrolledList({ box, sizes: entries.map(() => 1), itemHeight: POST_HEIGHT });
  return (
    <div ref={box} onFocus={list.onFocus}>
      <DayPosts {...{ entries, pieces }} first={0} measure={list.measure} {...rest} />
    </div>
  );
}

interface DayPostsProps {
  /** Earliest first. */
  entries: readonly Entry[];
  /** The rendered posts, as blocks of a list. */
  pieces: readonly Piece[];
  /** The block of the first post. */
  first: number;
  measure: (block: HTMLElement | null) => void;
  timeZone: string;
  onAction: PostAct;
}

/** The posts of one day, each with all its actions. */
export function DayPosts({ entries, pieces, first, measure, timeZone, onAction }: DayPostsProps) {
  return (
    <ul className={styles.posts}>
      {pieces.map(({ index, spacer }) => {
        if (spacer !== undefined)
          return <li key={`spacer ${index}`} aria-hidden="true" style={spacerStyle(spacer)} />;
        const entry = entries[index - first];
        return (
          entry && (
            <li
              key={entry.id}
              ref={measure}
              data-block={index}
              aria-posinset={index - first + 1}
              aria-setsize={entries.length}
              className={cx(common.box, styles.post, tones[STATUS[shownStatus(entry)].tone])}
            >
              {isMoment(entry) ? (
                <DayCampaign moment={entry} timeZone={timeZone} />
              ) : (
                <DayPost {...{ post: entry, timeZone, onAction }} />
              )}
            </li>
          )
        );
      })}
    </ul>
  );
}

function DayPost({ post, timeZone, onAction }: { post: Post; timeZone: string; onAction: PostAct }) {
  return (
    <>
      <div className={styles.line}>
        <p className={prose.row}>
          <time dateTime={post.publishAt} className={styles.time}>
            {timeWords(new Date(post.publishAt), timeZone)}
          </time>
          <StatusBadge status={shownStatus(post)} />
        </p>
        <div className={styles.buttons}>
          <PostButtons post={post} describedBy={contentId(post)} onAction={onAction} />
        </div>
      </div>
      <div className={styles.content}>
        {post.storeCode !== null && <Plate>{post.storeCode}</Plate>}
        <p id={contentId(post)}>{shortened(post.summary)}</p>
      </div>
      <PostReason post={post} />
      <p className={prose.meta}>{post.locationName}</p>
      <LocationTime
        className={prose.meta}
        locationId={post.locationId}
        at={new Date(post.publishAt)}
        timeZone={timeZone}
      />
      <CampaignMark post={post} />
    </>
  );
}

/** The posts of a campaign on this day. */
function DayCampaign({ moment, timeZone }: { moment: CampaignMoment; timeZone: string }) {
  const { campaign, publishAt, count, status } = moment;
  return (
    <>
      <div className={styles.line}>
        <p className={prose.row}>
          <time dateTime={publishAt} className={styles.time}>
            {timeWords(new Date(publishAt), timeZone)}
          </time>
          <StatusBadge status={status} />
        </p>
        <div className={styles.buttons}>
          <OpenCampaign id={campaign.id} />
        </div>
      </div>
      <p id={contentId(campaign)}>{campaign.name}</p>
      <p className={prose.meta}>
        {[`Campaign at ${countOf(count, 'location')}`, progressNews(campaign)].filter(Boolean).join(': ')}
      </p>
    </>
  );
}
