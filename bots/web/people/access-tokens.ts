import { z } from 'zod';
import { ParleyError } from '../../../core/errors.ts';
import type { Settings } from '../../../core/settings.ts';
import { type Permission, permissions } from '../../../runtime/access/tokens.ts';
import { type Oidc, personOf } from './oidc.ts';
import type { SignedIn } from './sessions.ts';

/** The person that an access token of the sign-in provider names, and what its holder may do. */
export interface TokenHolder {
  person: SignedIn;
  /** The token's OAuth scopes that are permissions of Parley; the others are ignored. */
  permissions: Permission[];
}

/** Verifies access tokens that the sign-in provider issued to other programs, such as MCP clients. */
export interface AccessTokens {
  /** True when the text has the form of a JWT. Parley's own tokens do not have it. */
  looksLikeJwt(text: string): boolean;
  /**
   * Verifies a token.
   * @param resources resource identifiers of this server; the token's audience must be one of them (RFC 8707) or OIDC_AUDIENCE
   * @throws TOKEN_UNKNOWN, TOKEN_EXPIRED, TOKEN_FOREIGN; STORE_UNAVAILABLE when the provider's keys cannot be read
   */
  open(text: string, resources: readonly string[]): Promise<TokenHolder>;
}

const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Tolerated difference between this machine's clock and the provider's. */
const CLOCK_SECONDS = 30;
const scopesSchema = z.object({
  scope: z.string().optional(),
  scp: z.union([z.string(), z.array(z.string())]).optional(),
});

/**
 * Opens the verifier for the provider's access tokens, which are signed JWTs (RFC 9068); undefined without OIDC_ISSUER. It
 * checks signature, issuer, audience and expiry. The provider's keys are cached, and read again for an unknown key id.
 */
export const openAccessTokens = (settings: Settings, oidc: Oidc | undefined): AccessTokens | undefined => {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience } = settings;
  if (issuer === undefined || oidc === undefined) return undefined;
  let keys: ReturnType<typeof readKeys> | undefined;
  const readKeys = async () => (await import('jose')).createRemoteJWKSet(await oidc.keysUrl());
  /** Forgets a failed attempt, so that the next token tries the provider again. */
  const keySet = async () => {
    keys ??= readKeys();
    try {
      return await keys;
    } catch (cause) {
      keys = undefined;
      throw new ParleyError('STORE_UNAVAILABLE', {
        message: 'The sign-in provider cannot be reached, so its tokens cannot be checked.',
        remedy: 'Try again in a minute.',
        cause,
      });
    }
  };

  return {
    looksLikeJwt: (text) => JWT.test(text),
    async open(text, resources) {
      const { errors, jwtVerify } = await import('jose');
      const expected = [...resources, ...(audience === undefined ? [] : [audience])];
      const { payload } = await jwtVerify(text, await keySet(), {
        issuer,
        audience: expected,
        clockTolerance: CLOCK_SECONDS,
        requiredClaims: ['sub', 'exp'],
      }).catch((cause: unknown) => {
        if (cause instanceof errors.JWTExpired) throw refused('TOKEN_EXPIRED', 'This token has expired.', cause);
        const claim = cause instanceof errors.JWTClaimValidationFailed ? cause.claim : undefined;
        if (claim === 'aud' || claim === 'iss')
          throw refused('TOKEN_FOREIGN', 'This token was made for another service.', cause);
        if (cause instanceof errors.JOSEError) throw refused('TOKEN_UNKNOWN', 'This token is not valid.', cause);
        throw cause;
      });
      const { scope = '', scp = [] } = scopesSchema.parse(payload);
      const given = new Set([...scope.split(' '), ...[scp].flat().flatMap((names) => names.split(' '))]);
      return { person: personOf(payload, settings), permissions: permissions.filter((name) => given.has(name)) };
    },
  };
};

const refused = (code: 'TOKEN_EXPIRED' | 'TOKEN_FOREIGN' | 'TOKEN_UNKNOWN', message: string, cause: unknown) =>
  new ParleyError(code, { message, remedy: 'Sign in again from the program that asks.', cause });
