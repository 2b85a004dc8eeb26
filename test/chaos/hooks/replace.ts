import { registerHooks } from 'node:module';

/** From now on modules whose address ends so are loaded with other text. @throws Error at loading, unless it has the text */
export function replace(end: string, from: string, to: string): void {
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      if (!url.endsWith(end)) return loaded;
      const source = Buffer.from(loaded.source as Uint8Array).toString();
      if (!source.includes(from)) throw new Error(`${end} has no text ${from}`);
      return { ...loaded, source: source.replace(from, to) };
    },
  });
}
