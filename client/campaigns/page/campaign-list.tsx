import { type ComponentProps, useState } from 'react';
import { Link } from 'react-router-dom';
import { afterTries } from '../../api/swr';
import { useConnection } from '../../business-profile/use-connection';
import { countOf, figure } from '../../lib/count-of';
import { dateTimeWords, nearDayWords, zoneName } from '../../lib/time-words';
import { useSearchThrottle } from '../../lib/use-search';
import { viewUrl } from '../../lib/views';
import { toWallTime } from '../../lib/wall-time';
import { Button, ButtonLink } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import prose from '../../ui/basics/prose.module.css';
import { VisuallyHidden } from '../../ui/basics/screen-reader';
import { SearchBox } from '../../ui/form/search-box';
import { EmptyState, FailedLoad } from '../../ui/layout/board';
import common from '../../ui/layout/common.module.css';
import { type Column, LoadMore, Table } from '../../ui/layout/table';
import { Banner, ErrorState } from '../../ui/messages/banner';
import { Loading, SkeletonRows } from '../../ui/messages/loading';
import styles from './campaign-list.module.css';
import { type ListedCampaign, withValues } from '../campaign-words';
import { Bar } from './progress-bar';
import { allIn, countIn, statesIn, TARGET_STATES } from './target-states';
import { useCampaignPages } from '../use-campaign-list';
import type { CampaignAgain } from '../use-campaigns';
import { useLiveCampaigns } from '../use-live-campaigns';
import { UseAgain } from './use-again';

const FAILED_LOAD = 'Failed to load campaigns. Please try again.';

interface CampaignListProps {
  /** What is in the search box. */
  text: string;
  onText: (text: string) => void;
  now: Date;
  /** Of the reader. */
  timeZone: string;
  /** Opens the composer, empty or with a campaign that is used again. */
  onCompose: (preset?: { again: CampaignAgain }) => void;
}

/** All campaigns: those under way first, then the soonest, then those that are over. */
export function CampaignList({ text, onText, now, timeZone, onCompose }: CampaignListProps) {
  const [asked, ask] = useState(text.trim());
  const [loaded, setLoaded] = useState({ of: asked, pages: 1 });
  const [failure, setFailure] = useState<string>();
  const pages = loaded.of === asked ? loaded.pages : 1;
  const list = useCampaignPages(asked, pages);
  const { data, isLoading, isValidating, mutate } = list;
  const { error, isTrying } = afterTries(list.error);
  useSearchThrottle({ asked, wanted: text.trim(), isWaiting: isLoading }, ask);
  useLiveCampaigns(data?.items, error);
  const failedLoad = { message: FAILED_LOAD, onRetry: () => void mutate(), retrying: isValidating };
  const isEmpty = data?.items.length === 0;

  return (
    <div className={cx(common.stack3, styles.panel)}>
      {(!isEmpty || asked !== '' || text !== '') && (
        <div className={common.spread}>
          <div className={styles.search}>
            <SearchBox
              label="Search campaigns"
              placeholder="Search by name or text"
              value={text}
              onChange={onText}
            />
          </div>
          <p className={prose.meta}>Times in {zoneName(now, timeZone)}</p>
        </div>
      )}
      <VisuallyHidden>
        <span role="status">{asked !== '' && data && foundWords(data.items.length, data.nextCursor)}</span>
      </VisuallyHidden>
      {failure !== undefined && <Banner tone="error">{failure}</Banner>}
      {error !== undefined && (data ? <ErrorState {...failedLoad} /> : <FailedLoad {...failedLoad} />)}
      <Loading
        busy={!data && error === undefined}
        isTrying={isTrying}
        skeleton={<SkeletonRows rows={6} />}
        loadedMessage={data && `${countOf(data.items.length, 'campaign')} loaded`}
      >
        {isEmpty &&
          (asked === '' ? (
            <NoCampaigns onCompose={() => onCompose()} />
          ) : (
            <EmptyState
              title="No campaigns match your search"
              action={<Button onClick={() => onText('')}>Show all campaigns</Button>}
            />
          ))}
        {data && !isEmpty && (
          <CampaignTable
            campaigns={data.items}
            timeZone={timeZone}
            onAgain={(again) => onCompose({ again })}
            onFailure={setFailure}
          />
        )}
        {data && data.nextCursor !== null && (
          <LoadMore isLoading={isValidating} onClick={() => setLoaded({ of: asked, pages: pages + 1 })} />
        )}
      </Loading>
    </div>
  );
}

function foundWords(count: number, nextCursor: string | null): string {
  return nextCursor === null
    ? `${countOf(count, 'campaign')} found`
    : `More than ${countOf(count, 'campaign')} found`;
}

/** Why there are no campaigns yet, and what comes first. */
function NoCampaigns({ onCompose }: { onCompose: () => void }) {
  const { connection } = useConnection();
  if (connection?.source !== 'google')
    return (
      <EmptyState title="No campaigns yet" action={<ButtonLink to={viewUrl('setup')}>Connect</ButtonLink>}>
        To post to many locations, connect a Business Profile or the practice Google.
      </EmptyState>
    );
  if (connection.state === 'no_quota')
    return (
      <EmptyState title="No campaigns yet">
        You can post to many locations at once when Google lets Shingle read yours.
      </EmptyState>
    );
  return (
    <EmptyState title="No campaigns yet" action={<Button onClick={onCompose}>Schedule Post</Button>}>
      One post for many locations is a campaign. Choose “Many locations” when you schedule a post.
    </EmptyState>
  );
}

interface CampaignTableProps extends Pick<ComponentProps<typeof UseAgain>, 'onAgain' | 'onFailure'> {
  campaigns: readonly ListedCampaign[];
  timeZone: string;
}

function CampaignTable({ campaigns, timeZone, ...again }: CampaignTableProps) {
  const columns: Column<ListedCampaign>[] = [
    {
      header: 'Campaign',
      className: styles.campaign,
      cell: ({ id, name, summary }) => (
        <div className={styles.cell}>
          <Link className={styles.name} to={viewUrl('campaign', { campaign: id })}>
            {name}
          </Link>
          <p className={cx(prose.clip, common.small)}>{withValues(summary)}</p>
        </div>
      ),
    },
    {
      header: 'Goes out',
      className: styles.when,
      cell: (campaign) => (
        <div className={styles.cell}>
          <p className={common.medium}>{whenOf(campaign, timeZone)}</p>
          <p className={prose.meta}>
            {countOf(allIn(campaign.progress), 'location')}
            {campaign.wallTime !== null && ', at their own time'}
          </p>
        </div>
      ),
    },
    {
      header: 'Progress',
      cell: (campaign) => (
        <div className={styles.progress}>
          <Bar isSlim progress={campaign.progress} />
          <p className={prose.meta}>{countsWords(campaign, timeZone)}</p>
        </div>
      ),
    },
    {
      header: 'Actions',
      actions: true,
      className: styles.actions,
      cell: (campaign) =>
        campaign.isOfOtherAccount ? (
          <span className={prose.meta}>From another Google account</span>
        ) : (
          <UseAgain isListed campaign={campaign} className={styles.again} {...again} />
        ),
    },
  ];
  return <Table caption="Campaigns" columns={columns} rows={campaigns} rowKey={({ id }) => id} />;
}

/** The day and the time: of each location, or where all go out at once the reader's. */
function whenOf({ wallTime, publishAt }: ListedCampaign, timeZone: string): string {
  if (wallTime !== null) return dateTimeWords(new Date(`${wallTime}Z`), 'UTC');
  return publishAt === null ? '' : dateTimeWords(new Date(publishAt), timeZone);
}

/**
 * How many locations are in each state: '14 Sent · 7 Scheduled · 8 Left out', '12 Deleted, undone on 6 June'. While its
 * posts are made or removed it says so.
 * @param timeZone of the reader
 */
function countsWords(
  { state, progress, undoneAt }: Pick<ListedCampaign, 'state' | 'progress' | 'undoneAt'>,
  timeZone: string,
): string {
  const counts = statesIn(progress)
    .map((each) => `${figure(countIn(progress, each))} ${TARGET_STATES[each].label}`)
    .join(' · ');
  if (state === 'undoing') return `${counts}, being undone`;
  if (state !== 'undone' || undoneAt === null) return counts;
  return `${counts}, undone on ${nearDayWords(toWallTime(new Date(undoneAt), timeZone).date).short}`;
}
