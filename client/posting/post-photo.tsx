import { useWorkspaceAddress } from '../auth/workspace';

interface PostPhotoProps {
  id: string;
  alt: string;
  className: string | undefined;
}

/** The photo of a post, as it is shown here: smaller than what is sent to Google. */
export function PostPhoto({ id, ...rest }: PostPhotoProps) {
  const addressOf = useWorkspaceAddress();
  return <img {...rest} src={addressOf(`/api/photos/${id}/preview`)} />;
}
