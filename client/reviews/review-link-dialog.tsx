import { Copy, Printer } from 'lucide-react';
import { useState } from 'react';
import { RequestFault } from '../business-profile/connect';
import { useLocationChoices } from '../posting/location-choices';
import { LocationPicker } from '../posting/location-picker';
import { cx } from '../ui/basics/cx';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { Button } from '../ui/basics/button';
import { Dialog } from '../ui/layers/dialog';
import { Field } from '../ui/form/field';
import { TextInput } from '../ui/form/inputs';
import { Loading, Skeleton } from '../ui/messages/loading';
import { announce } from '../ui/basics/screen-reader';
import styles from './review-link-dialog.module.css';
import { QrCode } from './qr-code';
import { useReviewSummary } from './data/use-reviews';

interface ReviewLinkDialogProps {
  /** The location to start with. */
  locationId: string | undefined;
  onClose: () => void;
}

/** Google's own link to review a location, as text and as a code to print. It is the same for everybody. */
export function ReviewLinkDialog({ locationId: first = '', onClose }: ReviewLinkDialogProps) {
  const [chosen, setChosen] = useState(first);
  const locations = useLocationChoices(chosen);
  // With only one there is nothing to choose.
  const only = locations.total === 1 ? locations.items?.[0]?.id : undefined;
  const locationId = chosen || only;
  const location = locations.chosen ?? locations.items?.find(({ id }) => id === locationId);
  const { data, error, isValidating, mutate } = useReviewSummary(locationId, {
    isWanted: locationId !== undefined,
  });
  const url = data?.newReviewUrl;

  return (
    <Dialog
      open
      title="Ask for a review"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" icon={Printer} disabled={!url} onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <div className={common.stack4}>
        {!only && (
          <LocationPicker
            locations={locations}
            value={chosen}
            label="Location"
            none="Choose a location"
            onChange={setChosen}
          />
        )}
        {error !== undefined && (
          <RequestFault
            error={error}
            message="Failed to load the link. Please try again."
            onRetry={() => void mutate()}
            retrying={isValidating}
          />
        )}
        {locationId && (
          <Loading
            busy={!data && error === undefined}
            skeleton={<Skeleton shape="card" />}
            loadedMessage={url ? 'Link loaded' : undefined}
          >
            {data && !url && (
              <Banner tone="info">
                Google has no review link for this location yet. It’s there once the location is verified and
                on Google Maps.
              </Banner>
            )}
            {url && <Link url={url} name={location?.name ?? ''} />}
          </Loading>
        )}
        <p className={common.muted}>
          Ask all customers, not just happy ones. Google removes reviews that were paid for, or that only
          happy customers were asked for.
        </p>
      </div>
    </Dialog>
  );
}

function Link({ url, name }: { url: string; name: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      setIsCopied(true);
      announce('Link copied');
    } catch {
      announce('The link couldn’t be copied. Select it and copy it by hand.', 'assertive');
    }
  };
  return (
    <div className={common.stack4}>
      <div className={styles.link}>
        <Field label="Google’s link">
          <TextInput readOnly value={url} onFocus={({ target }) => target.select()} />
        </Field>
        <Button icon={Copy} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <div className={cx(common.stack2, styles.sheet)}>
        <p className={styles.title}>{name}</p>
        <p>How did you like it? Your review helps others.</p>
        <QrCode text={url} label={`QR code of Google’s link for ${name}`} />
        <p className={styles.address}>{url}</p>
      </div>
    </div>
  );
}
