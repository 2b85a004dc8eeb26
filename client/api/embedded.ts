import type { Client } from 'openapi-fetch';
import { api, type Schemas } from './client';

interface Answers<Data> {
  responses: { 200: { content: { 'application/json': Data } } };
}

export type PracticeWorld = 'agency' | 'shops' | 'large' | 'abroad';

/** The routes that `npm start` adds on one machine. No document of the API has them, and no production server. */
interface EmbeddedPaths {
  '/api/practice': {
    get: Answers<{ worlds: PracticeWorld[] }>;
    post: Answers<Schemas['SetupAnswerDto']> & {
      requestBody: { content: { 'application/json': { world: PracticeWorld } } };
    };
  };
  '/api/demo': { post: Answers<Schemas['SignedInDto']> };
}

/** The same requests, for those routes. Use it inside `answer`. */
export const embeddedApi = api as unknown as Client<EmbeddedPaths>;
