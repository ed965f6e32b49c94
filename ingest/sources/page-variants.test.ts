import { describe, expect, it } from 'vitest';
import type { PathRules } from './connector.ts';
import type { FileTree } from './file-tree.ts';
import { variantRule } from './page-variants.ts';

const EN =
  'The workshop opens at nine in the morning and closes at six in the evening, and nobody is there on Sundays. '.repeat(
    3,
  );
const DE =
  'Die Werkstatt öffnet um neun Uhr am Morgen und schließt um sechs Uhr am Abend, und sonntags ist niemand da. '.repeat(
    3,
  );
const FR =
  'L’atelier ouvre à neuf heures du matin et ferme à six heures du soir, et il n’y a personne le dimanche. '.repeat(3);

const treeOf = (files: Readonly<Record<string, string>>): FileTree => ({
  holds: (file) => files[file] !== undefined,
  folders: async (folder) => {
    const prefix = folder === '' ? '' : `${folder}/`;
    const below = Object.keys(files).filter(
      (file) => file.startsWith(prefix) && file.slice(prefix.length).includes('/'),
    );
    return [...new Set(below.map((file) => file.slice(prefix.length).split('/', 1)[0] ?? ''))];
  },
  start: async (file) => files[file] ?? '',
});

/** The files that are read, of those that a reader takes. */
const readOf = async (files: Readonly<Record<string, string>>, rules: PathRules = {}): Promise<string[]> => {
  const rule = variantRule(treeOf(files), rules);
  const read: string[] = [];
  for (const file of Object.keys(files))
    if (/\.(?:md|adoc|html|page|docbook)$/.test(file) && (await rule(file, 'file')) === undefined) read.push(file);
  return read;
};

describe('pages in several languages', () => {
  const hugo = {
    'hugo.toml': 'title = "Workshop"\ndefaultContentLanguage = "de"\n',
    'content/de/hours.md': DE,
    'content/en/hours.md': EN,
    'content/fr/hours.md': FR,
    'content/fr/only-here.md': FR,
  };

  it('are read in the language that the settings name, and where there is no other', async () => {
    expect(await readOf(hugo)).toEqual(['content/de/hours.md', 'content/fr/only-here.md']);
  });

  it('are read in the languages that are asked for, or in all', async () => {
    expect(await readOf(hugo, { languages: ['en'] })).toEqual([
      'content/de/hours.md',
      'content/en/hours.md',
      'content/fr/only-here.md',
    ]);
    expect(await readOf(hugo, { languages: ['all'] })).toHaveLength(4);
  });

  it('are read in each where nothing says which is the default', async () => {
    expect(await readOf({ 'de/hours.md': DE, 'fr/hours.md': FR })).toHaveLength(2);
  });

  it('are read as they stand without a mark, or in English', async () => {
    expect(await readOf({ 'guide.md': FR, 'guide.de.md': DE, 'guide.en.md': EN })).toEqual(['guide.md']);
    expect(await readOf({ 'README.md': EN, 'README_de.md': DE, 'how-to.md': EN, 'how-to-fr.md': FR })).toEqual([
      'README.md',
      'how-to.md',
    ]);
    expect(await readOf({ 'docs/en-US/hours.md': EN, 'docs/de/hours.md': DE })).toEqual(['docs/en-US/hours.md']);
    expect(await readOf({ 'a.html': `<html lang="en">${EN}`, 'fr/a.html': `<html lang="fr">${FR}` })).toEqual([
      'a.html',
    ]);
  });

  it('are told in the sources of manuals by what they say of themselves, or below what stands above the text', async () => {
    const mallard = (language: string) => `<page xmlns="x" id="a" xml:lang="${language}"><title>x</title></page>`;
    expect(
      await readOf({
        'C/a.page': mallard('en'),
        'de/a.page': mallard('de'),
        'en_GB/a.page': mallard('en-GB'),
        'zh_CN/a.page': mallard('zh_CN'),
        'fr/b.page': mallard('fr'),
      }),
    ).toEqual(['C/a.page', 'fr/b.page']);
    const docBook = (text: string) =>
      `<!DOCTYPE book [<!ENTITY app "The name of the program in English">]><book lang="&language;"><bookinfo><legalnotice>${EN}</legalnotice></bookinfo><para>${text}</para></book>`;
    expect(await readOf({ 'en/a.docbook': docBook(EN), 'de/a.docbook': docBook(DE) })).toEqual(['en/a.docbook']);
  });

  it('are told by their text, so that departments, products and words with the name of a language stay', async () => {
    const files = {
      'index.md': EN,
      'hr/index.md': EN,
      'it/index.md': EN,
      'how.md': EN,
      'how-to.md': EN,
      'no/index.md': 'No.',
    };
    expect(await readOf(files)).toEqual(Object.keys(files));
  });

  it('are those of MkDocs and Docusaurus by their own settings', async () => {
    const languages =
      '      languages:\n        - locale: fr\n          default: true\n        - locale: en\n          build: true\n';
    expect(
      await readOf({ 'mkdocs.yml': `plugins:\n  - i18n:\n${languages}`, 'docs/a.en.md': EN, 'docs/a.fr.md': FR }),
    ).toEqual(['docs/a.fr.md']);
    expect(
      await readOf({
        'site/docs/a.md': EN,
        'site/i18n/de/docusaurus-plugin-content-docs/current/a.md': EN,
        'site/i18n/de/docusaurus-plugin-content-docs/current/b.md': DE,
      }),
    ).toEqual(['site/docs/a.md', 'site/i18n/de/docusaurus-plugin-content-docs/current/b.md']);
  });

  it('are read as --include names them', async () => {
    expect(await readOf(hugo, { include: ['content/'] })).toHaveLength(4);
  });
});

describe('pages of several versions', () => {
  const docusaurus = {
    'versions.json': '["2.0", "1.0"]',
    'docs/a.md': EN,
    'versioned_docs/version-2.0/a.md': EN,
    'versioned_docs/version-1.0/a.md': EN,
    'i18n/de/docusaurus-plugin-content-docs/version-1.0/gone.md': DE,
    'blog/hello.md': EN,
  };

  it('are read in the newest that was released, or in the one that the settings name', async () => {
    expect(await readOf(docusaurus)).toEqual(['versioned_docs/version-2.0/a.md', 'blog/hello.md']);
    const current = { ...docusaurus, 'docusaurus.config.ts': "docs: {\n  lastVersion: 'current',\n}" };
    expect(await readOf(current)).toEqual(['docs/a.md', 'blog/hello.md']);
    expect(await readOf(docusaurus, { versions: 'all' })).toHaveLength(5);
  });

  it('name the current one in the reason', async () => {
    const rule = variantRule(treeOf(docusaurus));
    expect(await rule('versioned_docs/version-1.0', 'folder')).toBe(
      'pages of another version than the current one (2.0); --versions all reads them',
    );
  });

  it('are all read where the list of versions is damaged or names a folder that is not there', async () => {
    expect(await readOf({ ...docusaurus, 'versions.json': '["2.0", ' })).toHaveLength(5);
    expect(await readOf({ ...docusaurus, 'versions.json': '["9.0"]' })).toHaveLength(5);
  });

  it('are told by Antora and mike', async () => {
    const component = (version: string, more = '') => `name: shop\nversion: '${version}'\n${more}`;
    expect(
      await readOf({
        'v/2.9/antora.yml': component('2.9'),
        'v/2.9/modules/ROOT/pages/a.adoc': EN,
        'v/2.10/antora.yml': component('2.10'),
        'v/2.10/modules/ROOT/pages/a.adoc': EN,
        'v/3/antora.yml': component('3', 'prerelease: true\n'),
        'v/3/modules/ROOT/pages/a.adoc': EN,
        'v/other/antora.yml': 'name: other\nversion: 1\n',
        'v/other/modules/ROOT/pages/a.adoc': EN,
      }),
    ).toEqual(['v/2.10/modules/ROOT/pages/a.adoc', 'v/other/modules/ROOT/pages/a.adoc']);
    expect(
      await readOf({
        'versions.json': '[{"version":"2.1","aliases":["latest"]},{"version":"2.0","aliases":[]}]',
        '2.0/a.html': EN,
        '2.1/a.html': EN,
        'latest/a.html': EN,
        'other/a.html': EN,
      }),
    ).toEqual(['2.1/a.html', 'other/a.html']);
  });
});
