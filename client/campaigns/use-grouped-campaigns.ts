import { useConnection } from '../business-profile/use-connection';

/** Which posts are shown. */
interface Narrowed {
  locationId: string | undefined;
  /** The text in the search box. */
  text: string;
}

/**
 * Whether campaigns are shown as one thing each, and their posts are left out. A search and a location mean single posts.
 * @param selection undefined: all posts; null: nothing is shown
 */
export function useCampaignsApart(selection?: Narrowed | null): boolean {
  const { connection } = useConnection();
  const isNarrowed = selection && (selection.locationId !== undefined || selection.text.trim() !== '');
  // The sample data have no campaigns.
  return connection?.source === 'google' && selection !== null && !isNarrowed;
}
