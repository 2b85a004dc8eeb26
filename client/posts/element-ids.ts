import type { Post } from './post-words';

/** The button of a post in a list that is always there, to move focus to. */
export function viewButtonId({ id }: Post): string {
  return `view-post-${id}`;
}

/** The same in the list of posts at risk, which may stand before another list. */
export function heldViewButtonId({ id }: Post): string {
  return `view-held-post-${id}`;
}

/** The post in the month grid. */
export function chipId({ id }: Post): string {
  return `post-chip-${id}`;
}

/** What stands for a day, `yyyy-mm-dd`, in a month and takes focus: its button in the grid, its head in the agenda. */
export function dayId(day: string): string {
  return `day-${day}`;
}

/** The text of a post in a list, which tells its buttons apart. */
export function contentId({ id }: Post): string {
  return `post-content-${id}`;
}
