/** What a release is made from. */
export interface Release {
  /** The name of the tag, such as v0.2.0. */
  tag: string;
  /** The version that each file says, by the file's name. */
  versions: Record<string, string | undefined>;
  /** The text of CHANGELOG.md. */
  changelog: string;
}

/**
 * The notes of a release: what the changelog says of its version, without the heading.
 * @throws Error in a sentence when the tag, a file or the changelog says another version, or nothing was written
 */
export function notesOf({ tag, versions, changelog }: Release): string {
  const version = /^v(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/.exec(tag)?.[1];
  if (version === undefined) throw new Error(`The tag ${tag} is not a version such as v1.2.3.`);
  for (const [file, said] of Object.entries(versions))
    if (said !== version) throw new Error(`The tag is ${tag}, and ${file} says ${said ?? 'no version'}.`);
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((each) => each.startsWith(`[${version}] - `));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section “## [${version}] - date”.`);
  const notes = section.slice(section.indexOf('\n')).trim();
  if (notes === '') throw new Error(`CHANGELOG.md says nothing of ${version}.`);
  return `${notes}\n`;
}
