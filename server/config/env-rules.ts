import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min, ValidateBy } from 'class-validator';

const ON = ['on', 'true', '1'];
const OFF = ['off', 'false', '0'];

/** Turns `on`/`off` (or true/false, 1/0) into a boolean; anything else stays as it is and fails validation. */
export function Switch(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => {
    if (typeof value !== 'string') return value;
    const word = value.toLowerCase();
    if (ON.includes(word)) return true;
    return OFF.includes(word) ? false : value;
  });
}

/** A whole number from `min` to `max`. Digits become a number; anything else stays as it is and fails validation. */
export function WholeNumber(min: number, max: number): PropertyDecorator {
  const message = `must be from ${min} to ${max}`;
  return applyDecorators(
    IsInt({ message: 'must be a whole number' }),
    Min(min, { message }),
    Max(max, { message }),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
    ),
  );
}

/** This machine, as a host of an address. */
export const LOOPBACK = Object.freeze(['localhost', '127.0.0.1', '[::1]']);

/** An address of another service, without a slash at its end: https, or plain http on this machine. */
export function ServiceAddress(): PropertyDecorator {
  return ValidateBy(
    { name: 'serviceAddress', validator: { validate: isServiceAddress } },
    { message: 'must be an https address without a query or a slash at its end (http only on this machine)' },
  );
}

function isServiceAddress(value: unknown): boolean {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (!url || url.search || url.hash || url.username || url.password || url.href.endsWith('/')) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname));
}

/** A text in which this finds no fault; a refusal never shows the text. */
export function Faultless(faultOf: (text: string) => string | undefined): PropertyDecorator {
  return ValidateBy({
    name: 'faultless',
    validator: {
      validate: (value: unknown) => faultOf(String(value)) === undefined,
      defaultMessage: (args) => faultOf(String(args?.value)) ?? '',
    },
  });
}
