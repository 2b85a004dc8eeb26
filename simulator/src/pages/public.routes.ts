import { stateOf } from '../api/local-post-resource.js';
import { hasVoice } from '../api/location-resource.js';
import { ANONYMOUS } from '../api/review-resource.js';
import { publicFields } from '../profile/edits.js';
import type { PlainRoute, Reply } from '../routes.js';
import type { Location, Post } from '../model.js';
import { html, type Html, page } from './page.js';
import type { State } from '../state.js';
import { numberFor } from '../random.js';
import { replyStateOf, type Review } from '../reviews/review.js';

/** How many reviews a page has, the last ones. */
const SHOWN_REVIEWS = 10;

/** The page where the public finds a place, its posts and its reviews: what the links of all three lead to. */
export function placeRoutes(state: State): PlainRoute[] {
  return [
    {
      operation: 'place.get',
      method: 'GET',
      path: '/place/{location}',
      answer: ({ params, query }) => {
        const location = state.locations.get(params.location ?? '');
        if (!location || location.isRemoved || location.verification === 'SUSPENDED') return missing();
        const review = query.get('review');
        if (review !== null) {
          const found = state.reviews.of(location.id).get(review);
          return found ? placePage(state, location, { posts: [], reviews: [found] }) : missing();
        }
        const posts = livePosts(state, location);
        const wanted = query.get('post');
        const shown = wanted === null ? posts : posts.filter(({ id }) => id === wanted);
        return wanted !== null && shown.length === 0
          ? missing()
          : placePage(state, location, { posts: shown, reviews: lastReviews(state, location) });
      },
    },
  ];
}

function livePosts(state: State, { id }: Location): Post[] {
  const now = state.clock.now().getTime();
  return [...state.posts.values()]
    .filter((post) => post.locationId === id && ['LIVE', 'RECURRING'].includes(stateOf(post, now)))
    .sort((a, b) => b.createTime - a.createTime);
}

function lastReviews(state: State, location: Location): Review[] {
  if (!hasVoice(location)) return [];
  const all = [...state.reviews.of(location.id).values()];
  return all.sort((a, b) => b.updateTime - a.updateTime).slice(0, SHOWN_REVIEWS);
}

function placePage(
  state: State,
  location: Location,
  { posts, reviews }: { posts: Post[]; reviews: Review[] },
): Reply {
  const now = state.clock.now().getTime();
  const { title, storefrontAddress: address, phoneNumbers, websiteUri } = publicFields(location);
  const lines = [
    address &&
      [...(address.addressLines ?? []), address.locality, address.postalCode].filter(Boolean).join(', '),
    phoneNumbers?.primaryPhone,
  ];
  return page(
    { title },
    html`<h1>${title}</h1>
      ${lines.flatMap((line) => (line ? [html`<p>${line}</p>`] : []))}
      ${websiteUri ? html`<p><a href="${websiteUri}" rel="noreferrer">${websiteUri}</a></p>` : ''}
      <h2>Posts</h2>
      ${posts.length > 0 ? posts.map(postCard) : html`<p>None yet.</p>`}
      <h2 id="reviews">Reviews</h2>
      ${reviews.length > 0 ? reviews.map((review) => reviewCard(review, now)) : html`<p>None yet.</p>`}`,
  );
}

function postCard({ fields, createTime }: Post): Html {
  const { summary = '', event, callToAction, offer } = fields;
  return html`<article>
    ${event ? html`<h3>${event.title}</h3>` : ''}
    <blockquote>${summary}</blockquote>
    ${offer?.couponCode ? html`<p>Code: ${offer.couponCode}</p>` : ''}
    ${
      callToAction?.url
        ? html`<p><a href="${callToAction.url}" rel="noreferrer">${callToAction.actionType}</a></p>`
        : ''
    }
    <p class="muted">
      <time datetime="${new Date(createTime).toISOString()}">${new Date(createTime).toUTCString()}</time>
    </p>
  </article>`;
}

/** A review as the public sees it: with the owner's reply once Google has let it through. */
function reviewCard({ reviewer, stars, comment = '', createTime, reply }: Review, now: number): Html {
  const isPublic = reply !== undefined && replyStateOf(reply, now) === 'APPROVED';
  return html`<article>
    <h3>${reviewer?.name ?? ANONYMOUS}: ${String(stars)} of 5</h3>
    <blockquote>${comment}</blockquote>
    ${isPublic ? html`<p>Response from the owner: ${reply.comment}</p>` : ''}
    <p class="muted">
      <time datetime="${new Date(createTime).toISOString()}">${new Date(createTime).toUTCString()}</time>
    </p>
  </article>`;
}

function missing(): Reply {
  return page(
    { status: 404, title: 'Not on Google' },
    html`<h1>Not on Google</h1>
      <p>There is no such place, post or review.</p>`,
  );
}

/** Pictures of people and places: initials on a coloured ground. */
export function photoRoutes(state: State): PlainRoute[] {
  return [
    {
      operation: 'photos.get',
      method: 'GET',
      path: '/photos/{name}.svg',
      answer: ({ params }) => ({
        headers: {
          'Content-Type': 'image/svg+xml',
          'Cache-Control': 'public, max-age=3600',
          'Content-Security-Policy': "default-src 'none'",
          // Pages of the product show them.
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'X-Content-Type-Options': 'nosniff',
        },
        body: draw(params.name ?? '', initialsOf(state, params.name ?? '')),
      }),
    },
  ];
}

function initialsOf(state: State, name: string): string {
  const person = state.people.find(({ sub }) => sub === name);
  if (person) return `${person.givenName[0]}${person.familyName[0]}`.toUpperCase();
  const [, reviewer] = /^review.*-(\p{L}+)$/u.exec(name) ?? [];
  if (reviewer) return reviewer;
  const title = state.locations.get(name.split('-')[0] ?? '')?.fields.title ?? '';
  return /\p{L}/u.exec(title)?.[0].toUpperCase() ?? '';
}

function draw(name: string, initials: string): string {
  const hue = Math.floor(numberFor(name) * 360);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" ` +
    `fill="hsl(${hue} 45% 32%)"/><text x="48" y="60" fill="#fff" font-family="sans-serif" ` +
    `font-size="36" text-anchor="middle">${initials}</text></svg>\n`
  );
}
