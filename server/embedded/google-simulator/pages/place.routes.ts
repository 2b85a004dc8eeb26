import { stateOf } from '../api/local-post-resource.js';
import { publicFields } from '../api/location-resource.js';
import type { PlainRoute, Reply } from '../exchange.js';
import type { Location, Post } from '../model.js';
import { html, type Html } from './html.js';
import { page } from './page.js';
import type { State } from '../state.js';

/** The page where the public finds a place and its posts: what the links of places and posts lead to. */
export function placeRoutes(state: State): PlainRoute[] {
  return [
    {
      operation: 'place.get',
      method: 'GET',
      path: '/place/{location}',
      answer: ({ params, query }) => {
        const location = state.locations.get(params.location ?? '');
        if (!location || location.isRemoved || location.verification === 'SUSPENDED') return missing();
        const posts = livePosts(state, location);
        const wanted = query.get('post');
        const shown = wanted === null ? posts : posts.filter(({ id }) => id === wanted);
        return wanted !== null && shown.length === 0 ? missing() : placePage(location, shown);
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

function placePage(location: Location, posts: Post[]): Reply {
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
      ${posts.length > 0 ? posts.map(postCard) : html`<p>None yet.</p>`}`,
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

function missing(): Reply {
  return page(
    { status: 404, title: 'Not on Google' },
    html`<h1>Not on Google</h1>
      <p>There is no such place or post.</p>`,
  );
}
