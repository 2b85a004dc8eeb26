import { useState } from 'react';
import { Link, useRouteError } from 'react-router-dom';
import { NO_NETWORK, UNEXPECTED } from '../api/api-error';
import { Button, ButtonLink } from '../ui/basics/button';
import { CodeNotLoaded } from '../ui/messages/load-code';
import { SignPage } from '../ui/layout/sign-page';

/** Replaces a page whose code did not arrive or that threw while rendering. */
export function PageError() {
  const error = useRouteError();
  const [title, text] =
    error instanceof CodeNotLoaded
      ? [
          'This page couldn’t be loaded',
          'Your connection may have dropped, or Shingle has just been updated.',
        ]
      : ['Something went wrong', UNEXPECTED];
  return (
    <SignPage title={title} state="loose" words={<p role="alert">{text}</p>}>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Reload page
      </Button>
      <Link to="/" reloadDocument>
        Back to Home
      </Link>
    </SignPage>
  );
}

/** Shown when the request that asks who is signed in got no answer. */
export function ServerUnreachable({ onRetry }: { onRetry: () => Promise<void> }) {
  const [retrying, setRetrying] = useState(false);
  const retry = () => {
    setRetrying(true);
    void onRetry().finally(() => setRetrying(false));
  };
  return (
    <SignPage title="No connection" state="loose" words={<p role="alert">{NO_NETWORK}</p>}>
      <Button variant="primary" onClick={retry} disabled={retrying}>
        Try Again
      </Button>
    </SignPage>
  );
}

/** Shown at an address that matches no route. */
export function NotFoundPage() {
  return (
    <SignPage
      title="Page not found"
      state="loose"
      words={<p>There’s no page at this address. Check it for typos.</p>}
    >
      <ButtonLink to="/" variant="primary">
        Back to Home
      </ButtonLink>
    </SignPage>
  );
}
