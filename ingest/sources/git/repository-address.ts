import { ParleyError } from '../../../core/errors.ts';

/** A repository as an input named it. */
export interface RepositoryAddress {
  /** What git is given. */
  url: string;
  host: string;
  port: number;
  /** `team/pages`, without `.git`. */
  path: string;
  /** A branch or tag; the remote's own choice when not named. */
  ref?: string;
}

/** Names that git takes for a branch or tag, and that can never be read as an option. */
const REF = /^(?![-/.])(?!.*(?:\.\.|\/\/|@\{|\.lock$))[\w./@+-]{1,200}(?<![/.])$/;
const HOST = /^[a-z0-9][a-z0-9.-]*$/i;

/**
 * Reads `https://host/team/pages.git`, `ssh://git@host/team/pages.git`, `git@host:team/pages.git`, each with `#branch`, and
 * `git+https://…` for addresses without `.git`. Other inputs, and names that git could take for options, are undefined.
 * @throws BAD_INPUT for an address with a password
 */
export const repositoryAddress = (input: string): RepositoryAddress | undefined => {
  const [named, ref] = splitRef(input.trim());
  if (ref !== undefined && !REF.test(ref)) return undefined;
  const short = named.match(/^([\w.-]+)@([^:/]+):(?!\/\/)(.+)$/);
  const written = short ? `ssh://${short[1]}@${short[2]}/${short[3]}` : named.replace(/^git\+/, '');
  if (!/^(?:https?|ssh):\/\//i.test(written) || !URL.canParse(written)) return undefined;
  const url = new URL(written);
  const isRepository =
    short !== null || named.startsWith('git+') || url.protocol === 'ssh:' || /\.git$/.test(url.pathname);
  if (!isRepository || !HOST.test(url.hostname) || url.username.startsWith('-')) return undefined;
  const path = decodeURIComponent(url.pathname).replace(/^\/+|(?:\.git)?\/*$/g, '');
  if (path === '' || path.startsWith('-') || path.split('/').includes('..')) return undefined;
  if (url.password !== '')
    throw new ParleyError('BAD_INPUT', {
      message: `The address of ${url.host}${url.pathname} holds a password, which would be kept with the source.`,
      remedy: 'Leave it out, and name it in the file that PARLEY_CREDENTIALS names (docs/sources.md), or use ssh.',
    });
  url.hash = url.search = '';
  const port = Number(url.port) || { 'https:': 443, 'http:': 80, 'ssh:': 22 }[url.protocol as 'ssh:'];
  return { url: short ? named : url.href, host: url.hostname, port, path, ...(ref === undefined ? {} : { ref }) };
};

const splitRef = (input: string): [string, string | undefined] => {
  const at = input.indexOf('#');
  return at === -1 ? [input, undefined] : [input.slice(0, at), input.slice(at + 1)];
};

/** How a source keeps it. */
export const writeAddress = ({ url, ref }: RepositoryAddress): string =>
  `${/^https?:.*(?<!\.git)$/.test(url) ? 'git+' : ''}${url}${ref === undefined ? '' : `#${ref}`}`;
