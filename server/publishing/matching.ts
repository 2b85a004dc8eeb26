import type { RemotePost } from '../business-profile/remote-post.js';

/** Two clocks that are kept right are not further apart. */
const TOLERANCE_MS = 30_000;

/** Something that was sent, by the content's hash and the moment at which it was about to leave. */
export interface Sent {
  postId: string;
  bodyHash: string | null;
  sentAt: Date | null;
  /** The same moment by the platform's own clock, where it is known. */
  googleDate: Date | null;
}

export type NamedPost = RemotePost & { name: string };

/**
 * The post that came of what was sent, out of those that the platform lists: the same content, not made before, not
 * ours already. Of several the nearest in time; one that is nearer to a rival is left to it.
 * @param rivals others with the same content at the same place of which it is not known either
 */
export function findSent(
  sent: Sent,
  listed: RemotePost[],
  ours: ReadonlySet<string>,
  rivals: Sent[] = [],
): NamedPost | undefined {
  const candidates = listed
    .filter((post): post is NamedPost => post.name !== null && !ours.has(post.name))
    .filter(({ bodyHash, createTime }) => bodyHash === sent.bodyHash && !isBefore(createTime, sent))
    .filter((post) =>
      rivals.every((rival) => isBefore(post.createTime, rival) || isNearer(post, sent, rival)),
    );
  return candidates.sort((a, b) => distance(a, sent) - distance(b, sent))[0];
}

function isBefore(createTime: Date | null, sent: Sent): boolean {
  return createTime !== null && createTime.getTime() < momentOf(sent) - TOLERANCE_MS;
}

/** Of two that are equally near, always the same one. */
function isNearer(post: RemotePost, sent: Sent, rival: Sent): boolean {
  const [own, other] = [distance(post, sent), distance(post, rival)];
  return own < other || (own === other && sent.postId < rival.postId);
}

function distance({ createTime }: RemotePost, sent: Sent): number {
  return createTime === null ? Infinity : Math.abs(createTime.getTime() - momentOf(sent));
}

function momentOf({ googleDate, sentAt }: Sent): number {
  return (googleDate ?? sentAt)?.getTime() ?? Infinity;
}
