import { PEOPLE } from '../support/google-simulator.ts';
import { Person } from './person.ts';
import type { Belongings } from './right-request.ts';
import type { Sender } from './send.ts';

/** Only what belongs to a victim says so. */
export const CANARY = 'Canary song at dawn';

/** Everybody who takes part. */
export interface Cast {
  /** Two who send requests: one with sample data, one connected. */
  senders: Person[];
  /** Two of their like who send none, whose data must stay as it is and must be seen by nobody. */
  victims: Person[];
  victimIds: string[];
  /** What belongs to the victims. */
  foreign: Belongings;
}

export async function gatherCast(sender: Sender, host: string): Promise<Cast> {
  const person = async (google?: string): Promise<Person> => {
    const made = new Person(sender, host, google);
    await made.begin();
    await made.learn();
    return made;
  };
  const [sample, connected, victim, sampleVictim] = await Promise.all([
    person(),
    person(PEOPLE.idris),
    person(PEOPLE.tamsin),
    person(),
  ]);
  const victims = [victim, sampleVictim];
  for (const each of victims) await leaveCanary(each);
  return {
    senders: [sample, connected],
    victims,
    victimIds: await Promise.all(victims.map(uidOf)),
    foreign: { ...victim.belongings, posts: victims.flatMap(({ belongings }) => belongings.posts) },
  };
}

/** Gives them posts that nobody else may see, at each of their places that takes some. */
async function leaveCanary(person: Person): Promise<void> {
  const { belongings } = person;
  belongings.posts = [];
  for (const locationId of belongings.locations) {
    const { status, text } = await person.schedule(locationId, `${CANARY} at ${locationId}`);
    if (status === 201) belongings.posts.push((JSON.parse(text) as { id: string }).id);
  }
  if (belongings.posts.length === 0) throw new Error('The victims have nothing to hide.');
}

async function uidOf(person: Person): Promise<string> {
  return (JSON.parse((await person.ask('GET', '/api/auth/profile')).text) as { uid: string }).uid;
}
