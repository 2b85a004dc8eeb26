import { useState } from 'react';
import { Copy } from 'lucide-react';
import { actionErrorMessage } from '../../posting/action-errors';
import { Button } from '../../ui/basics/button';
import type { ListedCampaign } from '../campaign-words';
import { type CampaignAgain, useCampaignActions } from '../use-campaigns';

interface UseAgainProps {
  campaign: Pick<ListedCampaign, 'id' | 'name'>;
  /** Whether it stands in a list, whose other campaigns have the same button. */
  isListed?: boolean;
  className?: string | undefined;
  /** Opens the composer with the campaign. */
  onAgain: (again: CampaignAgain) => void;
  /** Shows why that failed; undefined takes the last message away. */
  onFailure: (words: string | undefined) => void;
}

/** Begins a new campaign with the text and the locations of another one. */
export function UseAgain({ campaign, isListed = false, className, onAgain, onFailure }: UseAgainProps) {
  const { readAgain } = useCampaignActions();
  const [isBusy, setIsBusy] = useState(false);

  async function begin(): Promise<void> {
    onFailure(undefined);
    setIsBusy(true);
    try {
      onAgain(await readAgain(campaign.id));
    } catch (error) {
      onFailure(actionErrorMessage(error, 'The campaign couldn’t be loaded. Please try again.'));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Button
      size={isListed ? 'small' : undefined}
      className={className}
      icon={Copy}
      aria-label={isListed ? `Use again: ${campaign.name}` : undefined}
      busyText={isBusy && 'Loading...'}
      onClick={() => void begin()}
    >
      Use again
    </Button>
  );
}
