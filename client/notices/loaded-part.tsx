import type { ReactNode } from 'react';
import type { SWRResponse } from 'swr';
import { afterTries } from '../api/swr';
import { ErrorState } from '../ui/messages/banner';
import { Loading, SkeletonRows } from '../ui/messages/loading';

interface LoadedPartProps<Data> {
  reading: SWRResponse<Data, unknown>;
  /** Shown when loading failed and the specified tries are over, above the data of an earlier time. */
  failure: string;
  /** How many rows stand for it until it is loaded. */
  rows?: number;
  children: (data: Data) => ReactNode;
}

/** The content of a panel or section, once it is loaded. */
export function LoadedPart<Data>({ reading, failure, rows = 4, children }: LoadedPartProps<Data>) {
  const { data, isValidating, mutate } = reading;
  const { error, isTrying } = afterTries(reading.error);
  const hasFailed = error !== undefined;
  return (
    <>
      {hasFailed && <ErrorState message={failure} onRetry={() => void mutate()} retrying={isValidating} />}
      <Loading
        busy={data === undefined && !hasFailed}
        isTrying={isTrying}
        skeleton={<SkeletonRows rows={rows} />}
      >
        {data !== undefined && children(data)}
      </Loading>
    </>
  );
}
