import { Settings } from 'lucide-react';
import { Button } from '../ui/basics/button';
import { useOnDemand } from '../ui/messages/load-code';

const loadSettings = () => import('./settings-dialog').then((module) => module.NoticeSettingsDialog);

/** Opens the settings of notices, above a dialog too. */
export function NoticeSettingsButton({ size }: { size?: 'small' }) {
  const { Part: NoticeSettingsDialog, ...dialog } = useOnDemand(
    loadSettings,
    'The settings couldn’t be loaded. Please try again.',
  );
  return (
    <>
      <Button size={size} icon={Settings} busyText={dialog.isOpening && 'Opening...'} onClick={dialog.open}>
        Notice settings
      </Button>
      {NoticeSettingsDialog && <NoticeSettingsDialog onClose={dialog.close} />}
    </>
  );
}
