import { Banner } from './banner';
import { Button } from './button';

interface ErrorStateProps {
  message: string;
  onRetry: () => void;
  /** While the retry is under way. */
  retrying?: boolean;
}

/** A failed load with its way out. Keep old data on screen below it. */
export function ErrorState({ message, onRetry, retrying }: ErrorStateProps) {
  return (
    <Banner
      tone="error"
      action={
        <Button size="small" onClick={onRetry} disabled={retrying}>
          Try Again
        </Button>
      }
    >
      {message}
    </Banner>
  );
}
