import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { extractHtmlText } from '../extract/html.ts';
import { readFolder } from './files.ts';
import { createFolderTemplates } from './folder-templates.ts';

const TOPICS = ['append', 'borrow', 'convert', 'divide', 'enlist', 'forward', 'gather', 'harvest', 'inspect', 'join'];

/** A page of a manual as no known program makes it: bars of links around terms, code and a table. */
const manualPage = (
  topic: string,
  before = 'start',
  after = 'end',
) => `<!doctype html><html><head><title>${topic}</title>
<link rel="stylesheet" href="m.css"></head><body>
<div class="strip"><a href="${before}.html">${before} before</a> | <a href="index.html">Overview</a> | <a href="${after}.html">${after} after</a></div>
<div class="sheet"><h2>${topic}</h2><p>The command ${topic} works on ${topic} records. It stops at the first ${topic} that fails, and says which one it was.</p>
<pre>${topic} [--all] NAME</pre>
<dl><dt>--all</dt><dd>every ${topic}</dd><dt>NAME</dt><dd>which ${topic}</dd></dl>
<table><tr><th>Code</th><th>Meaning</th></tr><tr><td>0</td><td>${topic} done</td></tr><tr><td>7</td><td>${topic} missing</td></tr></table>
<p>See <a href="${after}.html">${after}</a> for the opposite of ${topic}, which is often needed right behind it in a script.</p></div>
<div class="strip"><a href="${before}.html">back to ${before}</a> <a href="${after}.html">on to ${after}</a></div>
<p>Made on a rainy Tuesday by hand</p></body></html>`;

describe('pages of one manual in a folder', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'parley-manual-'));
    for (const [i, topic] of TOPICS.entries())
      writeFileSync(path.join(folder, `${topic}.html`), manualPage(topic, TOPICS[i - 1], TOPICS[i + 1]));
  });

  const read = async () => {
    const pages = new Map<string, { hash: string; markdown: string }>();
    for await (const item of readFolder(folder, { sourceId: 'm', root: folder, prefix: '' })) {
      if (item.kind !== 'page') throw new Error(`Not a page: ${JSON.stringify(item)}`);
      pages.set(path.basename(item.input, '.html'), { hash: item.hash, markdown: (await item.extract()).markdown });
    }
    return pages;
  };

  it('lose the line that says on which day each was changed, and keep a title that leads to the contents', async () => {
    for (const [i, topic] of TOPICS.entries())
      writeFileSync(
        path.join(folder, `${topic}.html`),
        manualPage(topic, TOPICS[i - 1], TOPICS[i + 1])
          .replace('<h2>', `<h1><a href="index.html#${i}">The ${topic} way</a></h1><h2>`)
          .replace(
            '</body>',
            `<p>Manual page last reviewed: ${i + 3} ${i % 2 ? 'March' : 'May'} 19${90 + i}</p></body>`,
          ),
      );
    const pages = await read();
    for (const topic of TOPICS) {
      expect(pages.get(topic)?.markdown).toContain(`The ${topic} way`);
      expect(pages.get(topic)?.markdown).not.toContain('last reviewed');
    }
  });

  it('give the place of their text to pages that load one more style sheet, or whose text stands beside it', async () => {
    const inArticle = (page: string, text = '$1') =>
      page.replace(/(<div class="sheet">[\s\S]*<\/div>)\n(?=<div class="strip">)/, `<article>${text}</article>\n`);
    for (const [i, topic] of TOPICS.entries())
      writeFileSync(path.join(folder, `${topic}.html`), inArticle(manualPage(topic, TOPICS[i - 1], TOPICS[i + 1])));
    writeFileSync(
      path.join(folder, 'tabs.html'),
      inArticle(manualPage('tabs')).replace('<link', '<link rel="stylesheet" href="tabs.css"><link'),
    );
    const welcome =
      '<div class="sheet wide"><h1>Welcome</h1><p>Who closes a box for the first time may begin here, and reads on where a lid is told of.</p><pre>box --first</pre></div><div class="sheet"><h2>More</h2><p>The other parts of the manual are read in any order that is liked.</p></div>';
    writeFileSync(path.join(folder, 'welcome.html'), inArticle(manualPage('welcome'), welcome));
    const pages = await read();
    expect(pages.get('tabs')?.markdown).not.toMatch(/before|Overview/);
    expect(pages.get('tabs')?.markdown).toContain('tabs [--all] NAME');
    expect(pages.get('welcome')?.markdown).toContain('box --first');
    expect(pages.get('welcome')?.markdown).toContain('## More');
  });

  it('lose the index that one of them has of its own headings, many in a line below a heading of their kind', async () => {
    const members = ['fold', 'lift', 'close', 'turn'];
    const index = (names: readonly string[]) => names.map((name) => `<a href="#${name}"><b>${name}</b></a>`).join(' ');
    const entries = members.map(
      (name) => `<h3 id="${name}">${name}</h3><p>What ${name} does to a lid is told here.</p>`,
    );
    writeFileSync(
      path.join(folder, 'lids.html'),
      manualPage('lids').replace(
        '<p>See',
        `<h2>Properties</h2><div>${index(members.slice(0, 1))}</div><h2>Methods</h2><div>${index(members.slice(1))}</div><h2>All of them</h2>${entries.join('')}<p>The parts are ${index(['corner', 'hinge', 'lock', 'rim'])}</p><p>See`,
      ),
    );
    const { markdown = '' } = (await read()).get('lids') ?? {};
    expect(markdown).not.toMatch(/Properties|Methods|lift.{1,9}close/);
    expect(markdown).toContain('What fold does');
    // Links to parts of the page that are no headings are said for their own sake.
    expect(markdown).toContain('hinge');
  });

  it('are read alike where the text of one stands in an element of another class', async () => {
    const contents = TOPICS.map(
      (topic) => `<li><a href="${topic}.html">${topic}</a><ul><li><a href="${topic}.html#all">all</a></li></ul></li>`,
    );
    for (const [i, topic] of TOPICS.entries())
      writeFileSync(
        path.join(folder, `${topic}.html`),
        manualPage(topic, TOPICS[i - 1], TOPICS[i + 1])
          .replace('<div class="sheet">', `<div class="frame">$&`)
          .replace('</div>\n<div class="strip"><a href="', '</div></div>\n<div class="strip"><a href="'),
      );
    writeFileSync(
      path.join(folder, 'welcome.html'),
      manualPage('welcome')
        .replace('<div class="sheet">', `<div class="frame"><div class="sheet wide">`)
        .replace(/<pre>[\s\S]*<p>See/, `<div class="toc-wrapper"><ul>${contents.join('')}</ul></div><p>See`)
        .replace('</div>\n<div class="strip"><a href="', '</div></div>\n<div class="strip"><a href="'),
    );
    const { markdown = '' } = (await read()).get('welcome') ?? {};
    expect(markdown).toContain('The command welcome works');
    expect(markdown).toContain('for the opposite of welcome');
    expect(markdown).not.toMatch(/borrow|before|on to/);
  });

  it('keep a heading that all of them have above the sections below it', async () => {
    for (const [i, topic] of TOPICS.entries())
      writeFileSync(
        path.join(folder, `${topic}.html`),
        manualPage(topic, TOPICS[i - 1], TOPICS[i + 1]).replace(
          '<p>See',
          `<h2>Origin</h2><p>The harbour master brought ${topic} along.</p><h2>Routines</h2><h3>${topic}_all ()</h3><p>Goes over each ${topic} once, in the order of their names.</p><h2>Remarks</h2><p>See`,
        ),
      );
    const pages = await read();
    for (const topic of TOPICS)
      expect(pages.get(topic)?.markdown).toMatch(new RegExp(`## Routines\\n+### ${topic}.{0,2}all`));
  });

  it('keep what is declared and explained around the comment of the sources that each begins with', async () => {
    for (const [i, topic] of TOPICS.entries())
      writeFileSync(
        path.join(folder, `${topic}.html`),
        manualPage(topic, TOPICS[i - 1], TOPICS[i + 1]).replace(/<p>The command.*<\/p>/, (text) =>
          text
            .replace('<p>', `<ul class="signatures"><li>declare ${topic}(name)</li></ul><div class="comment"><p>`)
            .replace('</p>', '</p></div>'),
        ),
      );
    const pages = await read();
    for (const topic of TOPICS) {
      expect(pages.get(topic)?.markdown).toContain(`- declare ${topic}(name)`);
      expect(pages.get(topic)?.markdown).toContain(`${topic} [--all] NAME`);
      expect(pages.get(topic)?.markdown).not.toContain('rainy Tuesday');
    }
  });

  it('are called by the heading above them, not by the line below it that has their name in it', async () => {
    for (const [i, topic] of TOPICS.entries())
      writeFileSync(
        path.join(folder, `${topic}.html`),
        manualPage(topic, TOPICS[i - 1], TOPICS[i + 1])
          .replace(/<h2>.*<\/h2>/, '')
          .replace('<title>', '<title>Book of ')
          .replace('<p>See', `<p>${`Each ${topic} takes its time. `.repeat(20)}</p><p>See`)
          .replace(
            '<div class="sheet">',
            `<div class="head"><h1>Book of ${topic}</h1><div>Book of ${topic} team</div></div><div class="sheet">`,
          ),
      );
    const pages = await read();
    for (const topic of TOPICS) expect(pages.get(topic)?.markdown.split('\n')[0]).toBe(`# Book of ${topic}`);
  });

  it('keep terms, code and tables, and lose the bars and lines that all of them have', async () => {
    const pages = await read();
    expect([...pages.keys()]).toEqual(TOPICS);
    for (const topic of TOPICS) {
      const markdown = pages.get(topic)?.markdown ?? '';
      for (const kept of [
        `## ${topic}`,
        `${topic} [--all] NAME`,
        '--all',
        `every ${topic}`,
        `| 7 | ${topic} missing |`,
        'for the opposite',
      ])
        expect(markdown).toContain(kept);
      for (const lost of ['Overview', ' before', ' after', 'back to', 'on to', 'rainy Tuesday'])
        expect(markdown).not.toContain(lost);
    }
  });

  const writeAll = (change: (page: string, topic: string, i: number) => string) => {
    for (const [i, topic] of TOPICS.entries())
      writeFileSync(
        path.join(folder, `${topic}.html`),
        change(manualPage(topic, TOPICS[i - 1], TOPICS[i + 1]), topic, i),
      );
  };

  it('keep headings and code of pages that are written without html and body, and are called what they name', async () => {
    for (const topic of TOPICS) {
      const heading = (name: string) => `<h1 id="${name}"><a href="#___top">${name}</a></h1>\n`;
      writeFileSync(
        path.join(folder, `${topic}.html`),
        `<ul id="index"><li><a href="#NAME">NAME</a></li><li><a href="#SYNOPSIS">SYNOPSIS</a></li><li><a href="#METHODS">METHODS</a></li></ul>
${heading('NAME')}<p>Records::${topic} - works on ${topic} records</p>
${heading('SYNOPSIS')}<pre><code>  use Records::${topic};</code></pre>
${heading('METHODS')}<h2 id="${topic}All">${topic}All</h2><p>Works on every ${topic} record that is there, and says how many of them there were.</p>
<h2 id="${topic}One">${topic}One</h2><p>Works on one ${topic} record, and returns false where that one cannot be found.</p>`,
      );
    }
    const pages = await read();
    for (const topic of TOPICS) {
      const markdown = pages.get(topic)?.markdown ?? '';
      for (const kept of ['# NAME', `use Records::${topic};`, '# METHODS', `## ${topic}One`, 'returns false'])
        expect(markdown).toContain(kept);
    }
  });

  it('keep what many of them say of a term or in a list, and links in the cells of a small table', async () => {
    const last = '<dl><dt>OTHER</dt><dd>Another error</dd></dl></div>\n<div class="strip">';
    writeAll((page, topic, i) => {
      const table = `<h3>Names</h3><table class="names"><tr><td class="name"><a href="#${topic}-one">${topic}.one</a></td><td>One ${topic} alone.</td></tr></table>`;
      const see = i > 4 ? '<h3>See</h3><ul><li><a href="made.html">Made on a rainy Tuesday by hand</a></li></ul>' : '';
      return page
        .replace('<dl>', `${table}${see}<dl>`)
        .replace(/<\/div>\n<div class="strip">/, i % 2 === 0 ? last : '$&');
    });
    for (const [i, topic] of TOPICS.entries()) {
      const markdown = (await read()).get(topic)?.markdown ?? '';
      expect(markdown).toContain(`${topic}.one`);
      if (i % 2 === 0) expect(markdown).toContain('Another error');
      if (i > 4) expect(markdown).toContain('Made on a rainy');
      else expect(markdown).not.toContain('rainy');
    }
  });

  it('keep the words below the title of each, and lose the index at their end whose lines are terms', async () => {
    writeAll((page, topic) =>
      page
        .replace(
          '<div class="sheet">',
          `<div class="sheet"><header class="preamble"><h1>Module ${topic}</h1><p>About ${topic}.</p></header>`,
        )
        .replace(
          /<\/div>\n<div class="strip">/,
          `<h2 id="a">Usage</h2><p>Call it by ${topic}.</p><h2 id="b">Limits</h2><p>One ${topic} at a time.</p><h2 id="c">Files</h2><p>None of ${topic}.</p><h2>Index</h2><dl><dt><a href="#t">${topic}</a><dd><dt><a href="#a">Usage</a><dd><dt><a href="#b">Limits</a><dd><dt><a href="#c">Files</a><dd></dl>$&`,
        ),
    );
    const markdown = (await read()).get('divide')?.markdown ?? '';
    expect(markdown).toContain('# Module divide\n\nAbout divide.');
    expect(markdown).toContain('## Limits\n\nOne divide');
    expect(markdown).not.toMatch(/Index|\*\*Limits/);
  });

  it('keep headings inside of links that lead back to the questions above', async () => {
    writeAll((page, topic) =>
      page.replace(
        '<pre>',
        `<a name="a1"></a><a href="#q1"><h3>Can it ${topic} all?</h3></a><p>Yes, it can.</p><p><a href="#q2"><h3>Can it ${topic} none?</h3></a><p>No.</p><pre>`,
      ),
    );
    const markdown = (await read()).get('gather')?.markdown ?? '';
    expect(markdown).toContain('### Can it gather all?\n\nYes, it can.\n\n### Can it gather none?\n\nNo.');
  });

  it('lose their frame where one of them says hardly anything', async () => {
    writeAll((page, topic) =>
      topic === 'join'
        ? page.replace(/<div class="sheet">[\s\S]*?<\/div>/, '<div class="sheet"><h2>join</h2><p>Not used.</p></div>')
        : page,
    );
    expect((await read()).get('join')?.markdown).toBe('## join\n\nNot used.');
  });

  it('lose a bar whose label stays while its links differ', async () => {
    writeAll((page, topic, i) => {
      const tongues = ['da', 'de', 'en', 'es', 'fr', 'ja', 'ko', 'pt', 'ru', 'tr'].filter((_, n) => n !== i);
      const links = tongues.map((one) => `<a href="../${one}/${topic}.html">${one}</a>`).join(' | ');
      return page.replace('</h2>', `</h2><div class="toplang"><p>This page in other languages: ${links}</p></div>`);
    });
    for (const { markdown } of (await read()).values()) expect(markdown).not.toContain('other languages');
  });

  it('lose a bar of pictures around their titles, and keep headings that lead back to the contents', async () => {
    for (const topic of TOPICS) {
      const picture = (alt: string) => `<td><a href="${alt}.html"><img src="${alt}.png" alt="${alt}"></a></td>`;
      const bar = `<div class="navheader"><table><tr><th colspan="3">9. ${topic}</th></tr><tr>${picture('Prev')}<th>All about ${topic} and more</th>${picture('Next')}</tr></table></div>`;
      const heading = (name: string) =>
        `<h3><a class="toc-backref" href="#${name}">${name}</a></h3><p>What ${topic} does in ${name} is said here in a sentence.</p>`;
      const page = manualPage(topic).replace(/<div class="strip">.*?<\/div>/, bar);
      writeFileSync(
        path.join(folder, `${topic}.html`),
        page.replace(/<div class="strip">/, `${heading('Types')}${heading('Procs')}$&`),
      );
    }
    for (const [topic, { markdown }] of await read()) {
      expect(markdown).not.toContain('All about');
      expect(markdown).not.toContain('Prev');
      for (const kept of ['### Types', '### Procs', `## ${topic}`]) expect(markdown).toContain(kept);
    }
  });

  it('lose a filter in the middle that all of them have, and keep the same words where nothing is filtered', async () => {
    const choices = '<span>Ordering</span><ol><li>Alphabetic</li><li>By kind</li></ol><ol><li>Hide all</li></ol>';
    writeAll((page) => page.replace('<dl>', `<div><div><input type="text"></div>${choices}</div><dl>`));
    for (const [topic, { markdown }] of await read()) {
      for (const lost of ['Ordering', 'Alphabetic', 'By kind', 'Hide all']) expect(markdown).not.toContain(lost);
      expect(markdown).toContain(`${topic} [--all] NAME`);
      expect(markdown).toContain(`every ${topic}`);
    }
    writeAll((page) => page.replace('<dl>', `<div>${choices}</div><dl>`));
    for (const { markdown } of (await read()).values())
      for (const kept of ['Ordering', 'Alphabetic', 'By kind', 'Hide all']) expect(markdown).toContain(kept);
  });

  it("lose a list of the page's own headings, and keep one of links to other places on the page", async () => {
    const parts = ['Purpose', 'Options', 'Results', 'Failures'];
    const list = (names: readonly string[]) =>
      `<div>${names.map((name) => `<p><a href="#${name}">${name}</a></p>`).join('')}</div>`;
    const marks = ['Mark one', 'Mark two', 'Mark three', 'Mark four'];
    writeAll((page, topic) =>
      topic !== 'divide'
        ? page
        : page.replace(
            '<pre>',
            `${list(parts)}${parts.map((name) => `<h3>${name}</h3><p>The ${name} of it are told in this part.</p>`).join('')}${list(marks)}<pre>`,
          ),
    );
    const markdown = (await read()).get('divide')?.markdown ?? '';
    for (const name of parts) expect(markdown.split(name)).toHaveLength(3);
    for (const name of marks) expect(markdown).toContain(name);
  });

  it('keep short parts of help that has no table, term or block of code', async () => {
    for (const topic of TOPICS)
      writeFileSync(
        path.join(folder, `${topic}.html`),
        `<!doctype html><html><head><title>${topic}</title></head><body><header><a href="new.html"><p>The works, release 7.4</p></a></header>
<div id="area"><h2>${topic}</h2><p>${topic} works out the number of the ${topic} for the date that it is given inside of the machine.</p>
<div class="embedded"><h4>Syntax</h4></div><p class="code">${topic}(Number)</p>
<p>Number is the inner number of the date for ${topic}.</p><br><div class="embedded"><h4>Example</h4></div>
<p>=${topic}(33) gives 7.</p><br><div class="embedded"><a href="${topic}2.html">${topic} by name</a></div></div>
<footer><p>Please support us with a gift!</p></footer></body></html>`,
      );
    for (const [topic, { markdown }] of await read()) {
      for (const kept of ['Syntax', `${topic}(Number)`, 'Example', `=${topic}(33) gives 7.`, `${topic} by name`])
        expect(markdown).toContain(kept);
      for (const lost of ['release 7.4', 'a gift']) expect(markdown).not.toContain(lost);
    }
  });

  it('keep what is named a comment where it documents each member', async () => {
    const members = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];
    writeAll((page, topic) =>
      page.replace(
        '<pre>',
        `${members.map((name) => `<p>def ${topic}.${name}</p><div class="comment"><p>Gives the ${name} ${topic} of those that were asked for, whatever their order was before.</p><pre>${name}(${topic})</pre></div>`).join('')}<pre>`,
      ),
    );
    for (const [topic, { markdown }] of await read())
      for (const name of members) {
        expect(markdown).toContain(`Gives the ${name} ${topic}`);
        expect(markdown).toContain(`${name}(${topic})`);
        expect(markdown).toContain(`def ${topic}.${name}`);
        expect(markdown).not.toContain('rainy Tuesday');
      }
  });

  it('keep their last parts and lose the line that ends all of them, however long they are', async () => {
    const members = (topic: string) =>
      Array.from({ length: 1600 }, (_, i) => `<div><p>Member ${i} of ${topic} gives back its ${topic}.</p></div>`).join(
        '',
      );
    writeAll((page, topic) =>
      page
        .replace('<pre>', `${members(topic)}<pre>`)
        .replace('in a script.</p>', 'in a script.</p><p>Manual of the machine shop</p>'),
    );
    for (const [topic, { markdown }] of await read()) {
      for (const kept of [`Member 1599 of ${topic}`, `${topic} [--all] NAME`, `every ${topic}`, 'for the opposite'])
        expect(markdown).toContain(kept);
      for (const lost of ['machine shop', 'rainy Tuesday', 'back to', 'Overview']) expect(markdown).not.toContain(lost);
    }
  });

  it('have the same hashes when read again, and when one of them is written anew only its own is another', async () => {
    const before = await read();
    expect(await read()).toEqual(before);
    writeFileSync(
      path.join(folder, 'gather.html'),
      manualPage('gather', 'forward', 'harvest').replace('often needed', 'seldom needed'),
    );
    const after = await read();
    expect(TOPICS.filter((topic) => after.get(topic)?.hash !== before.get(topic)?.hash)).toEqual(['gather']);
  });

  it('of another make beside them are read alone', async () => {
    const letter =
      '<html><head><title>A letter</title></head><body><p>Dear all, the office stays closed on Friday.</p></body></html>';
    writeFileSync(path.join(folder, 'letter.html'), letter);
    expect((await read()).get('letter')?.markdown).toBe(extractHtmlText(letter).markdown);
  });
});

it('keeps a template of the whole folder, however many folders come before its pages, and none of folders after that', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'parley-manual-'));
  try {
    const pagesIn = (folder: string) => {
      mkdirSync(folder, { recursive: true });
      return TOPICS.map((topic, i) => {
        const file = path.join(folder, `${topic}.html`);
        writeFileSync(file, manualPage(topic, TOPICS[i - 1], TOPICS[i + 1]));
        return file;
      });
    };
    const [above, late] = [pagesIn(root), pagesIn(path.join(root, 'late'))];
    const templates = createFolderTemplates(root);
    // One page below more folders than may have a template of their own.
    templates.add(path.join(root, 'a/'.repeat(6000), 'page.html'));
    for (const file of [...above, ...late]) templates.add(file);
    const ofRoot = await templates.of(above[0]!);
    expect(ofRoot).toBeDefined();
    expect((await templates.of(late[0]!))?.hash).toBe(ofRoot?.hash);
  } finally {
    rmSync(root, { recursive: true });
  }
});

it('reads a page of a known generator alone without its bars', () => {
  const { markdown } = extractHtmlText(
    manualPage('append', 'start', 'borrow')
      .replace('<head>', '<head><meta name="generator" content="DocBook XSL Stylesheets V1.79">')
      .replaceAll('class="strip"', 'class="navheader"'),
  );
  expect(markdown).toContain('append [--all] NAME');
  expect(markdown).toContain('| 7 | append missing |');
  expect(markdown).not.toContain('Overview');
});
