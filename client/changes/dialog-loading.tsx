import { RequestFault } from '../business-profile/connect';
import { Loading, SkeletonRows } from '../ui/messages/loading';

interface DialogLoadingProps {
  isLoaded: boolean;
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Stands in for a dialog's content: it loads, or why it could not be loaded. Empty once the content is there. */
export function DialogLoading({ isLoaded, error, isRetrying, onRetry }: DialogLoadingProps) {
  if (isLoaded) return null;
  if (error !== undefined)
    return (
      <RequestFault
        error={error}
        message="Failed to load the changes. Please try again."
        onRetry={onRetry}
        retrying={isRetrying}
      />
    );
  return (
    <Loading busy skeleton={<SkeletonRows rows={4} />}>
      {null}
    </Loading>
  );
}
