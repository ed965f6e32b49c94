import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../client/http.ts';
import { useSession } from '../api.ts';
import { Button, Problem } from '../ui.tsx';

/** The one-time secret. It is in the URL's fragment, which browsers do not send to servers. */
const secret = new URLSearchParams(location.hash.slice(1)).get('once');

/** The sign-in page, for the provider and for one-time links. */
export const SignIn = () => {
  const { to = '/', failed } = useSearch({ from: '/sign-in' });
  const { data } = useSession();
  const [error, setError] = useState<unknown>();
  const redeem = async () => {
    try {
      await post('/api/session/once', { secret });
      location.assign('/console/sources');
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <main id="main" className="sign-in">
      <img src={document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href} alt="" width={48} height={48} />
      <h1>{secret ? 'Become the admin of this Parley' : 'Sign in to Parley'}</h1>
      {failed && (
        <p className="problem" role="alert">
          Signing in did not work: the provider could not be reached, or refused. Try again; if it stays so, tell
          whoever runs Parley.
        </p>
      )}
      <Problem error={error} />
      {secret ? (
        <>
          <p>This link works once. It makes this browser an admin for a week.</p>
          <Button kind="solid" onClick={() => void redeem()}>
            Continue as admin
          </Button>
        </>
      ) : data?.signIn.provider ? (
        <a className="button button-solid" href={`/sign-in?to=${encodeURIComponent(to)}`}>
          Continue with your organisation
        </a>
      ) : data?.person.by === 'machine' ? (
        <p>
          Nobody needs to sign in at this machine. <a href="/console/sources">Open the console</a>
        </p>
      ) : (
        <p>
          Open the sign-in link that Parley printed where it was started. Whoever runs Parley makes another one with{' '}
          <code>parley sign-in-link</code>, or lets the team in by a sign-in provider (<code>OIDC_ISSUER</code>).
        </p>
      )}
      {!(data?.signIn.required && data.person.by === 'none') && (
        <a className="muted" href="/">
          Back to the chat
        </a>
      )}
    </main>
  );
};
