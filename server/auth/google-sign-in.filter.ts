import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Request, Response } from 'express';
import { AppError } from '../errors/app-error.js';
import { ErrorFilter } from '../errors/error.filter.js';
import { resultPage } from './google-sign-in.service.js';

/** A popup would show the API's answer as it is: who comes too often is led to the page that tells its opener instead. */
@Catch()
export class GoogleSignInFilter implements ExceptionFilter {
  private readonly errors = new ErrorFilter();

  catch(thrown: unknown, host: ArgumentsHost): void {
    const { attempt } = host.switchToHttp().getRequest<Request>().query;
    const isTooOften = thrown instanceof AppError && thrown.code === 'auth/too-many-requests';
    if (!isTooOften || typeof attempt !== 'string' || !isUUID(attempt, '4'))
      return this.errors.catch(thrown, host);
    host.switchToHttp().getResponse<Response>().redirect(resultPage(thrown.code, attempt));
  }
}
