/** What became of one try to send a delivery. */
export type SendOutcome =
  | { is: 'delivered'; code?: number; answer?: string }
  /** It may be tried again. */
  | { is: 'retry'; code?: number; answer: string }
  /** No further try would help. `pause`: why the channel is paused as well, as a sentence for its person. */
  | { is: 'failed'; code?: number; answer: string; pause?: string };
