import { Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import useSWR from 'swr';
import { answer, api } from '../api/client';
import { viewerTimeZone } from '../lib/wall-time';
import { CHANGES } from '../listings/use-google-edits';
import { Button } from '../ui/basics/button';
import { RestoreDialog } from './bulk-dialogs';
import type { Change } from './change-words';
import { ChangeDialog } from './change-dialog';

interface UndoSaveProps {
  locationId: string;
  /** Differs for each save. */
  save: number;
}

/** Offers to undo what was just saved of a location. Nothing is shown unless that can be undone. */
export function UndoSave({ locationId, save }: UndoSaveProps) {
  const [timeZone] = useState(viewerTimeZone);
  const last = useLastSave(locationId, save);
  /** The change whose dialog is open: the saved one, or one that it leads to. */
  const [opened, setOpened] = useState<string>();
  const close = () => setOpened(undefined);
  useFocusAfterwards(last !== undefined);
  return (
    <>
      {last && (
        <Button size="small" icon={Undo2} onClick={() => setOpened(last.id)}>
          Undo save
        </Button>
      )}
      {opened !== undefined &&
        (last?.id === opened && (last.setSize?.changes ?? 1) > 1 ? (
          <RestoreDialog change={last} timeZone={timeZone} onClose={close} />
        ) : (
          <ChangeDialog key={opened} id={opened} timeZone={timeZone} onOpen={setOpened} onClose={close} />
        ))}
    </>
  );
}

/** A change of the latest save of a location; undefined unless the latest thing done here is a save that can be undone. */
function useLastSave(locationId: string, save: number): Change | undefined {
  const { data } = useSWR([CHANGES, 'last', locationId, save], async () => {
    const query = { locationId, origin: 'here', limit: 1 } as const;
    return (await answer(api.GET('/api/changes', { params: { query } }), { quiet: true })).items[0];
  });
  return data?.setKind === 'save' && data.whyNoUndo === null ? data : undefined;
}

/** The heading of the view takes the focus of the button, which is gone once the save is undone. */
function useFocusAfterwards(isShown: boolean): void {
  const wasShown = useRef(false);
  useEffect(() => {
    const focusIsLost = document.activeElement === document.body;
    if (wasShown.current && !isShown && focusIsLost)
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    wasShown.current = isShown;
  }, [isShown]);
}
