import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, IsString, MaxLength, Min, ValidateBy } from 'class-validator';

/** The most that a list answers at a time, unless it allows more. */
export const MAX_PAGE = 100;

/** Takes white space off both ends before the other rules look. */
export function Trimmed(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));
}

/** Where a list answers more than others at a time. */
interface LongerPages {
  most: number;
  /** Whether a query, of which nothing has been checked yet, may ask for that many. */
  isAllowedFor: (query: object) => boolean;
  /** Which queries those are; ends the sentence of a refusal. */
  words: string;
}

/** `limit` of a list: a whole number from 1 to 100, or to the most of longer pages, as text in the query. */
export function PageLimit(longer?: LongerPages): PropertyDecorator {
  const most = longer?.most ?? MAX_PAGE;
  const message = `Limit must be from 1 to ${MAX_PAGE}${longer ? `, or to ${most} ${longer.words}` : ''}`;
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

/** An optional text in the query, at most 200 characters. `name` begins the sentence of a refusal. */
export function QueryText(name: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ maxLength: 200 }),
    IsOptional(),
    MaxLength(200, { message: `${name} must be at most 200 characters` }),
    IsString({ message: `${name} must be one text` }),
  );
}
