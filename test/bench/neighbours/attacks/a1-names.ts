import type { DeliveryListDto } from '../../../../dist/server/notices/channels/channel.dto.js';
import type { Attack, Attacker, Target } from '../neighbours-target.ts';

/** Two people with four each, of which each is tested again as soon as the last test has ended: an early one would count. */
const PEOPLE = 2;
const WEBHOOKS_EACH = 4;
/** As the server answers a test while another one is under way. */
const UNDER_WAY = 409;

/** Webhooks whose names no name server answers for. */
export const attack: Attack = async (target) => {
  const channels: { person: Attacker; id: string }[] = [];
  for (const [number, person] of target.crowd.slice(0, PEOPLE).entries())
    for (let index = 0; index < WEBHOOKS_EACH; index += 1) {
      const url = `https://hooks-${index}.slow-${number}.example.com/`;
      const channel = { method: 'POST', path: '/api/channels', body: { kind: 'webhook', url } };
      const { id } = (await target.expect(201, person, channel)) as { id: string };
      channels.push({ person, id });
    }
  target.begun();
  await Promise.all(channels.map(({ person, id }) => target.loop(() => test(target, person, id))));
};

/** Sends a test unless one is under way. */
async function test(target: Target, person: Attacker, id: string): Promise<{ status: number }> {
  const path = `/api/deliveries?channelId=${id}&limit=1`;
  const listed = await target.ask('last test', person, { path });
  if (listed.status !== 200) return listed;
  const [last] = (JSON.parse(listed.body) as DeliveryListDto).items;
  if (last && last.endedAt === null) return { status: UNDER_WAY };
  return target.ask('test of a webhook', person, { method: 'POST', path: `/api/channels/${id}/test` });
}
