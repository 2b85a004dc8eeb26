import { postView, type PostView } from '../api/local-post-resource.js';
import type { Post } from '../model.js';
import { createFinder, type WorldParts } from './finder.js';

/** The world's posts, and what Google or others do with them. */
export function postActions(parts: WorldParts) {
  const { state } = parts;
  const { person, findLocation, findPost, change } = createFinder(parts);

  return {
    /** The posts of a place or a person, or all, oldest first. */
    posts({ location, email }: { location?: string; email?: string } = {}): PostView[] {
      const locationId = location === undefined ? undefined : findLocation(location).id;
      const author = email === undefined ? undefined : person(email).sub;
      return [...state.posts.values()]
        .filter((post) => locationId === undefined || post.locationId === locationId)
        .filter((post) => author === undefined || post.author === author)
        .map((post) => postView(state, parts.origin, post));
    },

    /** Google's review of a post ends now, with this verdict. */
    reviewPost({ post, verdict }: { post: string; verdict: Post['verdict'] }): void {
      const found = findPost(post);
      if (verdict !== 'LIVE' && verdict !== 'REJECTED') throw new Error('The verdict is LIVE or REJECTED.');
      change(() => Object.assign(found, { verdict, reviewedAt: state.clock.now().getTime() }));
    },

    /** Makes a post an older one, and ends its review then unless another time is given. Times are ISO 8601. */
    datePost({
      post,
      createdAt,
      reviewedAt = createdAt,
    }: {
      post: string;
      createdAt: string;
      reviewedAt?: string;
    }): void {
      const found = findPost(post);
      const [createTime, reviewTime] = [Date.parse(createdAt), Date.parse(reviewedAt)];
      if (Number.isNaN(createTime + reviewTime)) throw new Error('A post needs real instants.');
      const listedFrom = Math.min(found.listedFrom, createTime);
      const times = { createTime, updateTime: createTime, listedFrom, reviewedAt: reviewTime };
      change(() => Object.assign(found, times));
    },

    /** Somebody deletes a post elsewhere. */
    removePost({ post }: { post: string }): void {
      const { id } = findPost(post);
      change(() => state.posts.delete(id));
    },
  };
}
