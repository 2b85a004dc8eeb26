import { useState } from 'react';
import { SWRConfig } from 'swr';
import { swrConfiguration } from '../api/swr';
import { DashboardPage } from '../dashboard/dashboard-page';

/**
 * The dashboard with a data cache of its own, which ends with it. Note for mutations: this is not SWR's global cache, so
 * use `mutate` from `useSWRConfig()`.
 */
export function UserDashboard() {
  const [configuration] = useState(swrConfiguration);
  return (
    <SWRConfig value={configuration}>
      <DashboardPage />
    </SWRConfig>
  );
}
