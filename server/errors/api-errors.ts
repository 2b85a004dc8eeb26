import { applyDecorators } from '@nestjs/common';
import { ApiCookieAuth, ApiResponse } from '@nestjs/swagger';
import { type ErrorCode, ERRORS } from './app-error.js';
import { ErrorDto } from './error.dto.js';

/** The name of the session cookie in the OpenAPI document. */
export const SESSION_SECURITY = 'session';

/** Documents the errors that a route can answer, grouped by status; one that can answer 401 needs the session cookie. */
export function ApiErrors(...codes: ErrorCode[]): MethodDecorator & ClassDecorator {
  const statuses = new Set(codes.map((code) => ERRORS[code][0]));
  return applyDecorators(
    ...(codes.includes('not_signed_in') ? [ApiCookieAuth(SESSION_SECURITY)] : []),
    ...[...statuses].map((status) => {
      const own = codes.filter((code) => ERRORS[code][0] === status);
      return ApiResponse({
        status,
        type: ErrorDto,
        description: own.map((code) => `\`${code}\`: ${ERRORS[code][1]}`).join('\n\n'),
      });
    }),
  );
}
