import type { APIRequestContext } from '@playwright/test';
import { controlOf } from 'gbp-simulator';

/** The header that a browser sends with requests of the page. */
export const FROM_OUR_PAGE = { 'Sec-Fetch-Site': 'same-origin' };

/** Of the chain's desks, some that get no post. */
const SUSPENDED = ['Fairlead Travel Athina 2', 'Fairlead Travel Denver 5'];
const UNVERIFIED = ['Fairlead Travel Bristol 7', 'Fairlead Travel Madrid 3', 'Fairlead Travel Tokyo 11'];
const CLOSED = ['Fairlead Travel Galway 4'];

/** Connects a person who has just signed up to a chain of 500 travel desks in 20 countries, some of which cannot post. */
export async function connectChain(request: APIRequestContext, google: string): Promise<void> {
  const session = await request.get('/api/auth/session', { headers: FROM_OUR_PAGE });
  const { user } = (await session.json()) as { user: { uid: string } };
  const { world } = controlOf(google);
  const { email } = await world.openPrivateWorld({ world: 'abroad', owner: user.uid });
  const locations = await world.locations({ email });
  const idOf = (title: string): string => {
    const found = locations.find(({ fields }) => fields.title === title);
    if (!found) throw new Error(`The practice Google has no location ${title}.`);
    return found.id;
  };
  for (const title of SUSPENDED)
    await world.setVerification({ location: idOf(title), verification: 'SUSPENDED' });
  for (const title of UNVERIFIED)
    await world.setVerification({ location: idOf(title), verification: 'UNVERIFIED' });
  for (const title of CLOSED)
    await world.editByOwner({
      location: idOf(title),
      fields: { openInfo: { status: 'CLOSED_PERMANENTLY' } },
    });
  await request.post('/api/practice', { headers: FROM_OUR_PAGE, data: { world: 'abroad' } });
}
