import { RequestFault } from '../business-profile/connect';
import { Loading, SkeletonRows } from '../ui/messages/loading';

interface DialogLoadingProps {
  isLoaded: boolean;
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
}

/** In place of a dialog's content: that it loads, or why it could not be loaded. Empty once it is there. */
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
