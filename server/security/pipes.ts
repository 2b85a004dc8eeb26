import { Injectable, type PipeTransform, type ValidationError, ValidationPipe } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { AppError, type FieldError } from '../errors/app-error.js';
import { gatherRulesOnce } from './validation-rules.js';

gatherRulesOnce();

/** Flattens class-validator's tree into one line per field: the first broken rule, under the field's full path. */
export function toFieldErrors(faults: ValidationError[], parent = ''): FieldError[] {
  return faults.flatMap((fault) => {
    const field = parent ? `${parent}.${fault.property}` : fault.property;
    const [message] = Object.entries(fault.constraints ?? {}).map(([rule, words]) =>
      rule === 'whitelistValidation' ? 'This field is not known here' : words,
    );
    return [...(message ? [{ field, message }] : []), ...toFieldErrors(fault.children ?? [], field)];
  });
}

/** Checks every body and query against its DTO: unknown fields and wrong types are a 400 that names them. */
export const validationPipe = new ValidationPipe({
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: true,
  stopAtFirstError: true,
  validationError: { target: false, value: false },
  exceptionFactory: (faults) => AppError.invalid(toFieldErrors(faults)),
});

/** A path id that is no UUID belongs to nothing: 404, like an unknown one. */
@Injectable()
export class UuidPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isUUID(value)) throw AppError.of('not_found');
    return value;
  }
}
