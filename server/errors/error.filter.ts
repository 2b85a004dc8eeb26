import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { AppError, type ErrorCode, ERRORS } from './app-error.js';
import type { ErrorDto } from './error.dto.js';

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

/** Translates what Nest and Express themselves throw; whatever is unknown becomes `internal`. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
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

/** The only place where an error becomes an HTTP answer. Answers of 500 and above are logged with their cause. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const error = toAppError(thrown);
    const requestId = response.getHeader('X-Request-Id') as string;
    if (error.status === ERRORS.internal[0])
      this.logger.error(`${requestId} ${String(error.cause)}`, (error.cause as Error | undefined)?.stack);
    if (response.headersSent) return void response.end();
    const body: ErrorDto = {
      statusCode: error.status,
      code: error.code,
      message: error.message,
      requestId,
      ...(error.errors && { errors: error.errors }),
    };
    response.status(error.status).json(body);
  }
}
