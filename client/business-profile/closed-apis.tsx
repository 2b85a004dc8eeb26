import type { Schemas } from '../api/client';
import { dateTimeWords } from '../lib/time-words';
import { viewerTimeZone } from '../lib/wall-time';
import { viewUrl } from '../lib/views';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { ButtonLink, ExternalLink } from '../ui/basics/button';
import { Panel } from '../ui/layout/panel';
import { useConnection } from './use-connection';

type ClosedApi = Schemas['ClosedApiDto'];
type Name = ClosedApi['api'];

interface Words {
  /** What people do with it. */
  title: string;
  /** As Google calls it. */
  google: string;
  /** What does not work, as the end of a sentence that begins with “Google doesn’t let this server”. */
  what: string;
  until: string;
}

const WORDS: Readonly<Record<Name, Readonly<Words>>> = Object.freeze({
  v4: {
    title: 'Posts and reviews',
    google: 'Google My Business API',
    what: 'publish posts or read reviews',
    until:
      'Until then, posts and replies wait, and are sent as soon as Google allows it. Everything else works.',
  },
  performance: {
    title: 'Figures',
    google: 'Business Profile Performance API',
    what: 'read figures',
    until: 'Until then, Statistics shows nothing new. Everything else works.',
  },
  verifications: {
    title: 'Verified locations',
    google: 'My Business Verifications API',
    what: 'see which locations are verified',
    until: 'Until then, some locations may show as not verified. Everything else works.',
  },
  accounts: {
    title: 'Accounts',
    google: 'My Business Account Management API',
    what: 'read your accounts',
    until: 'Until then, nothing can be read, saved or published.',
  },
  information: {
    title: 'Locations',
    google: 'My Business Business Information API',
    what: 'read your locations',
    until: 'Until then, nothing can be read, saved or published.',
  },
});

const FORM = 'https://developers.google.com/my-business/content/prereqs';

/** Above a view: what it lacks because Google doesn’t let this server use an API. Renders nothing where Google does. */
export function ClosedApiBanner({ api }: { api: Name }) {
  const { connection } = useConnection();
  // A connection that doesn’t work at all says so itself.
  if (connection?.state !== 'connected' || !connection.closedApis.some((closed) => closed.api === api))
    return null;
  const { what, until } = WORDS[api];
  return (
    <Banner
      tone="warning"
      action={
        <ButtonLink to={viewUrl('setup')} size="small">
          What to do
        </ButtonLink>
      }
    >
      Google doesn’t let this server {what} yet. {until}
    </Banner>
  );
}

/** What Google doesn’t let this server do, API by API, and what its operator can do. Renders nothing where all is well. */
export function ClosedApis({ closed }: { closed: readonly ClosedApi[] }) {
  if (closed.length === 0) return null;
  return (
    <Panel title="What Google doesn’t let this server do yet">
      <ul className={common.stack4}>
        {closed.map((api) => (
          <li key={api.api} className={common.stack2}>
            <OneClosedApi {...api} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function OneClosedApi({ api, state, since, askedAt }: ClosedApi) {
  const { title, google, until } = WORDS[api];
  const at = (instant: string) => (
    <time dateTime={instant}>{dateTimeWords(new Date(instant), viewerTimeZone())}</time>
  );
  return (
    <>
      <h3>{title}</h3>
      <p>
        The {google}{' '}
        {state === 'no_quota' ? 'doesn’t accept calls from this server' : 'isn’t enabled for this server'}.{' '}
        {until}
      </p>
      <p>{cureOf(api, state)}</p>
      <p>
        <ExternalLink href={FORM}>Ask Google for access</ExternalLink>
      </p>
      <p className={common.muted}>
        Since {at(since)}. Last checked {at(askedAt)}. Shingle checks every 15 minutes, so you don’t have to
        connect again.
      </p>
    </>
  );
}

function cureOf(api: Name, state: ClosedApi['state']): string {
  if (state === 'no_quota')
    return 'If you run this server, ask Google for access with its form. If Google has granted it already, reply to its email with the name of this API and the number of your Google Cloud project.';
  if (api === 'v4')
    return 'If you run this server, open the link in Google’s email about your access, and enable the API there. It isn’t in the library of the Google Cloud console. If the email has no link, reply to it and ask for this API, with the number of your Google Cloud project.';
  return 'If you run this server, enable the API in the Google Cloud console, under APIs & Services, Library.';
}
