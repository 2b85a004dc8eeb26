import { RequestFault } from '../business-profile/request-fault';
import { type Mirror, useRefresh } from '../business-profile/use-mirror';
import { countOf } from '../listings/count-of';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';

/** How far the first reading of the connected places is, or why it failed; nothing once it is complete. */
export function ReadingBanner({ mirror }: { mirror: Mirror }) {
  const { state, problem } = mirror;
  if (state === 'importing')
    return (
      <Banner tone={problem ? 'warning' : 'info'}>
        <p>{progressWords(mirror)}</p>
        {problem && <p>{problem} The reading goes on by itself.</p>}
      </Banner>
    );
  return state === 'failed' && <FailedReading mirror={mirror} />;
}

function FailedReading({ mirror: { problem, isReading } }: { mirror: Mirror }) {
  const { starting, fault, refresh } = useRefresh();
  return (
    <>
      <Banner
        tone="error"
        action={
          <Button size="small" busyText={(starting || isReading) && 'Trying...'} onClick={refresh}>
            Try Again
          </Button>
        }
      >
        <p>Your places could not be read from Google.</p>
        {problem && <p>{problem}</p>}
      </Banner>
      {fault !== undefined && (
        <RequestFault
          error={fault}
          message="The reading could not be started. Please try again."
          onRetry={refresh}
          retrying={starting}
        />
      )}
    </>
  );
}

function progressWords({ accountsTotal, accountsDone, locationsDone }: Mirror): string {
  if (accountsTotal === null) return 'Reading your accounts from Google...';
  const accounts = `${accountsDone} of ${countOf(accountsTotal, 'account')}`;
  return `Reading your places from Google: ${accounts}, ${countOf(locationsDone, 'location')} so far`;
}
