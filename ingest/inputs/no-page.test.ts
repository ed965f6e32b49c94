import { expect, it } from 'vitest';
import { whyNoPage } from './no-page.ts';

const why = (file: string, text: string) => whyNoPage(file, new TextEncoder().encode(text));

it('the links beside and below the pages of a wiki are no page', () => {
  expect(why('wiki/_Sidebar.md', '* [Home](Home)\n')).toMatch(/links/);
  expect(why('wiki/_Footer.md', 'Made by the team.')).toMatch(/links/);
  expect(why('wiki/Sidebar.md', '* [Home](Home)\n')).toBeUndefined();
});

it('a list of contents of a book is no page; a summary in words is one', () => {
  const contents =
    '# Summary\n\n[Introduction](README.md)\n\n# Guide\n\n- [Install](install.md)\n  - [Linux](linux.md)\n---\n- [Draft]()\n';
  expect(why('src/SUMMARY.md', contents)).toMatch(/links/);
  expect(why('modules/ROOT/nav.adoc', '.Guide\n* xref:install.adoc[Install]\n** xref:linux.adoc[Linux]\n')).toMatch(
    /links/,
  );
  expect(
    why('SUMMARY.md', '# Summary\n\nWe moved to the new office in May. See [the plan](plan.md).\n'),
  ).toBeUndefined();
});

it('a guide of Mallard without a text of its own is no page', () => {
  const page = (inner: string) => `<page type="guide"><info><desc>x</desc></info><title>Net</title>${inner}</page>`;
  expect(
    why('net.page', page('<links type="topic"><title>More</title></links><comment><p>To do</p></comment>')),
  ).toMatch(/links alone/);
  expect(why('net.page', page('<p>Connect first.</p><links type="topic"/>'))).toBeUndefined();
});
