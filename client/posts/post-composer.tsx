import { notify } from '../ui/notify';
import { useCode } from '../ui/use-code';
import { composerCode } from './composer-code';
import type { OpenComposerProps } from './open-composer';

/** The dialog in which a post is written, or a scheduled or failed one edited. */
export function PostComposer({ open, ...rest }: OpenComposerProps & { open: boolean }) {
  const { Part: OpenComposer } = useCode(composerCode, open, () => {
    notify.error('The form could not be loaded. Please try again.');
    rest.onClose();
  });
  return open && OpenComposer && <OpenComposer {...rest} />;
}
