import type { components } from './schema';

interface Answers<Data> {
  responses: { 200: { content: { 'application/json': Data } } };
}

export type PracticeWorld = 'agency' | 'shops' | 'large' | 'abroad';

/** The routes that `npm start` adds on one machine. No document of the API has them, and no production server. */
export interface EmbeddedPaths {
  '/api/practice': {
    get: Answers<{ worlds: PracticeWorld[] }>;
    post: Answers<components['schemas']['SetupAnswerDto']> & {
      requestBody: { content: { 'application/json': { world: PracticeWorld } } };
    };
  };
  '/api/demo': { post: Answers<components['schemas']['SignedInDto']> };
}
