import { useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** One part of what a view keeps in the address: its parameter, and how its value is read and written. */
export interface AddressPart<Value> {
  parameter: string;
  /** Reads the parameter; an empty text if the address has none. What is unknown counts as absent. */
  read: (text: string) => Value;
  /** The text for a value, or undefined to leave the parameter out. */
  write: (value: Value) => string | undefined;
}

/** The parts of a view's address by name. */
export type AddressSchema<Address> = { readonly [Name in keyof Address]: AddressPart<Address[Name]> };

/** What an address holds by its schema. */
export type AddressOf<Schema> = {
  [Name in keyof Schema]: Schema[Name] extends AddressPart<infer Value> ? Value : never;
};

/** A text, for example an id or, with `isValid`, a day. */
export function textPart(
  parameter: string,
  isValid: (text: string) => boolean = (text) => text !== '',
): AddressPart<string | undefined> {
  return {
    parameter,
    read: (text) => (isValid(text) ? text : undefined),
    write: (value) => value,
  };
}

/** Yes or no. */
export function flagPart(parameter: string): AddressPart<boolean> {
  return { parameter, read: (text) => text === 'yes', write: (value) => (value ? 'yes' : undefined) };
}

/**
 * One of a set of words.
 * @param usual the value without the parameter. The address leaves it out.
 */
export function choicePart<Choice extends string, Usual extends Choice | undefined = undefined>(
  parameter: string,
  choices: readonly Choice[],
  usual?: Usual,
): AddressPart<Choice | Usual> {
  return {
    parameter,
    read: (text) => choices.find((choice) => choice === text) ?? (usual as Usual),
    write: (value) => (value === usual ? undefined : value),
  };
}

/** The same part for values that are the server's, in upper case. The address has them in lower case. */
export function inLowerCase<Value>({ parameter, read, write }: AddressPart<Value>): AddressPart<Value> {
  return {
    parameter,
    read: (text) => read(text.toUpperCase()),
    write: (value) => write(value)?.toLowerCase(),
  };
}

/**
 * What a view keeps in the address, so that Reload, Back and links restore it. Other parameters of the address stay.
 * @returns the `address`, and functions that take the parts that change
 */
export function useAddress<Address extends object>(schema: AddressSchema<Address>) {
  const [query, setQuery] = useSearchParams();
  // A change may follow another one before that is drawn. React Router would still give it the query that is drawn.
  const latest = useRef(query);
  useLayoutEffect(() => {
    latest.current = query;
  }, [query]);
  const parts = Object.entries(schema) as [keyof Address, AddressPart<Address[keyof Address]>][];
  const read = (from: URLSearchParams): Address =>
    Object.fromEntries(
      parts.map(([name, part]) => [name, part.read(from.get(part.parameter) ?? '')]),
    ) as Address;

  const withParts = (from: URLSearchParams, next: Partial<Address>): URLSearchParams => {
    const target = new URLSearchParams(from);
    const wanted = { ...read(from), ...next };
    for (const [name, part] of parts) {
      const text = part.write(wanted[name]);
      if (text === undefined) target.delete(part.parameter);
      else target.set(part.parameter, text);
    }
    return target;
  };

  return {
    address: read(query),
    /**
     * Replaces the address or, with `isStep`, adds an entry to the history.
     * @param next the parts that change, or what they are for an address that may not be drawn yet
     */
    change: (
      next: Partial<Address> | ((current: Address) => Partial<Address>),
      { isStep = false } = {},
    ): void => {
      const changes = typeof next === 'function' ? next(read(latest.current)) : next;
      latest.current = withParts(latest.current, changes);
      setQuery(latest.current, {
        replace: !isStep,
        preventScrollReset: true,
        // Otherwise a chosen radio or option jumps back until the view is drawn.
        flushSync: !isStep,
      });
    },
    linkTo: (next: Partial<Address>): string => `?${withParts(query, next)}`,
  };
}
