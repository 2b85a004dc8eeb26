import { applyDecorators, SetMetadata } from '@nestjs/common';
import { Throttle } from '@nestjs/throttler';
import { type ThrottleName, type ThrottleRule, THROTTLES } from '../security/throttle-limits.js';

const THROTTLED = 'shingle:throttled';
export { THROTTLED as THROTTLED_METADATA };

/** Puts a route under one of the rules of `security/throttle-limits.ts`, for the throttle guard to keep. */
export function Throttled(name: ThrottleName): MethodDecorator {
  const { refusal: _, ...limits }: ThrottleRule = THROTTLES[name];
  return applyDecorators(SetMetadata(THROTTLED, name), Throttle({ ...limits }));
}
