import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { ParleyError } from '../../core/errors.ts';
import type { Fetched, Fetcher } from './fetch.ts';

/** The headers that sign a request in; undefined for an address of whose host no credentials are known. */
export type Credentials = (url: string) => Readonly<Record<string, string>> | undefined;

const text = z.string().min(1);
/** How one host is signed in to; several ways add up. */
const entrySchema = z.strictObject({
  bearer: text.optional(),
  basic: z.strictObject({ user: text, password: z.string() }).optional(),
  cookie: text.optional(),
  headers: z.record(z.string().regex(/^[\w-]+$/, 'is no name of a header'), text).optional(),
});
const fileSchema = z.record(z.string(), entrySchema);

/**
 * Reads the file that PARLEY_CREDENTIALS names: YAML with one entry a host. Values name environment variables as `${NAME}`, so
 * that the file itself may hold no secret. Credentials go to their host over https alone; a key with a scheme
 * (`http://wiki.internal:8080`) names an origin exactly.
 *
 * @example
 * wiki.example.com: { bearer: "${WIKI_TOKEN}" }
 * git.example.com: { basic: { user: parley, password: "${GIT_TOKEN}" } }
 * @throws BAD_SETTING; its message names the file, the host and the variable, and never a value
 */
export const readCredentials = (file: string | undefined, env: NodeJS.ProcessEnv = process.env): Credentials => {
  if (file === undefined) return () => undefined;
  const byOrigin = new Map<string, Record<string, string>>();
  for (const [host, entry] of Object.entries(parseFile(file))) {
    const written = host.includes('://') ? host : `https://${host}`;
    if (!URL.canParse(written) || new URL(written).pathname !== '/')
      throw badFile(file, `${host} is no host such as wiki.example.com.`);
    byOrigin.set(
      new URL(written).origin,
      headersOf(entry, (value) => withVariables(value, host, file, env)),
    );
  }
  return (url) => (URL.canParse(url) ? byOrigin.get(new URL(url).origin) : undefined);
};

const parseFile = (file: string): z.infer<typeof fileSchema> => {
  let content: unknown;
  try {
    content = parse(readFileSync(file, 'utf8')) ?? {};
  } catch (error) {
    // The parser's message quotes the line, which may hold a secret.
    const { code } = error as NodeJS.ErrnoException;
    throw badFile(file, code === 'ENOENT' ? 'There is no such file.' : 'It is not YAML that can be read.');
  }
  const parsed = fileSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badFile(file, `${issue?.path.join('.') || 'It'}: ${issue?.message}.`);
};

const badFile = (file: string, message: string) =>
  new ParleyError('BAD_SETTING', {
    message: `The credentials file ${file} cannot be used. ${message}`,
    remedy: 'Write one entry a host, with bearer, basic, cookie or headers: docs/sources.md.',
  });

const withVariables = (value: string, host: string, file: string, env: NodeJS.ProcessEnv): string =>
  value.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const found = env[name];
    if (found) return found;
    throw badFile(file, `${name} is not set in the environment; ${host} needs it.`);
  });

const headersOf = (
  { bearer, basic, cookie, headers = {} }: z.infer<typeof entrySchema>,
  resolve: (value: string) => string,
): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), resolve(value)])),
  ...(cookie && { cookie: resolve(cookie) }),
  ...(bearer && { authorization: `Bearer ${resolve(bearer)}` }),
  ...(basic && {
    authorization: `Basic ${Buffer.from(`${resolve(basic.user)}:${resolve(basic.password)}`).toString('base64')}`,
  }),
});

/**
 * A fetcher for the pages of one place, signed in to its host. Credentials belong to the place that a person named: an address
 * of another host is asked without any, also where credentials for that host are known, so that no page or redirect of one
 * place can have Parley read another one in somebody's name.
 *
 * @param location the address that was named as a source
 */
export const signedIn = (fetcher: Fetcher, credentials: Credentials, location: string): Fetcher => {
  const headers = credentials(location);
  if (headers === undefined) return fetcher;
  const { origin } = new URL(location);
  const isOwn = (url: string) => URL.canParse(url) && new URL(url).origin === origin;
  return {
    ...fetcher,
    async fetch(url, request): Promise<Fetched> {
      if (!isOwn(url)) return fetcher.fetch(url, request);
      const fetched = await fetcher.fetch(url, { ...request, headers: { ...request?.headers, ...headers } });
      if (isOwn(fetched.url) || request?.mayLeaveHost) return fetched;
      throw new ParleyError('FETCH_FAILED', {
        message: `${url} leads to ${new URL(fetched.url).host}, which is most likely a login.`,
        remedy: `Check the credentials of ${new URL(location).host} in the file that PARLEY_CREDENTIALS names; they may have expired.`,
        details: { url },
      });
    },
  };
};
