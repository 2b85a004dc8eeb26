import type { Call } from 'gbp-simulator';
import type { AskedCampaign, MadeCampaign } from './campaign-tab.ts';

/** A post as it was seen at Google, also when it is gone by now. */
export interface SeenPost {
  name: string;
  locationId: string;
  summary: string;
}

/** Everything that is known of campaigns when all is over. */
export interface CampaignsEvidence {
  made: MadeCampaign[];
  asked: AskedCampaign[];
  /** All posts that were ever seen at Google, and the names of those that are there now. */
  seen: SeenPost[];
  there: ReadonlySet<string>;
  /** The requests to create posts. */
  creates: Call[];
  /** The names of the posts that the owner made in Google's own manager. */
  owners: string[];
  /** What the product says of each campaign in the end. */
  ends: { id: string; state: string; leftovers: string[] }[];
}

/** Each is a list of sentences; empty is right. */
export interface CampaignsVerdict {
  /** A post that its owner made at Google is gone. */
  deleted: string[];
  /** More posts began to be sent after an acknowledged change, pause or undo than the answer had named. */
  late: string[];
  /** An undone campaign has left posts that it does not name. */
  left: string[];
}

/** Compares what came to Google with what was acknowledged, and what is there with what the product says. */
export function judgeCampaigns({
  made,
  asked,
  seen,
  there,
  creates,
  owners,
  ends,
}: CampaignsEvidence): CampaignsVerdict {
  const verdict: CampaignsVerdict = { deleted: [], late: [], left: [] };
  for (const name of owners) if (!there.has(name)) verdict.deleted.push(`${name} is gone`);
  const ours = seen.filter(({ name }) => !owners.includes(name));
  const sentAt = new Map(creates.map(({ accepted, at }) => [accepted, Date.parse(at)]));
  for (const { id, text } of made) {
    const acts = asked.filter((each) => each.id === id);
    const texts = [text, ...acts.flatMap((act) => act.text ?? [])];
    const posts = ours.filter(({ summary }) => texts.includes(summary));
    for (const act of acts) {
      if (act.status !== 200 || act.act === 'resume') continue;
      const against = posts.filter((post) => {
        const at = sentAt.get(post.name) ?? 0;
        if (at <= act.to) return false;
        if (act.act === 'undo campaign') return true;
        if (act.act === 'pause') return !isResumed(acts, act, at);
        // Another tab may have given it another text since then, or at the same time.
        const newer = acts
          .filter((other) => other.act === act.act && other.to >= act.from)
          .map((other) => other.text);
        return !newer.includes(post.summary);
      });
      if (against.length > act.beingSent)
        verdict.late.push(
          `${id}: ${against.length} posts after ${act.act} at ${new Date(act.to).toISOString()}, which named ${act.beingSent}: ${against
            .map(
              ({ name, summary }) =>
                `${name} “${summary}” at ${new Date(sentAt.get(name) ?? 0).toISOString()}`,
            )
            .join(', ')}`,
        );
    }
    const end = ends.find((each) => each.id === id);
    if (!acts.some((act) => act.act === 'undo campaign' && act.status === 200)) continue;
    if (end?.state !== 'undone') verdict.left.push(`${id} is ${end?.state ?? 'unknown'}`);
    for (const { name, locationId } of posts)
      if (there.has(name) && !end?.leftovers.includes(locationId)) verdict.left.push(`${name} of ${id}`);
  }
  return verdict;
}

/** Whether somebody may have let it go out again between a pause and that moment. */
function isResumed(acts: AskedCampaign[], pause: AskedCampaign, at: number): boolean {
  return acts.some(({ act, from, to }) => act === 'resume' && to >= pause.from && from <= at);
}
