import '../ui/basics/prose.module.css';
import { type ComponentType, useState } from 'react';
import { SWRConfig } from 'swr';
import { swrConfiguration } from '../api/swr';
import { DashboardPage } from '../dashboard/dashboard-page';
import { loadViewCode } from '../dashboard/view-code';
import { viewOf } from '../lib/view-titles';

/**
 * The dashboard with its own data cache, which is dropped when it unmounts. This is not SWR's global cache, so mutations
 * use `mutate` from `useSWRConfig()`.
 */
function UserDashboard() {
  const [configuration] = useState(swrConfiguration);
  return (
    <SWRConfig value={configuration}>
      <DashboardPage />
    </SWRConfig>
  );
}

/** The dashboard, when the code of the view that the window's address names has come too: the page names both. */
export async function dashboardWithView(): Promise<ComponentType> {
  await loadViewCode(viewOf(new URLSearchParams(window.location.search)));
  return UserDashboard;
}
