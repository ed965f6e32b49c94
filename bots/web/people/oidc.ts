import { z } from 'zod';
import { ParleyError } from '../../../core/errors.ts';
import type { Settings } from '../../../core/settings.ts';
import type { SignedIn } from './sessions.ts';

/** What the browser keeps, in an httpOnly cookie, while the person signs in at the provider. */
export const pendingSignIn = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The path to open afterwards. */
  returnTo: z.string(),
});
export type PendingSignIn = z.infer<typeof pendingSignIn>;

/** Sign-in by an OpenID Connect provider: the authorization code flow with PKCE, state and nonce. */
export interface Oidc {
  /**
   * Returns the URL to redirect the browser to, and the state to keep in its cookie until `finish`.
   * @param askAgain has the provider ask who signs in, even if it knows the browser (OpenID Connect Core, 3.1.2.1: `prompt`)
   * @throws SIGN_IN_FAILED when the provider cannot be reached
   */
  begin(redirectUri: string, returnTo: string, askAgain?: boolean): Promise<{ url: string; pending: PendingSignIn }>;
  /**
   * Exchanges the authorization code for the person's claims.
   * @param query the query string of the provider's redirect
   * @throws SIGN_IN_FAILED when the redirect does not belong to `pending`, or the provider refuses the code
   */
  finish(redirectUri: string, query: string, pending: PendingSignIn): Promise<SignedIn>;
  /** The provider's `jwks_uri`. @throws SIGN_IN_FAILED when the provider cannot be reached or publishes none */
  keysUrl(): Promise<URL>;
}

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/;
const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  name: z.string().optional().catch(undefined),
  email: z.email().optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
});
const groupsSchema = z.array(z.string()).catch([]);

/** Opens sign-in as configured; undefined without OIDC_ISSUER. The provider is first contacted when somebody signs in. */
export const openOidc = (settings: Settings): Oidc | undefined => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = settings;
  if (issuer === undefined) return undefined;
  if (clientId === undefined) {
    throw new ParleyError('BAD_SETTING', {
      message: 'OIDC_ISSUER is set and OIDC_CLIENT_ID is not.',
      remedy: 'Register Parley with the provider and set the client id that it gives.',
    });
  }
  let discovered: ReturnType<typeof discover> | undefined;
  const discover = async () => {
    const oidc = await import('openid-client');
    const insecure = LOOPBACK.test(issuer) ? { execute: [oidc.allowInsecureRequests] } : undefined;
    const provider = await oidc.discovery(new URL(issuer), clientId, secret, undefined, insecure);
    return { oidc, provider };
  };
  /** Forgets a failed discovery, so that the next sign-in tries the provider again. */
  const discoverOnce = () => {
    discovered ??= discover();
    discovered.catch(() => (discovered = undefined));
    return discovered;
  };

  return {
    begin: (redirectUri, returnTo, askAgain = false) =>
      withSignInError('cannot be reached', async () => {
        const { oidc, provider } = await discoverOnce();
        const pending: PendingSignIn = {
          state: oidc.randomState(),
          nonce: oidc.randomNonce(),
          verifier: oidc.randomPKCECodeVerifier(),
          returnTo,
        };
        const url = oidc.buildAuthorizationUrl(provider, {
          redirect_uri: redirectUri,
          scope: settings.OIDC_SCOPES,
          state: pending.state,
          nonce: pending.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
          code_challenge_method: 'S256',
          ...(askAgain && { prompt: 'login' }),
        });
        return { url: url.href, pending };
      }),
    finish: (redirectUri, query, { state, nonce, verifier }) =>
      withSignInError('did not sign you in', async () => {
        const { oidc, provider } = await discoverOnce();
        const tokens = await oidc.authorizationCodeGrant(provider, new URL(query, redirectUri), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const idClaims = tokens.claims() ?? {};
        const subject = z.string().parse((idClaims as { sub?: unknown }).sub);
        // Many providers leave the e-mail address and the groups out of the ID token and give them at the userinfo endpoint
        // only.
        const info = provider.serverMetadata().userinfo_endpoint
          ? await oidc.fetchUserInfo(provider, tokens.access_token, subject)
          : {};
        return personOf({ ...info, ...idClaims }, settings);
      }),
    keysUrl: () =>
      withSignInError(
        'cannot be reached',
        async () => new URL((await discoverOnce()).provider.serverMetadata().jwks_uri ?? ''),
      ),
  };
};

/**
 * The person that a provider's claims describe. Drops an e-mail address that is not verified, unless OIDC_EMAIL is
 * `trusted`.
 */
export const personOf = (claims: Record<string, unknown>, settings: Settings): SignedIn => {
  const { sub, name, email, email_verified: verified } = claimsSchema.parse(claims);
  const trusted = verified === true || (settings.OIDC_EMAIL === 'trusted' && verified !== false);
  return {
    id: `oidc:${sub}`,
    ...(name && { name }),
    ...(email && trusted && { email: email.toLowerCase() }),
    groups: groupsSchema.parse(claims[settings.OIDC_GROUPS_CLAIM]),
    by: 'oidc',
  };
};

const withSignInError = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (cause) {
    throw new ParleyError('SIGN_IN_FAILED', {
      message: `The sign-in provider ${what}.`,
      remedy: 'Try again in a minute; if it stays so, tell whoever runs Parley.',
      cause,
    });
  }
};
