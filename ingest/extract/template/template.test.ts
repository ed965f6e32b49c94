import { expect, it } from 'vitest';
import { extractHtmlText, sketchHtml } from '../html.ts';
import { learnTemplate } from './learn.ts';

const NAMES = ['Box', 'Lid', 'Hinge', 'Corner', 'Pin', 'Handle'];

/** Reads the first of six pages that have the same frame. */
const pageBeside = (page: (name: string) => string) => {
  const [first = '', ...others] = NAMES.map(page);
  const template = learnTemplate([first, ...others].map((html) => sketchHtml(Buffer.from(html))));
  return extractHtmlText(first, { template });
};
const readBeside = (page: (name: string) => string): string => pageBeside(page).markdown;

const members = (name: string) =>
  ['width', 'depth', 'age']
    .map(
      (member) =>
        `<div class="member" id="${name}-${member}"><pre>val ${member} : ${name} -> int</pre><p>The ${member} of a ${name.toLowerCase()} is measured in whole numbers, as nobody sells any other ${name}.</p></div>`,
    )
    .join('');

it('reads the title and the first words of a page in a header beside its text, though the page is named otherwise', () => {
  const markdown = readBeside(
    (name) =>
      `<html><head><title>${name} (shop.Tools.${name})</title></head><body><nav><a href="../index.html">Up</a> – <a href="../index.html">shop</a></nav><header class="preamble"><h1>Class type Tools.${name}</h1><p>What a shop knows of each ${name.toLowerCase()}.</p></header><div class="content">${members(name)}</div></body></html>`,
  );
  expect(markdown).toMatch(/^# Class type Tools\.Box\n\nWhat a shop knows of each box\.\n\n```\nval width/);
  expect(markdown).not.toContain('Up');
});

it('keeps the name above each explanation of a summary, and leaves out a list of names alone', () => {
  const row = (name: string, member: string) =>
    `<div class="row"><div class="signature"><a href="#${name}-${member}">${member}(${name})</a></div><div class="synopsis"><p>Gives the ${member} of one ${name.toLowerCase()} of the shop.</p></div></div>`;
  const markdown = readBeside(
    (name) =>
      `<html><head><title>${name} - Tools</title></head><body><nav><a href="index.html">Tools</a></nav><main><h1>${name}</h1><p>A ${name.toLowerCase()} is one of the tools that the shop lets out, each for a day or a week, and whoever lets out another ${name} asks for it by its number.</p><ul class="toc"><li><a href="#${name}-width">width</a></li><li><a href="#${name}-depth">depth</a></li></ul><h2>Summary</h2>${row(name, 'width')}${row(name, 'depth')}<h2>Functions</h2>${members(name)}</main></body></html>`,
  );
  expect(markdown).toMatch(
    /width\(Box\).*\n\nGives the width of one box of the shop\.\n\n.*depth\(Box\).*\n\nGives the depth/,
  );
  expect(markdown).not.toMatch(/- .*width/);
});

it("reads the text of a page that has it two elements outside of the others'", () => {
  const readme = Array.from(
    { length: 4 },
    (_, n) =>
      `<p>Number ${n}: the box is lent to whoever asks for it first, and whoever brings it back late pays for a day.</p>`,
  ).join('');
  const markdown = readBeside(
    (name) =>
      `<html><head><title>${name}</title></head><body><nav><a href="../index.html">Up</a></nav><h1>${name}</h1><main><div class="details">${name === 'Box' ? `<div class="readme"><h2>Read me</h2>${readme}</div>` : ''}<div class="unit"><div class="docs">${name === 'Box' ? `<h2>Overview</h2><p>Lends a box.</p><pre>${'lend --box 1 --days 2\n'.repeat(8)}</pre>` : members(name)}</div></div></div></main><footer><p>The shop is open on every day of the week, also when it rains, and it is shut on holidays.</p></footer></body></html>`,
  );
  expect(markdown).toContain('## Read me');
  expect(markdown.match(/Number \d/g)).toHaveLength(4);
  expect(markdown).toContain('Lends a box.');
  expect(markdown).not.toMatch(/Up|shop is open/);
});

it('calls a page by its first heading where all pages have the title of the site, or none', () => {
  const page = (title: string) => (name: string) =>
    `<html><head><title>${title}</title></head><body><h1><a href="">${title}</a></h1><nav><a href="index.html">Classes</a></nav><main><h2>${name}</h2><p>A ${name.toLowerCase()} is lent for a day, and whoever lends out another ${name} asks for its number.</p><h3>Functions</h3>${members(name)}</main></body></html>`;
  expect(pageBeside(page('Shop Tools')).title).toBe('Box');
  expect(pageBeside(page('')).title).toBe('Box');
});

it('keeps the parts of a title that say of what class a member is, without those that many pages have', () => {
  const page = (name: string) =>
    `<html><head><title>wait method - ${name} class - tools library - Shop API</title></head><body><nav><a href="index.html">tools</a></nav><main><h1>wait method</h1><p>A ${name.toLowerCase()} is lent for a day, and whoever lends out another ${name} asks for its number.</p>${members(name)}</main></body></html>`;
  expect(pageBeside(page).title).toBe('wait method - Box class');
});

it('leaves out the brackets at the end of a title that many pages have, and keeps those of one page', () => {
  const page = (bracket: (name: string) => string) => (name: string) =>
    `<html><head><title>${name}s (${bracket(name)})</title></head><body><nav><a href="index.html">tools</a></nav><main><h1>Class ${name}</h1><p>A ${name.toLowerCase()} is lent for a day, and whoever lends out another ${name} asks for its number.</p>${members(name)}</main></body></html>`;
  expect(pageBeside(page(() => 'Shop Binding 2.1 API')).title).toBe('Boxs');
  expect(pageBeside(page((name) => `of the ${name} kind`)).title).toBe('Boxs (of the Box kind)');
});
