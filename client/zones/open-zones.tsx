import { countOf } from '../lib/count-of';
import { Banner } from '../ui/messages/banner';
import { Button } from '../ui/basics/button';
import { useOnDemand } from '../ui/messages/load-code';
import { useOpenZones } from './use-open-zones';

const loadDialog = () => import('./open-zones-dialog').then((module) => module.OpenZonesDialog);

/** Says how many locations need a time zone, and opens the dialog to say it. Empty where all are known. */
export function OpenZones() {
  const { data: open } = useOpenZones();
  const { Part: OpenZonesDialog, ...dialog } = useOnDemand(
    loadDialog,
    'The time zones couldn’t be loaded. Please try again.',
  );
  if (!open || (open.total === 0 && !OpenZonesDialog)) return null;
  return (
    <>
      {open.total > 0 && (
        <Banner
          tone="info"
          action={
            <Button size="small" busyText={dialog.isOpening && 'Opening...'} onClick={dialog.open}>
              Set time zones
            </Button>
          }
        >
          {open.total === 1
            ? '1 location needs a time zone: its country has several.'
            : `${countOf(open.total, 'location')} need a time zone: their countries have several.`}
        </Banner>
      )}
      {OpenZonesDialog && <OpenZonesDialog onClose={dialog.close} />}
    </>
  );
}
