/** How code hosts show a file at a commit, by a word in their host's name; the third party's own forms. */
const HOSTS: readonly [RegExp, string][] = [
  [/(?:^|\.)gitlab\./, '/-/blob/COMMIT/'],
  [/(?:^|\.)bitbucket\.org$/, '/src/COMMIT/'],
  [/(?:^|\.)(?:codeberg\.org$|gitea\.|forgejo\.)/, '/src/commit/COMMIT/'],
  [/(?:^|\.)github\./, '/blob/COMMIT/'],
];

/**
 * Where people can read a file as it was at a commit: the target of a citation, which stays right when the file changes.
 * Undefined for a host whose pages are not known.
 */
export const fileLink = (host: string, repository: string, commit: string, file: string): string | undefined => {
  const form = HOSTS.find(([names]) => names.test(host))?.[1];
  if (form === undefined) return undefined;
  return `https://${host}/${repository}${form.replace('COMMIT', commit)}${file.split('/').map(encodeURIComponent).join('/')}`;
};
