import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error';
import { answer, api } from '../../api/client';
import { announce } from '../../ui/basics/screen-reader';

/** Google's own limits, the same as the server's. The server also looks at the photo itself. */
const LEAST_BYTES = 10_240;
const MOST_BYTES = 5 * 1024 * 1024;
const TYPES = ['image/jpeg', 'image/png'];

const WAIT = 'Please wait until the photo is added';

/**
 * Adds the file of a photo at the server. `onAdded` gets the id of the photo; of two files at once, that of the later one.
 * An upload that is still running when the form closes is cancelled.
 */
export function usePhotoUpload(onAdded: (photoId: string) => void) {
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const last = useRef<File>(undefined);

  useEffect(
    () => () => {
      last.current = undefined;
    },
    [],
  );

  function show(words: string): void {
    setFault(words);
    announce(words, 'assertive');
  }

  return {
    isBusy,
    /** Why there is no photo, in words. */
    fault,
    async add(file: File): Promise<void> {
      const wrong = faultOf(file);
      if (wrong !== undefined) return show(wrong);
      last.current = file;
      setFault(undefined);
      setIsBusy(true);
      try {
        const { id } = await answer(
          // The document calls the bytes of a file a text.
          api.POST('/api/photos', {
            body: file as unknown as string,
            bodySerializer: (body) => body,
            headers: { 'Content-Type': file.type },
          }),
          { quiet: true },
        );
        if (last.current !== file) return;
        setFault(undefined);
        announce('Photo added.');
        onAdded(id);
      } catch (error) {
        if (last.current === file) show(wordsOf(error));
      } finally {
        if (last.current === file) setIsBusy(false);
      }
    },
    /** For a form that is sent too early. */
    askToWait(): void {
      show(WAIT);
    },
    /** Removes the message, and cancels an upload that is still running. */
    forget(): void {
      last.current = undefined;
      setFault(undefined);
      setIsBusy(false);
    },
  };
}

export type PhotoUpload = ReturnType<typeof usePhotoUpload>;

function faultOf({ type, size }: File): string | undefined {
  if (!TYPES.includes(type)) return 'This file isn’t a JPEG or PNG photo. Choose another one.';
  if (size > MOST_BYTES) return 'This photo is larger than 5 MB. Choose a smaller one.';
  if (size < LEAST_BYTES) return 'This photo is too small: Google needs at least 10 kB.';
  return undefined;
}

function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The photo couldn’t be added. Please try again.';
  return error.fields['photo'] ?? error.message;
}
