import {
  Injectable,
  type PipeTransform,
  type ValidationError,
  ValidationPipe,
  applyDecorators,
} from '@nestjs/common';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  isUUID,
  IsInt,
  IsOptional,
  IsString,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
  IsObject,
  ValidateNested,
} from 'class-validator';
import { figure } from '../config/figure.js';
import { AppError, type FieldError } from '../errors/app-error.js';
import { isName } from './clean-json.js';
import { hasVisible } from './visible-text.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';

/** Flattens class-validator's tree into one line per field: the first broken rule, under the field's full path. */
export function toFieldErrors(faults: ValidationError[], parent = ''): FieldError[] {
  return faults.flatMap((fault) => {
    const field = parent ? `${parent}.${fault.property}` : fault.property;
    const [message] = Object.entries(fault.constraints ?? {}).map(([rule, words]) =>
      rule === 'whitelistValidation' ? 'This field isn’t known here' : words,
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

/** The longest page of a list, unless the list allows more. */
export const MAX_PAGE = 100;

/** Removes white space at both ends before the other rules run. */
export function Trimmed(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));
}

/** A text that is shown and sent as one line. `name` begins the sentence of a refusal. */
export function OneLine(name: string): PropertyDecorator {
  return ValidateBy({
    name: 'oneLine',
    validator: {
      validate: (text) => typeof text !== 'string' || isName(text),
      defaultMessage: () => `${name} must be one line without control characters`,
    },
  });
}

/** Removes white space at both ends. A text of which nothing can be seen becomes null, which removes the value. */
export function Clearable(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? (hasVisible(value) ? value.trim() : null) : value,
  );
}

/** For a list with longer pages than others. */
interface LongerPages {
  most: number;
  /** Whether a query, before validation, may ask for that many. */
  isAllowedFor: (query: object) => boolean;
  /** Names these queries; ends the sentence of a refusal. */
  words: string;
}

/** Checks a field only if it is there. Null is not a value of it, unlike with `IsOptional`. */
export function IfGiven(): PropertyDecorator {
  return ValidateIf((_body, value) => value !== undefined);
}

/** `limit` of a list: a whole number from 1 to 100, or to the most of longer pages, as text in the query. */
export function PageLimit(longer?: LongerPages): PropertyDecorator {
  const most = longer?.most ?? MAX_PAGE;
  const message = `Limit must be from 1 to ${MAX_PAGE}${longer ? `, or to ${figure(most)} ${longer.words}` : ''}`;
  const isWithin = (limit: unknown, query: object): boolean =>
    typeof limit === 'number' && limit <= (longer?.isAllowedFor(query) ? most : MAX_PAGE);
  return applyDecorators(
    ApiPropertyOptional({ type: 'integer', format: 'int32', minimum: 1, maximum: most }),
    IsOptional(),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
    ),
    ValidateBy(
      { name: 'pageLimit', validator: { validate: (limit, args) => isWithin(limit, args?.object ?? {}) } },
      { message },
    ),
    Min(1, { message }),
    IsInt({ message: 'Limit must be a whole number' }),
  );
}

/** The longest id of a location. */
export const MAX_LOCATION_ID = 200;

/** Ids of locations in the query, separated by commas. A key that is there twice comes as a list, which is refused. */
export function LocationIds(most: number, { required = true } = {}): PropertyDecorator {
  const each = `Each location must be an id of at most ${MAX_LOCATION_ID} characters`;
  const message = 'Locations must be ids, separated by commas';
  const maxLength = most * MAX_LOCATION_ID;
  return applyDecorators(
    ApiProperty({ type: 'string', minLength: 1, maxLength, name: 'locationIds', required }),
    ...(required ? [] : [IsOptional()]),
    MaxLength(MAX_LOCATION_ID, { each: true, message: each }),
    ArrayMaxSize(most, { message: `At most ${most} locations can be asked for at once` }),
    ArrayMinSize(1, { message: 'At least one location is required' }),
    IsString({ each: true, message }),
    IsArray({ message }),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? value.split(',').filter(Boolean) : value === undefined ? value : false,
    ),
  );
}

/** An optional text in the query, at most 200 characters. `name` begins the sentence of a refusal. */
export function QueryText(name: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ maxLength: 200 }),
    IsOptional(),
    MaxLength(200, { message: `${name} must be at most 200 characters` }),
    IsString({ message: `${name} must be one text` }),
  );
}

/** A nested object with rules of its own. (`ValidateNested` alone lets a missing value and an empty list pass.) */
export function Nested(type: () => new () => object, message: string): PropertyDecorator {
  return applyDecorators(ValidateNested({ message }), IsObject({ message }), Type(type));
}
