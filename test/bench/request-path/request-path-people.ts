import { request } from 'node:http';
import type { Request } from 'autocannon';

/** How many sign-ups are under way at a time. */
const AT_ONCE = 20;

/** Somebody who is signed in. */
export interface Person {
  uid: string;
  /** What the server calls itself. */
  host: string;
  /** Name and value of the session cookie. */
  cookie: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Signs so many people up, as fast as the server takes them. */
export async function signUpPeople(origin: string, host: string, count: number): Promise<Person[]> {
  const people: Person[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++)
      people[number] = await signUp(origin, host, number);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return people;
}

/** Asks as the load does; fetch would not let `Host` be chosen. */
export async function ask(origin: string, { method, path, headers = {}, body }: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, origin), { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
          ),
          body: text,
        }),
      );
    });
    asked.on('error', reject).end(body);
  });
}

async function signUp(origin: string, host: string, number: number): Promise<Person> {
  const person = {
    fullName: `Person ${number}`,
    email: `person-${number}@example.com`,
    password: 'correct horse battery',
  };
  const { status, headers, body } = await ask(origin, {
    method: 'POST',
    path: '/api/auth/signup',
    headers: { Host: host, 'Content-Type': 'application/json' },
    body: JSON.stringify(person),
  });
  if (status !== 200) throw new Error(`Signing up answered ${status}: ${body}`);
  const [cookie = ''] = (headers['set-cookie'] ?? '').split(';');
  const { user } = JSON.parse(body) as { user: { uid: string } };
  return { uid: user.uid, host, cookie };
}
