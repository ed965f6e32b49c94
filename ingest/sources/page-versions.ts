import path from 'node:path';
import { parseJson } from '../../core/text/parse-json.ts';
import { type FileTree, parentOf } from './file-tree.ts';

const OTHER = (current: string): string =>
  `pages of another version than the current one (${current}); --versions all reads them`;

/**
 * Tells which folders hold pages of another version than the one that the site shows first. Versions are known by what generators
 * write: Docusaurus' `versions.json` beside `versioned_docs/`, mike's `versions.json` beside the folders that it names, and
 * Antora's `antora.yml` of components with one name in folders side by side.
 */
export const createVersionRule = (tree: FileTree): ((folder: string) => Promise<string | undefined>) => {
  const known = new Map<string, Promise<string | undefined>>();
  const rule = (folder: string): Promise<string | undefined> => {
    const found = known.get(folder) ?? read(folder);
    known.set(folder, found);
    return found;
  };
  const read = async (folder: string): Promise<string | undefined> => {
    if (folder === '') return undefined;
    const parent = parentOf(folder);
    return (
      (await rule(parent)) ??
      (await ofDocusaurus(folder, tree)) ??
      (await ofMike(parent, path.posix.basename(folder), tree)) ??
      (await ofAntora(parent, path.posix.basename(folder), tree))
    );
  };
  return rule;
};

const join = (...parts: string[]): string => parts.filter((part) => part !== '').join('/');

const ofDocusaurus = async (folder: string, tree: FileTree): Promise<string | undefined> => {
  const [, site = '', id = '', version] =
    /^(?:(.*)\/)?(?:([^/]+)_)?versioned_docs\/version-([^/]+)$/.exec(folder) ??
    /^(?:(.*)\/)?i18n\/[^/]+\/docusaurus-plugin-content-docs(?:-([^/]+))?\/(?:version-)?([^/]+)$/.exec(folder) ??
    [];
  if (version !== undefined) {
    const current = await docusaurusVersion(site, id, tree);
    return current === undefined || current === version ? undefined : OTHER(nameOf(current));
  }
  const [, above = '', name = ''] = /^(?:(.*)\/)?([^/]+)$/.exec(folder) ?? [];
  const current = await docusaurusVersion(above, name === 'docs' ? '' : name, tree);
  return current === undefined || current === 'current' ? undefined : OTHER(current);
};

const nameOf = (version: string): string => (version === 'current' ? 'in docs/' : version);

/** The version that a site of Docusaurus shows first: its settings name it, or it is the newest that was released. */
const docusaurusVersion = async (site: string, id: string, tree: FileTree): Promise<string | undefined> => {
  const prefix = id === '' ? '' : `${id}_`;
  const file = join(site, `${prefix}versions.json`);
  if (!tree.holds(file)) return undefined;
  const names = parseJson(await tree.start(file));
  const [newest] = Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string') : [];
  const released = newest === undefined ? undefined : join(site, `${prefix}versioned_docs`);
  if (newest === undefined || released === undefined || !(await tree.folders(released)).includes(`version-${newest}`))
    return undefined;
  for (const ending of id === '' ? ['js', 'ts', 'mjs', 'cjs'] : []) {
    const settings = join(site, `docusaurus.config.${ending}`);
    const stated = tree.holds(settings)
      ? /^[^/\n]*\blastVersion["']?\s*:\s*["'`]([^"'`\n]+)/m.exec(await tree.start(settings))
      : undefined;
    if (stated?.[1] !== undefined) return stated[1];
  }
  return newest;
};

/** Names under which mike and others show the current version. */
const LATEST = /^(?:latest|stable|current)$/i;

const ofMike = async (site: string, name: string, tree: FileTree): Promise<string | undefined> => {
  const file = join(site, 'versions.json');
  if (!tree.holds(file)) return undefined;
  const list = parseJson(await tree.start(file));
  const versions = (Array.isArray(list) ? list : []).flatMap((one: { version?: unknown; aliases?: unknown } | null) =>
    typeof one?.version === 'string' && Array.isArray(one.aliases)
      ? [{ version: one.version, aliases: one.aliases.filter((alias) => typeof alias === 'string') }]
      : [],
  );
  const current = versions.find(({ aliases }) => aliases.some((alias) => LATEST.test(alias))) ?? versions[0];
  if (current === undefined || !(await tree.folders(site)).includes(current.version)) return undefined;
  const isListed = versions.some(({ version, aliases }) => version === name || aliases.includes(name));
  return isListed && name !== current.version ? OTHER(current.version) : undefined;
};

const ofAntora = async (parent: string, name: string, tree: FileTree): Promise<string | undefined> => {
  const own = await antoraComponent(join(parent, name), tree);
  if (own === undefined) return undefined;
  const beside = (
    await Promise.all((await tree.folders(parent)).map((folder) => antoraComponent(join(parent, folder), tree)))
  ).filter((one) => one?.name === own.name);
  const [newest] = beside
    .filter((one) => one !== undefined)
    .sort((a, b) => Number(a.isUnreleased) - Number(b.isUnreleased) || byVersion(b.version, a.version));
  return newest === undefined || newest.version === own.version ? undefined : OTHER(newest.version);
};

const byVersion = new Intl.Collator('en', { numeric: true }).compare;

const antoraComponent = async (folder: string, tree: FileTree) => {
  const file = join(folder, 'antora.yml');
  if (!tree.holds(file)) return undefined;
  const text = await tree.start(file);
  const stated = (key: string) => new RegExp(`^${key}:[ \\t]*["']?([^"'#\\n]*)`, 'm').exec(text)?.[1]?.trim();
  const [name, version] = [stated('name'), stated('version')];
  const isUnreleased = /^(?!false|~|$)/.test(stated('prerelease') ?? '');
  return name === undefined || version === undefined ? undefined : { name, version, isUnreleased };
};
