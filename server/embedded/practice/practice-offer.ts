/** Whether nothing of Firebase or Google was set up: an empty variable counts as not set. Ask before anything is embedded. */
export function isPracticeOffered(environment: Record<string, string | undefined>): boolean {
  return !Object.entries(environment).some(([name, value]) => value && /^(FIREBASE|GOOGLE)_/.test(name));
}
