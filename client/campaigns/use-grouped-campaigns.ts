import { useConnection } from '../business-profile/use-connection';

/** Which posts are shown. */
interface Narrowed {
  locationId: string | undefined;
  /** The text in the search box. */
  text: string;
}

/**
 * Whether each campaign is shown as one entry, and its posts are left out. A search or a location filter shows single posts.
 * @param selection undefined: all posts; null: nothing is shown
 */
export function useGroupedCampaigns(selection?: Narrowed | null): boolean {
  const { connection } = useConnection();
  const isNarrowed = selection && (selection.locationId !== undefined || selection.text.trim() !== '');
  // The sample data have no campaigns.
  return connection?.source === 'google' && selection !== null && !isNarrowed;
}
