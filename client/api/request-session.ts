/** Which of the sessions of this page is the present one; one without anybody signed in counts as well. */
let current = 0;

/** What requests are made under: an answer says nothing about a session that has begun since. */
export function requestSession(): number {
  return current;
}

/** From now on requests are made under another session. */
export function beginRequestSession(): void {
  current++;
}
