import { type ComponentType, Fragment, useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useConnection } from '../business-profile/use-connection';
import type { CampaignAgain } from '../campaigns/use-campaigns';
import type { LocationChoice } from '../listings/choice/use-selections';
import { viewOf } from '../lib/view-titles';
import { ProofLink } from '../notices/proof-link';
import { PostComposer } from '../posts/composer/post-composer';
import { Banner } from '../ui/messages/banner';
import { CodeNotLoaded, useCode } from '../ui/messages/load-code';
import { Skeleton } from '../ui/messages/loading';
import { LoadingScreen } from '../ui/basics/logo';
import { announce } from '../ui/basics/screen-reader';
import { notify } from '../ui/messages/notify';
import { ConnectionBanner } from './connection/connection-banner';
import { DashboardFrame } from './dashboard-frame';
import styles from './dashboard-frame.module.css';
import { HeldPosts } from './connection/held-posts';
import { OverviewView } from './overview/overview-view';
import { useConnectionChanges } from './connection/use-connection-changes';
import { useReadingProgress } from './overview/use-reading-progress';
import { useFirstBrowser } from './use-first-browser';
import {
  loadHolidays,
  loadLocationTasks,
  loadLockDialog,
  loadSaveSelection,
  loadUndoSave,
  VIEW_IMPORTS,
} from './view-code';

const AccountsView = lazyView(VIEW_IMPORTS.accounts);
const LocationsView = lazyView(VIEW_IMPORTS.locations);
const HolidaysView = lazyView(loadHolidays);
const LocationDetailsView = lazyView(VIEW_IMPORTS['location-details']);
const BulkEditView = lazyView(VIEW_IMPORTS['bulk-edit']);
const CalendarView = lazyView(VIEW_IMPORTS.calendar);
const CampaignView = lazyView(VIEW_IMPORTS.campaign);
const ChangeLogView = lazyView(VIEW_IMPORTS['change-log']);
const ReviewsView = lazyView(VIEW_IMPORTS.reputation);
const StatisticsView = lazyView(VIEW_IMPORTS.statistics);
const TasksView = lazyView(VIEW_IMPORTS.tasks);
const SetupView = lazyView(VIEW_IMPORTS.setup);
const SettingsView = lazyView(VIEW_IMPORTS.settings);
const ComingSoonView = lazyView(VIEW_IMPORTS.coming);
/** Rarely shown, so it is not prefetched. */
const HeldConnectionPage = lazyView(() =>
  import('./connection/held-connection-page').then((module) => module.HeldConnectionPage),
);

/** The values with which the composer starts. */
interface ComposerPreset {
  locationId?: string;
  choice?: LocationChoice;
  /** yyyy-mm-dd */
  date?: string;
  again?: CampaignAgain;
}

/** The dashboard: the frame, the view in the address, and the composer above it. */
export function DashboardPage() {
  const { connection, isChecking } = useConnection();
  useFirstBrowser();
  const isWaiting = useDeferredValue(isChecking);
  const generation = useConnectionChanges(connection);
  const mirror = useReadingProgress(connection);
  const [query] = useSearchParams();
  /** Why Google may still list the grant of a connection that was removed. */
  const [notRevoked, setNotRevoked] = useState<string>();
  const [composer, setComposer] = useState<ComposerPreset & { open: boolean }>({ open: false });

  const view = viewOf(query);
  const accountId = query.get('account') ?? undefined;
  const locationId = query.get('location') ?? undefined;
  const campaignId = query.get('campaign') ?? undefined;
  // The overview's own board says what the banner says of sample data.
  const isOnBoard = view === 'overview' && connection?.source === 'sample';
  // While the connection works, the calendar itself marks held posts once they are due.
  const isLost = connection?.source === 'google' && connection.state !== 'connected';
  const showsNoBusiness = view === 'setup' || view === 'settings';
  const compose = (preset: ComposerPreset = {}) => setComposer({ ...preset, open: true });
  const composeFor = (id: string) => compose({ locationId: id });
  const many = {
    loadSave: loadSaveSelection,
    loadLock: loadLockDialog,
    onSchedulePost: (choice: LocationChoice) => compose({ choice }),
  };

  // Any answer ends the wait, since sample data needs no connection. The frame and the view are then rendered in pieces
  // that leave the browser free in between. The setup view shows its own loading text.
  if (isWaiting && view !== 'setup') return <LoadingScreen />;

  if (connection?.state === 'held')
    return (
      <HeldConnectionPage
        connection={connection}
        onRemoved={({ revoked, message }) => {
          if (revoked) return void notify.success(message);
          announce(message);
          setNotRevoked(message);
        }}
      />
    );

  return (
    <DashboardFrame
      onSchedulePost={() => compose({ locationId })}
      notices={
        <>
          <ProofLink />
          {notRevoked && <Banner tone="warning">{notRevoked}</Banner>}
          {view !== 'setup' && !isOnBoard && <ConnectionBanner connection={connection} mirror={mirror} />}
          {(view === 'overview' || (view === 'calendar' && isLost)) && <HeldPosts connection={connection} />}
        </>
      }
    >
      {/* New business data remounts the view, so that no old data stays on screen. */}
      <Fragment key={showsNoBusiness ? view : generation}>{renderView()}</Fragment>
      <PostComposer {...composer} onClose={() => setComposer({ ...composer, open: false })} />
    </DashboardFrame>
  );

  function renderView() {
    switch (view) {
      case 'overview':
        return <OverviewView connection={connection} onSchedulePost={() => compose({ locationId })} />;
      case 'accounts':
        return <AccountsView />;
      case 'locations':
        if (query.get('tab') === 'holidays' && connection?.source === 'google') return <HolidaysView />;
        return <LocationsView accountId={accountId} onSchedulePost={composeFor} many={many} />;
      case 'location-details':
        // Without a location there are no details to show, so the user chooses one first.
        return locationId ? (
          <LocationDetailsView
            locationId={locationId}
            accountId={accountId}
            onSchedulePost={composeFor}
            loadUndo={loadUndoSave}
            loadTasks={loadLocationTasks}
          />
        ) : (
          <LocationsView accountId={accountId} onSchedulePost={composeFor} many={many} />
        );
      case 'bulk-edit':
        return connection?.source === 'google' ? <BulkEditView /> : <ComingSoonView view={view} />;
      case 'calendar':
        return <CalendarView onCompose={compose} />;
      case 'campaign':
        // Without a campaign there is none to show, so the user chooses one in the calendar.
        return campaignId ? (
          <CampaignView campaignId={campaignId} onCompose={compose} />
        ) : (
          <CalendarView onCompose={compose} />
        );
      case 'change-log':
        return connection?.source === 'google' ? <ChangeLogView /> : <ComingSoonView view={view} />;
      case 'reputation':
        return connection?.source === 'google' ? <ReviewsView /> : <ComingSoonView view={view} />;
      case 'statistics':
        return connection?.source === 'google' ? <StatisticsView /> : <ComingSoonView view={view} />;
      case 'tasks':
        return connection?.source === 'google' ? <TasksView /> : <ComingSoonView view={view} />;
      case 'setup':
        return <SetupView />;
      case 'settings':
        return <SettingsView />;
      default:
        return <ComingSoonView view={view} />;
    }
  }
}

/**
 * A view whose code is loaded when it is first shown. If the code does not arrive, it throws for the page's error boundary.
 * Not `React.lazy`: React shows a fallback for at least 300 ms, even if the code arrives at once.
 */
function lazyView<Props extends object>(loadView: () => Promise<ComponentType<Props>>) {
  return function LazyView(props: Props) {
    const [hasFailed, setHasFailed] = useState(false);
    const { Part: View } = useCode(loadView, !hasFailed, () => setHasFailed(true));
    if (hasFailed) throw new CodeNotLoaded('This view couldn’t be loaded.');
    return View ? <View {...props} /> : <ViewSkeleton />;
  };
}

function ViewSkeleton() {
  return (
    <div aria-busy="true" className={styles.skeletons}>
      <Skeleton shape="title" />
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  );
}
