/**
 * What the objects of a class of the product have in the server process that this file is loaded into.
 * @param module the file of the class in the server's folder, without its ending
 */
export async function methodsOf<Methods>(module: string, name: string): Promise<Methods> {
  const loaded = (await import(`${process.env.CHAOS_SERVER}/${module}.js`)) as {
    [name: string]: { prototype: Methods };
  };
  return loaded[name]!.prototype;
}

type Method = (...given: never[]) => Promise<unknown>;

/** From now on something is done first whenever a method is called. */
export function before<Name extends string, Methods extends Record<Name, Method>>(
  methods: Methods,
  name: Name,
  first: (...given: Parameters<Methods[Name]>) => unknown,
): void {
  const own: Method = methods[name];
  const changed = async function (this: unknown, ...given: Parameters<Methods[Name]>) {
    await first(...given);
    return own.apply(this, given);
  };
  Object.assign(methods, { [name]: changed });
}

/** From now on something is done with what has come of a method before it is returned. */
export function after<Name extends string, Methods extends Record<Name, Method>>(
  methods: Methods,
  name: Name,
  then: (result: Awaited<ReturnType<Methods[Name]>>, ...given: Parameters<Methods[Name]>) => unknown,
): void {
  const own: Method = methods[name];
  const changed = async function (this: unknown, ...given: Parameters<Methods[Name]>) {
    const result = (await own.apply(this, given)) as Awaited<ReturnType<Methods[Name]>>;
    await then(result, ...given);
    return result;
  };
  Object.assign(methods, { [name]: changed });
}
