import type { ApiExchange, ApiRoute, Exchange } from '../routes.js';
import { type GoogleError, internal, notFound, v4Invalid, v4Unsupported, type V4Detail } from '../errors.js';
import type { Location, Post, PostFields } from '../model.js';
import type { State } from '../state.js';
import { locationUnder } from './access.js';
import { put, valueAt } from '../profile/fields.js';
import { readMask, type JsonObject, pageOf } from './request-format.js';
import { fetchPhoto, photoNotFetched } from './photo-fetch.js';
import { postResource, tidyPost } from './local-post-resource.js';
import { faultsOfPost, hasVideo, OUTPUT_ONLY, POST_FIELDS, verdictOn } from './local-post-rules.js';
import { LOCAL_POST_SCHEMA } from './local-post-schema.js';
import { hasVoice } from './location-resource.js';
import { readPayload, withoutUnset } from './payload.js';

const RULES = { defaultSize: 20, maxSize: 100 };
const LIST = '/v4/accounts/{account}/locations/{location}/localPosts';
const ONE = `${LIST}/{post}`;
const FIRST_ID = 7_000_000_000_000_001_000n;

/** Google My Business, v4: local posts. */
export function localPostRoutes(state: State, origin: string): ApiRoute[] {
  const resource = (post: Post, { params }: ApiExchange) => postResource(state, origin, post, params.account);
  return [
    {
      operation: 'localPosts.list',
      api: 'v4',
      method: 'GET',
      path: LIST,
      query: ['pageSize', 'pageToken'],
      answer: (exchange) => {
        const location = locationUnder(state, exchange.person, exchange.params);
        const { items, nextPageToken } = pageOf(listed(state, location), exchange.query, RULES, refuse);
        return {
          json: {
            ...(items.length > 0 && { localPosts: items.map((post) => resource(post, exchange)) }),
            ...(nextPageToken && { nextPageToken }),
          },
        };
      },
    },
    {
      operation: 'localPosts.create',
      api: 'v4',
      method: 'POST',
      path: LIST,
      query: [],
      isEdit: () => true,
      answer: async (exchange) => {
        const post = await create(state, exchange);
        const { name, ...rest } = resource(post, exchange);
        const isNameless = exchange.fault?.kind === 'without-name';
        return { json: isNameless ? rest : { name, ...rest }, accepted: String(name) };
      },
    },
    {
      operation: 'localPosts.get',
      api: 'v4',
      method: 'GET',
      path: ONE,
      query: [],
      answer: (exchange) => ({ json: resource(postFor(state, exchange), exchange) }),
    },
    {
      operation: 'localPosts.patch',
      api: 'v4',
      method: 'PATCH',
      path: ONE,
      query: ['updateMask'],
      isEdit: () => true,
      answer: (exchange) => {
        const post = patch(state, exchange);
        const json = resource(post, exchange);
        return { json, accepted: String(json.name) };
      },
    },
    {
      operation: 'localPosts.delete',
      api: 'v4',
      method: 'DELETE',
      path: ONE,
      query: [],
      isEdit: () => true,
      answer: (exchange) => {
        state.posts.delete(postFor(state, exchange).id);
        state.touch();
        return { json: {} };
      },
    },
  ];
}

/** The posts of a place that lists show already, newest first. */
function listed(state: State, { id }: Location): Post[] {
  const now = state.clock.now().getTime();
  const theirs = [...state.posts.values()].filter((post) => post.locationId === id && post.listedFrom <= now);
  return theirs.reverse().sort((a, b) => b.createTime - a.createTime);
}

async function create(state: State, exchange: ApiExchange): Promise<Post> {
  const { person, params, fault } = exchange;
  const location = postingLocation(state, exchange);
  const body = readBody(exchange);
  check(body, state.clock.now().getTime());
  const fields = tidyPost(body);
  const [media] = fields.media ?? [];
  if (media && fault?.kind === 'photo-not-fetched') throw photoNotFetched();
  const photo = media && (await fetchPhoto(media.sourceUrl));
  const now = state.clock.now().getTime();
  const post: Post = {
    id: String(FIRST_ID + BigInt(state.nextNumber())),
    accountId: params.account ?? '',
    locationId: location.id,
    author: person.sub,
    fields,
    createTime: now,
    updateTime: now,
    reviewedAt: now + state.settings.processingMs,
    verdict: fault?.kind === 'rejected' ? 'REJECTED' : verdictOn(fields, location),
    listedFrom: now + (fault?.kind === 'late-listing' ? (fault.options.ms ?? 0) : state.settings.listingMs),
    ...(photo && { photo }),
  };
  state.posts.set(post.id, post);
  state.touch();
  return post;
}

/** Changes the masked fields; the post is reviewed again. */
function patch(state: State, exchange: ApiExchange): Post {
  const location = postingLocation(state, exchange);
  const post = postFor(state, exchange);
  const mask = readMask(exchange.query.get('updateMask'));
  const changed = mask.map((path) => path.split('.')[0] ?? path);
  if (mask.length === 0) throw refuse('update_mask', 'update_mask is required');
  const fixed = changed.find((name) => ['topicType', 'media', 'alertType', ...OUTPUT_ONLY].includes(name));
  if (fixed) throw v4Invalid([{ code: 'READ_ONLY', field: fixed, message: `${fixed} cannot be changed` }]);
  if (!changed.every((name) => POST_FIELDS.some((field) => field === name)))
    throw refuse('update_mask', 'Invalid field mask provided');
  const body = readBody(exchange);
  const fields: PostFields & JsonObject = structuredClone(post.fields) as PostFields & JsonObject;
  for (const path of mask) put(fields, path, valueAt(body, path));
  const now = state.clock.now().getTime();
  // A time that has passed stays good as long as it is not what changes.
  const { scheduledTime, ...others } = fields;
  check(changed.includes('scheduledTime') ? { scheduledTime, ...others } : others, now);
  const next: Post = {
    ...post,
    fields: tidyPost(fields),
    updateTime: now,
    reviewedAt: now + state.settings.processingMs,
    verdict: verdictOn(fields, location),
  };
  state.posts.set(post.id, next);
  state.touch();
  return next;
}

function check(body: JsonObject, now: number): void {
  if (hasVideo(body)) throw internal();
  const faults = faultsOfPost(body, now);
  if (faults.length > 0) throw v4Invalid(faults);
}

/** The location under which posts may be made. @throws GoogleError 404, or 400 if it is not verified or has closed for good. */
function postingLocation(state: State, { person, params }: ApiExchange): Location {
  const location = locationUnder(state, person, params);
  if (!hasVoice(location)) throw v4Unsupported('The location is not verified or is suspended.');
  if (location.fields.openInfo?.status === 'CLOSED_PERMANENTLY')
    throw v4Unsupported('The location is permanently closed.');
  return location;
}

function postFor(state: State, { person, params }: ApiExchange): Post {
  const location = locationUnder(state, person, params);
  const post = state.posts.get(params.post ?? '');
  if (post?.locationId !== location.id) throw notFound();
  return post;
}

/** The post in a body, without what holds nothing. */
function readBody({ body }: Exchange): JsonObject {
  return withoutUnset(readPayload(body, LOCAL_POST_SCHEMA, 'local_post')) as JsonObject;
}

function refuse(field: string, message: string): GoogleError {
  const detail: V4Detail = { code: 'INVALID_VALUE', field, message };
  return v4Invalid([detail]);
}
