import { parseClean } from './clean-json.js';

/**
 * The body of another service's response as JSON without what cannot be stored; undefined when it is not JSON.
 * @throws Error when it is longer than `maxBytes`: no service may fill the memory
 */
export async function readResponseJson(response: Response, maxBytes: number): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error('the response is too large');
    chunks.push(chunk);
  }
  try {
    return parseClean(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}
