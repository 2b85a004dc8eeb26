import type { PostFields } from '../model.js';
import { POST_FIELDS } from './local-post-rules.js';
import { withoutZeros } from './times.js';
import type { JsonObject } from './json-body.js';

/** A checked body as Google stores it: known fields alone, times without zeros, no button on an offer. */
export function tidyPost(body: JsonObject): PostFields {
  const known = Object.fromEntries(POST_FIELDS.flatMap((name) => (body[name] ? [[name, body[name]]] : [])));
  const { callToAction, event, ...fields } = known as unknown as PostFields;
  return {
    ...fields,
    ...(callToAction && fields.topicType !== 'OFFER' && { callToAction }),
    ...(event && {
      event: {
        ...event,
        schedule: {
          ...event.schedule,
          startTime: withoutZeros(event.schedule.startTime),
          endTime: withoutZeros(event.schedule.endTime),
        },
      },
    }),
  };
}
