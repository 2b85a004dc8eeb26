import { Fragment, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useConnection } from '../business-profile/use-connection';
import { PostComposer } from '../posts/post-composer';
import { announce } from '../ui/announcer';
import { Banner } from '../ui/banner';
import { LoadingScreen } from '../ui/loading-screen';
import { notify } from '../ui/notify';
import { viewOf } from '../ui/views';
import { ConnectionBanner } from './connection-banner';
import { DashboardFrame } from './dashboard-frame';
import { HeldPosts } from './held-posts';
import {
  AccountsView,
  ComingSoonView,
  HeldConnectionPage,
  LocationDetailsView,
  LocationsView,
  ScheduledPostsView,
  SetupView,
} from './lazy-views';
import { OverviewView } from './overview-view';
import { useConnectionChanges } from './use-connection-changes';
import { usePrefetch } from './use-prefetch';
import { useReadingProgress } from './use-reading-progress';

/** What the composer starts with. */
interface ComposerPreset {
  locationId?: string;
  /** yyyy-mm-dd */
  date?: string;
}

/** The main application: the frame, the view that the address names, and the composer above it. */
export function DashboardPage() {
  const { connection, isChecking } = useConnection();
  const generation = useConnectionChanges(connection);
  const mirror = useReadingProgress(connection);
  usePrefetch();
  const [query] = useSearchParams();
  /** Why the grant of a removed connection may still stand at Google. */
  const [notRevoked, setNotRevoked] = useState<string>();
  const [composer, setComposer] = useState<ComposerPreset & { open: boolean }>({ open: false });

  const view = viewOf(query);
  const accountId = query.get('account') ?? undefined;
  const locationId = query.get('location') ?? undefined;
  // Of its own posts the calendar tells itself whether they are held, once they are due.
  const isLost = connection?.source === 'google' && connection.state !== 'connected';
  const compose = (preset: ComposerPreset = {}) => setComposer({ ...preset, open: true });
  const composeFor = (id: string) => compose({ locationId: id });

  // The check concludes that there is access whatever the answer, since sample data needs none. Setup has its own words
  // for the wait.
  if (isChecking && view !== 'setup') return <LoadingScreen />;

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
    <DashboardFrame onSchedulePost={() => compose({ locationId })}>
      {notRevoked && <Banner tone="warning">{notRevoked}</Banner>}
      {view !== 'setup' && <ConnectionBanner connection={connection} mirror={mirror} />}
      {(view === 'overview' || (view === 'calendar' && isLost)) && <HeldPosts connection={connection} />}
      {/* A view of other business data: nothing of what was shown before stays on screen. Setup shows none. */}
      <Fragment key={view === 'setup' ? view : generation}>{renderView()}</Fragment>
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
        return <LocationsView accountId={accountId} onSchedulePost={composeFor} />;
      case 'location-details':
        // Without a location there is nothing to show the details of: choose one first.
        return locationId ? (
          <LocationDetailsView locationId={locationId} accountId={accountId} onSchedulePost={composeFor} />
        ) : (
          <LocationsView accountId={accountId} onSchedulePost={composeFor} />
        );
      case 'calendar':
        return <ScheduledPostsView onCompose={compose} />;
      case 'setup':
        return <SetupView />;
      default:
        return <ComingSoonView view={view} />;
    }
  }
}
