import { applyDecorators, SetMetadata } from '@nestjs/common';
import { Throttle } from '@nestjs/throttler';
import { type ThrottleName, THROTTLES } from '../security/throttle-limits.js';

const THROTTLED = 'shingle:throttled';
export { THROTTLED as THROTTLED_METADATA };

/**
 * Has the throttle guard count the route's requests by address, under one of the rules of `security/throttle-limits.ts`.
 * What the rule says of accounts is kept by `AccountLimits`, where something is tried.
 */
export function Throttled(name: ThrottleName): MethodDecorator {
  return applyDecorators(SetMetadata(THROTTLED, name), Throttle({ address: THROTTLES[name].address }));
}
