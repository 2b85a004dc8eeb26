/** The id of the workspace that was made with a person's account. */
export function ownWorkspaceOf(uid: string): string {
  return uid;
}
