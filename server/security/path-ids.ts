import { Param } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { documented } from './documented-parameter.js';
import { UuidPipe } from './validation.js';

const UUID = { name: 'id', schema: { type: 'string', format: 'uuid', maxLength: 36 } } as const;
/** Google's ids of locations are numbers, those of the sample are words. */
const LOCATION_ID = { name: 'id', schema: { type: 'string', maxLength: 200 } } as const;

/** The `id` in a path, a UUID. Errors: `not_found` for any other text. */
export const UuidInPath = (): ParameterDecorator => documented(Param('id', UuidPipe), ApiParam(UUID));

/** The `id` of a location in a path. */
export const LocationIdInPath = (): ParameterDecorator => documented(Param('id'), ApiParam(LOCATION_ID));
