import { expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';

const page = (above: string, title = 'Boxes.Lid – Box Binding Reference') =>
  extractHtmlText(
    `<html><head><title>${title}</title></head><body>${above}<h1>Lid</h1><p>A lid closes the box, and what lies between its corners is out of sight until the lid is opened.</p><p>An empty box has a lid as well, and nothing that is asked of it may be taken for an answer.</p></body></html>`,
  ).markdown;

it('leaves out the running title above the heading of a page, and keeps sentences', () => {
  expect(page('<div>Boxes.Lid – Reference Manual</div>')).toMatch(/^# Lid/);
  expect(page('<p>Lid - Box Manual</p>', 'Lid')).toMatch(/^# Lid/);
  const sentence = 'Lid – so it has been called since the first box was made by hand.';
  expect(page(`<p>${sentence}</p>`)).toContain('so it has been called');
  expect(page('<p>Version 3 – for boxes of more than two corners</p>')).toContain('Version 3');
});

it('leaves out the path of links to a page above its heading, also in a cell', () => {
  const path = '<a href="b.html">Package&nbsp;boxes</a> ::\n<a href="l.html">Module lids</a> :: Class Lid';
  expect(page(`<table width="100%"><tr><td><span class="crumbs">${path}</span></td><td></td></tr></table>`)).toMatch(
    /^# Lid/,
  );
  expect(page('<p><a href="b.html">Boxes</a> &gt; <a href="l.html">Lids</a> &gt; <b>Lid</b></p>')).toMatch(/^# Lid/);
  expect(page('<p><a href="b.html">Boxes</a> are closed by lids, and by nothing else that is known.</p>')).toContain(
    'are closed by lids',
  );
});

it('leaves out the heading that names the manual on each page, and calls the page by its own', () => {
  const read = (title: string, body: string) =>
    extractHtmlText(`<html><head><title>${title}</title></head><body>${body}</body></html>`);
  const text =
    '<p>A lid closes the box, and what lies between its corners is out of sight until the lid is opened.</p><p>An empty box has a lid as well, and nothing that is asked of it may be taken for an answer.</p>';
  const own = read('Lids - Box Book', `<div><h1>Box Book</h1></div><main><h1 id="lids">Lids</h1>${text}</main>`);
  expect(own.title).toBe('Lids');
  expect(own.markdown).toMatch(/^# Lids\n/);
  // The declared title may have a shorter name of the page.
  const other = read('Lids - Box Book', `<h1>Box Book</h1><h1>Lids and hinges</h1>${text}`);
  expect(other.markdown).toMatch(/^# Lids and hinges\n/);
  expect(other.title).toBe('Lids');
  const linked = read(
    'box.lids — Box Book 3.2',
    `<h1><a href="i.html">Box Book 3.2</a></h1><h1>Source of box.lids</h1>${text}`,
  );
  expect(linked.title).toBe('box.lids');
  const below = read('Lids - Box Book', `<div><h1>Box Book</h1></div><main><h2 id="lids">Lids</h2>${text}</main>`);
  expect(below.title).toBe('Lids');
  expect(below.markdown).toMatch(/^## Lids\n/);
  const whole = read('The Box Book', `<h1>The Box Book</h1>${text}<h1>Lids</h1>${text}`);
  expect(whole.title).toBe('The Box Book');
  expect(whole.markdown).toMatch(/^# The Box Book\n/);
});

it('leaves out the first heading where the next one says the same and is the title', () => {
  const read = (body: string) =>
    extractHtmlText(`<html><head><title>Lids</title></head><body>${body}</body></html>`).markdown;
  const text =
    '<p>A lid closes the box, and what lies between its corners is out of sight until the lid is opened.</p>';
  expect(read(`<div><h2>Closing a lid</h2></div><main><h1>Closing a lid</h1>${text}</main>`)).toMatch(
    /^# Closing a lid\n\nA lid/,
  );
  expect(read(`<main><h2>Closing</h2><h1>Closing a lid</h1>${text}</main>`)).toContain('## Closing\n');
});

it('leaves out the head and the foot of a manual page, and keeps other tables in their place', () => {
  const read = (head: string, foot: string) =>
    extractHtmlText(
      `<html><head><title>LID(1)</title></head><body><table><tr><td>${head}</td><td>Boxes</td><td>LID(1)</td></tr></table><div><h1>Name</h1><p>lid - closes a box, so that what lies between its corners is out of sight until it is opened</p><h1>Options</h1><p>Each option of a lid is one letter, and what nobody asked for is not closed.</p></div><table><tr><td>${foot}</td><td>Box Binding 6.03</td></tr></table></body></html>`,
    ).markdown;
  const edges = read('LID(1)', '2022-10-30');
  expect(edges).toContain('closes a box');
  expect(edges).not.toContain('LID(1)');
  expect(edges).not.toContain('6.03');
  expect(read('Lids since 2019', '2022-10-30')).toContain('6.03');
});
