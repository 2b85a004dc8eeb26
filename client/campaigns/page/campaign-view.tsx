import { ChevronLeft } from 'lucide-react';
import { viewUrl } from '../../lib/views';
import { ButtonLink } from '../../ui/button';

interface CampaignViewProps {
  campaignId: string;
}

/** The page of one campaign. */
export function CampaignView({ campaignId }: CampaignViewProps) {
  return (
    <div data-campaign={campaignId}>
      <ButtonLink to={viewUrl('calendar')} variant="quiet" size="row" icon={ChevronLeft}>
        Back to Content Calendar
      </ButtonLink>
      <h1 tabIndex={-1}>Campaign</h1>
    </div>
  );
}
