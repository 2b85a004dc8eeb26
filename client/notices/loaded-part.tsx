import type { ReactNode } from 'react';
import type { SWRResponse } from 'swr';
import { ErrorState } from '../ui/messages/banner';
import { Loading, SkeletonRows } from '../ui/messages/loading';

interface LoadedPartProps<Data> {
  reading: SWRResponse<Data, unknown>;
  /** Shown when loading failed, above the data of an earlier time. */
  failure: string;
  children: (data: Data) => ReactNode;
}

/** The content of a dialog, once it is loaded. */
export function LoadedPart<Data>({ reading, failure, children }: LoadedPartProps<Data>) {
  const { data, error, isValidating, mutate } = reading;
  const hasFailed = error !== undefined;
  return (
    <>
      {hasFailed && <ErrorState message={failure} onRetry={() => void mutate()} retrying={isValidating} />}
      <Loading busy={data === undefined && !hasFailed} skeleton={<SkeletonRows rows={4} />}>
        {data !== undefined && children(data)}
      </Loading>
    </>
  );
}
