import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ApiError } from '../api/api-error';
import { answer, api } from '../api/client';
import { settingsUrl } from '../lib/views';
import { ButtonLink } from '../ui/basics/button';
import { Banner } from '../ui/messages/banner';
import { announce } from '../ui/basics/screen-reader';

const CONFIRMED = 'Your address is confirmed. Notices are sent to it from now on.';
const FAILED = 'Your address couldn’t be confirmed. Please open the link again.';

/**
 * Follows the link of an email that confirms an address, `?prove=`, and shows the outcome. The token is taken from the
 * address of the page, so that it is followed once.
 */
export function ProofLink() {
  const [query, setQuery] = useSearchParams();
  const [result, setResult] = useState<{ isProven: boolean; words: string }>();
  const token = query.get('prove');
  const follow = useEffectEvent((proof: string) => {
    const rest = new URLSearchParams(query);
    rest.delete('prove');
    setQuery(rest, { replace: true });
    answer(api.POST('/api/channel-proofs', { body: { token: proof } }), { quiet: true }).then(
      () => {
        setResult({ isProven: true, words: CONFIRMED });
        announce(CONFIRMED);
      },
      (error: unknown) => {
        const refusal = error instanceof ApiError ? error.fields['token'] : undefined;
        setResult({ isProven: false, words: refusal ?? FAILED });
      },
    );
  });
  useEffect(() => {
    if (token !== null) follow(token);
  }, [token]);

  return (
    result && (
      <Banner
        tone={result.isProven ? 'success' : 'error'}
        action={
          <ButtonLink to={settingsUrl('notices')} size="small">
            Notice settings
          </ButtonLink>
        }
      >
        {result.words}
      </Banner>
    )
  );
}
