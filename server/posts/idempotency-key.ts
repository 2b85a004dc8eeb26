import { Headers } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { documented } from '../security/documented-parameter.js';

const HEADER = {
  name: 'Idempotency-Key',
  required: false,
  description: '1 to 100 visible characters, good for 24 hours.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]+$', minLength: 1, maxLength: 100 },
} as const;

/** The Idempotency-Key of a request, unchecked; undefined: it has none. */
export const IdempotencyKey = (): ParameterDecorator => documented(Headers(HEADER.name), ApiHeader(HEADER));
