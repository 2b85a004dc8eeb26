export const PROJECT = 'demo-shingle';
export const PASSWORD = 'correct horse';

/** What an Identity Toolkit call answers, as far as the tests look. */
export interface Answer {
  localId?: string;
  idToken?: string;
  refreshToken?: string;
  error?: { code: number; message: string };
}

/** Identity Toolkit calls as the product makes them, and the emulator's own. */
export function clientOf({ host }: { host: string }) {
  const send = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`http://${host}/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(path.includes('/projects/') && ADMIN) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Answer;
  };
  const call = (method: string, body: object) =>
    send('POST', `identitytoolkit.googleapis.com/v1/accounts:${method}?key=any`, body);
  return {
    send,
    call,
    signUp: (email: string) =>
      call('signUp', { email, password: PASSWORD, displayName: 'Ada', returnSecureToken: true }),
    signIn: (email: string, password = PASSWORD) =>
      call('signInWithPassword', { email, password, returnSecureToken: true }),
    signInWithGoogle: (claims: { sub: string; email: string; email_verified: boolean; name?: string }) =>
      call('signInWithIdp', {
        postBody: String(new URLSearchParams({ id_token: JSON.stringify(claims), providerId: 'google.com' })),
        requestUri: 'http://localhost',
        returnSecureToken: true,
      }),
    protectEmails: (enableImprovedEmailPrivacy: boolean) =>
      send('PATCH', `emulator/v1/projects/${PROJECT}/config`, {
        emailPrivacyConfig: { enableImprovedEmailPrivacy },
      }),
    /** All accounts, settings and open codes. */
    everything: () =>
      Promise.all([
        send(
          'GET',
          `identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:batchGet?maxResults=1000`,
        ),
        send('GET', `emulator/v1/projects/${PROJECT}/config`),
        send('GET', `emulator/v1/projects/${PROJECT}/oobCodes`),
      ]),
  };
}

const ADMIN = { authorization: 'Bearer owner' };
