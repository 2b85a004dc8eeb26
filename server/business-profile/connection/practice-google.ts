/**
 * Provided only where Google is the simulator of this machine. Connections made there are marked as practice; a server
 * without it takes them for lost and never shows their grants to the real Google.
 */
export abstract class PracticeGoogle {
  /** Whether people may connect to it, or try the demo, with one click. */
  abstract readonly isOffered: boolean;
}
