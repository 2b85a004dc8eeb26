import { toast } from 'react-hot-toast/headless';
import { announce } from '../basics/screen-reader';

interface NotifyOptions {
  /** Replaces the toast with this id, for example a loading toast. */
  id?: string;
}

type Notify = (message: string, options?: NotifyOptions) => string;

const polite =
  (show: Notify): Notify =>
  (message, options) => {
    announce(message);
    return show(message, options);
  };

/**
 * Short messages about what just happened, shown by the Toaster and read by the Announcer. Each returns the toast's id.
 * Success stays 3 s, error 5 s, info 4 s, loading until it is replaced or dismissed. A message that is needed longer must
 * also be shown elsewhere.
 */
export const notify = Object.freeze({
  success: polite(toast.success),
  info: polite(toast),
  loading: polite(toast.loading),
  error(message: string, options?: NotifyOptions): string {
    announce(message, 'assertive');
    return toast.error(message, options);
  },
  dismiss(id: string): void {
    toast.dismiss(id);
  },
  /** Takes all messages away at once. */
  removeAll(): void {
    toast.remove();
  },
});
