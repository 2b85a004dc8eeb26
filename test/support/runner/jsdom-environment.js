import { TestEnvironment } from 'jest-environment-jsdom';

/** A British page, with what every browser has and jsdom lacks: Node's own serve. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, {
      TextEncoder,
      TextDecoder,
      fetch,
      Request,
      Response,
      Headers,
      AbortController,
      AbortSignal,
      BroadcastChannel,
      structuredClone,
      ReadableStream,
      WritableStream,
      TransformStream,
    });
    Object.defineProperty(this.global.navigator, 'language', { get: () => 'en-GB', configurable: true });
  }
}
