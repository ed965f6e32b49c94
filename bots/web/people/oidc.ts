import { z } from 'zod';
import { ParleyError } from '../../../core/errors.ts';
import type { Settings } from '../../../core/settings.ts';
import type { SignedIn } from './sessions.ts';

/** What the browser keeps between leaving for the provider and coming back; in a cookie that only this server reads. */
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
  /** Where to send the browser, and what it must bring back. @throws SIGN_IN_FAILED when the provider cannot be reached */
  begin(redirectUri: string, returnTo: string): Promise<{ url: string; pending: PendingSignIn }>;
  /**
   * Checks what the provider sent back with the browser.
   * @param query the address's query, as it came
   * @throws SIGN_IN_FAILED for anything that is not the answer to `begin`
   */
  finish(redirectUri: string, query: string, pending: PendingSignIn): Promise<SignedIn>;
  /** Where the provider publishes the keys that it signs with. @throws SIGN_IN_FAILED when it cannot be reached, or names none */
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

/** Opens sign-in as the settings say; undefined without OIDC_ISSUER. The provider is asked with the first sign-in. */
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
  /** A provider that was down is asked again with the next sign-in. */
  const known = () => {
    discovered ??= discover();
    discovered.catch(() => (discovered = undefined));
    return discovered;
  };

  return {
    begin: (redirectUri, returnTo) =>
      explained('cannot be reached', async () => {
        const { oidc, provider } = await known();
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
        });
        return { url: url.href, pending };
      }),
    finish: (redirectUri, query, { state, nonce, verifier }) =>
      explained('did not sign you in', async () => {
        const { oidc, provider } = await known();
        const tokens = await oidc.authorizationCodeGrant(provider, new URL(query, redirectUri), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const idClaims = tokens.claims() ?? {};
        const subject = z.string().parse((idClaims as { sub?: unknown }).sub);
        // Many providers keep e-mail address and groups for this second answer.
        const info = provider.serverMetadata().userinfo_endpoint
          ? await oidc.fetchUserInfo(provider, tokens.access_token, subject)
          : {};
        return personOf({ ...info, ...idClaims }, settings);
      }),
    keysUrl: () =>
      explained('cannot be reached', async () => new URL((await known()).provider.serverMetadata().jwks_uri ?? '')),
  };
};

/** The person in a provider's claims. An address that the provider has not verified is nobody's. */
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

const explained = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
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
