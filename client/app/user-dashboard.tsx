import '../ui/basics/prose.module.css';
import { useState } from 'react';
import { SWRConfig } from 'swr';
import { swrConfiguration } from '../api/swr';
import { DashboardPage } from '../dashboard/dashboard-page';

/**
 * The dashboard with its own data cache, which is dropped when it unmounts. This is not SWR's global cache, so mutations
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
