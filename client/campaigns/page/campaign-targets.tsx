import { useRef, useState } from 'react';
import { afterTries } from '../../api/swr';
import { countOf } from '../../lib/count-of';
import { focusAfter } from '../../lib/draw-first';
import { useSearchThrottle } from '../../lib/use-search';
import { cx } from '../../ui/basics/cx';
import tones from '../../ui/basics/tones.module.css';
import common from '../../ui/layout/common.module.css';
import { LoadMore } from '../../ui/layout/table';
import { ErrorState } from '../../ui/messages/banner';
import { Icon } from '../../ui/basics/icon';
import { Loading, SkeletonRows } from '../../ui/messages/loading';
import { VisuallyHidden } from '../../ui/basics/screen-reader';
import { SearchBox } from '../../ui/form/search-box';
import { Tabs } from '../../ui/layout/tabs';
import type { Campaign } from '../campaign-words';
import { useTargets } from '../use-campaigns';
import { TargetsByState } from './targets-by-state';
import styles from './campaign-view.module.css';
import { LeftOut, type LeftOutActions } from './left-out';
import { allIn, countIn, type ShownState, statesIn, TARGET_STATES } from './target-states';
import { TargetTable, type TargetActions } from './target-table';

interface CampaignTargetsProps extends TargetActions, LeftOutActions {
  campaign: Campaign;
  timeZone: string;
}

/** The locations of a campaign by their state, with a tab for each, a search and more pages on request. */
export function CampaignTargets(props: CampaignTargetsProps) {
  const { campaign, timeZone, onView, onRetry, onFailure, onTakenIn } = props;
  const box = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<ShownState | 'all'>('all');
  const [text, setText] = useState('');
  const [asked, ask] = useState('');
  const [loaded, setLoaded] = useState({ of: '', pages: 1 });

  const states = statesIn(campaign.progress);
  // A state that no location has any longer has no tab.
  const tab = chosen !== 'all' && states.includes(chosen) ? chosen : 'all';
  const query = { state: tab === 'all' ? undefined : tab, search: asked || undefined };
  const question = JSON.stringify(query);
  const pages = loaded.of === question ? loaded.pages : 1;
  /** Whether they are shown by state, or by reason, instead of in one table. */
  const isInParts = asked === '' && (tab === 'all' || tab === 'left_out');
  const {
    data,
    error: failed,
    isLoading,
    isValidating,
    mutate,
  } = useTargets(isInParts ? undefined : campaign.id, query, pages);
  const { error, isTrying } = afterTries(failed);
  useSearchThrottle({ asked, wanted: text.trim(), isWaiting: isLoading }, ask);

  /** Its tab has the focus then: the button that was pressed is gone. */
  const showAll = (state: ShownState) =>
    focusAfter(
      () => setChosen(state),
      () => box.current?.querySelector<HTMLElement>(`[data-tab="${state}"]`),
    );

  return (
    <div ref={box}>
      <VisuallyHidden>
        <h2>Locations</h2>
      </VisuallyHidden>
      <Tabs
        label="Locations by state"
        tabs={[
          { id: 'all' as const, label: 'All', count: allIn(campaign.progress) },
          ...states.map((state) => ({
            id: state,
            label: TARGET_STATES[state].label,
            count: countIn(campaign.progress, state),
            mark: (
              <span className={cx(styles.mark, tones[TARGET_STATES[state].tone])}>
                <Icon of={TARGET_STATES[state].icon} />
              </span>
            ),
          })),
        ]}
        value={tab}
        onChange={setChosen}
      >
        <div className={common.stack3}>
          <SearchBox
            label="Search locations in this campaign"
            placeholder="Search by name or store code"
            value={text}
            onChange={setText}
          />
          <VisuallyHidden>
            <span role="status">{asked !== '' && data && `${countOf(data.matched, 'location')} found`}</span>
          </VisuallyHidden>
          {isInParts && tab === 'all' && <TargetsByState {...props} onShowAll={showAll} />}
          {isInParts && tab === 'left_out' && <LeftOut {...{ campaign, timeZone, onFailure, onTakenIn }} />}
          {isInParts && allIn(campaign.progress) === 0 && <p className={styles.none}>No locations</p>}
          {error !== undefined && (
            <ErrorState
              message="Failed to load the locations of this campaign. Please try again."
              onRetry={() => void mutate()}
              retrying={isValidating}
            />
          )}
          {!isInParts && (
            <Loading
              busy={!data && error === undefined}
              isTrying={isTrying}
              skeleton={<SkeletonRows rows={6} />}
            >
              {data?.items.length === 0 && (
                <p className={styles.none}>
                  {asked === ''
                    ? 'No locations'
                    : `No location here has “${asked}” in its name or store code.`}
                </p>
              )}
              {data && data.items.length > 0 && (
                <TargetTable targets={data.items} {...{ timeZone, onView, onRetry }} />
              )}
              {data && data.nextCursor !== null && (
                <LoadMore
                  isLoading={isValidating}
                  onClick={() => setLoaded({ of: question, pages: pages + 1 })}
                />
              )}
            </Loading>
          )}
        </div>
      </Tabs>
    </div>
  );
}
