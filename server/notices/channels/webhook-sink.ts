/** Where a sink is reached. */
export interface SinkPlace {
  /** What the addresses that it takes begin with. */
  address: string;
  /** The path of the pages that show what came. */
  page: string;
}

/** A webhook's message, as it would go over the network. */
export interface SinkMessage {
  address: string;
  headers: Readonly<Record<string, string | number>>;
  body: string;
  /** What the person was given to check the signature with. */
  secret: string;
}

/**
 * Takes the messages to addresses of its own in the process, so that webhooks can be tried without a receiver. The embedded
 * start alone has one; without it every message goes to the network, by the rules of `webhook-sender.ts`.
 */
export abstract class WebhookSink {
  abstract readonly place: SinkPlace;

  /** Whether a webhook's address is one of its own. */
  abstract takes(address: string): boolean;

  /** Takes a message as a receiver would. It never throws. @returns the HTTP status and the text of its answer */
  abstract take(message: SinkMessage): { code: number; answer: string };
}
