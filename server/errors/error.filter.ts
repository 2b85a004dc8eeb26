import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { AppError, type ErrorCode, ERRORS } from './app-error.js';
import type { ErrorDto } from './error.dto.js';
import { isDatabaseUnavailable, isOwnerGone } from './database-errors.js';

const BY_STATUS: Partial<Record<number, ErrorCode>> = {
  400: 'bad_request',
  401: 'not_signed_in',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  503: 'unavailable',
};

/** After how many seconds a refused request may be repeated. */
const RETRY_AFTER_S: Partial<Record<string, number>> = {
  request_in_progress: 2,
  // Longer than any request to Google may take.
  post_being_sent: 10,
  // Firebase refuses without naming a time.
  'auth/too-many-requests': 60,
};

/** Translates the errors of Nest and Express; an unknown error becomes `internal`. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isOwnerGone(error)) return AppError.of('not_signed_in', error);
  if (isDatabaseUnavailable(error)) return AppError.of('unavailable', error);
  if (typeof error === 'object' && error !== null) {
    const status =
      error instanceof HttpException
        ? error.getStatus()
        : 'status' in error && typeof error.status === 'number'
          ? error.status
          : 500;
    const code = BY_STATUS[status] ?? (status >= 400 && status < 500 ? 'bad_request' : 'internal');
    return AppError.of(code, error);
  }
  return AppError.of('internal', error);
}

/**
 * The only place where an error becomes an HTTP answer. It stores the code for the request's log line and logs unexpected
 * failures with their causes.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const error = toAppError(thrown);
    const requestId = response.locals.requestId as string;
    response.locals.errorCode = error.code;
    if (error !== thrown && error.status >= ERRORS.internal[0])
      this.logger.error({ event: 'request.failed', err: error.cause });
    if (response.headersSent) return void response.end();
    const body: ErrorDto = {
      statusCode: error.status,
      code: error.code,
      message: error.message,
      requestId,
      ...(error.errors && { errors: error.errors }),
      ...(error.conflicts && { conflicts: error.conflicts }),
    };
    const retryAfter = error.retryAfterS ?? RETRY_AFTER_S[error.code];
    if (retryAfter !== undefined && !response.hasHeader('Retry-After'))
      response.setHeader('Retry-After', retryAfter);
    response.status(error.status).json(body);
  }
}
