/** A character that can be seen, by the rule of the API (`server/security/visible-text.ts`). */
const VISIBLE = /[^\u{16fe4}\s\p{Z}\p{Cc}\p{DI}\p{NChar}\u2800\ufff9-\ufffb\u{13430}-\u{1343f}\u{1d159}]/u;

/** Those characters that cannot be seen and take no room: white space does. */
const NO_ROOM = /[\p{DI}\p{NChar}\ufff9-\ufffb]/gu;

/** Whether a person sees nothing of a text: it is empty, or has only white space and invisible characters. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/** A text without the unseen characters that take no room. White space stays. */
export function withoutUnseen(text: string): string {
  return text.replace(NO_ROOM, '');
}
