import { z } from 'zod';
import { ParleyError } from '../../../core/errors.ts';
import type { Settings } from '../../../core/settings.ts';
import { type Permission, permissions } from '../../../runtime/access/tokens.ts';
import { type Oidc, personOf } from './oidc.ts';
import type { SignedIn } from './sessions.ts';

/** Whom an access token of the sign-in provider names, and what its holder may do. */
export interface TokenHolder {
  person: SignedIn;
  /** Those of the token's scopes that are Parley's. */
  permissions: Permission[];
}

/** Access tokens that the sign-in provider gave to other programs for this Parley, such as MCP clients. */
export interface AccessTokens {
  /** True for a text that may be one of them; Parley's own tokens are not. */
  isOne(text: string): boolean;
  /**
   * @param resources the names of this Parley, one of which the token must be made for (RFC 8707)
   * @throws TOKEN_UNKNOWN, TOKEN_EXPIRED, TOKEN_FOREIGN; STORE_UNAVAILABLE when the provider's keys cannot be read
   */
  open(text: string, resources: readonly string[]): Promise<TokenHolder>;
}

const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Clocks of two machines may differ by so many seconds. */
const CLOCK_SECONDS = 30;
const scopesSchema = z.object({
  scope: z.string().optional(),
  scp: z.union([z.string(), z.array(z.string())]).optional(),
});

/**
 * Takes the provider's access tokens in the form of RFC 9068 (signed JWTs); undefined without OIDC_ISSUER. A token's signature,
 * issuer, audience and time are checked by the provider's published keys, which are read once and again when a new one shows.
 */
export const openAccessTokens = (settings: Settings, oidc: Oidc | undefined): AccessTokens | undefined => {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience } = settings;
  if (issuer === undefined || oidc === undefined) return undefined;
  let keys: ReturnType<typeof readKeys> | undefined;
  const readKeys = async () => (await import('jose')).createRemoteJWKSet(await oidc.keysUrl());
  /** A provider that was down is asked again with the next token. */
  const known = async () => {
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
    isOne: (text) => JWT.test(text),
    async open(text, resources) {
      const { errors, jwtVerify } = await import('jose');
      const expected = [...resources, ...(audience === undefined ? [] : [audience])];
      const { payload } = await jwtVerify(text, await known(), {
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
