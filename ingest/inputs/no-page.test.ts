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

it('direct messages that DiscordChatExporter wrote are no page in any of its formats; a channel is one', () => {
  const text = (guild: string) =>
    `${'='.repeat(62)}\nGuild: ${guild}\nChannel: Private / bo\n${'='.repeat(62)}\n\n[01/05/2026 10:00 AM] ann\nHi\n`;
  expect(why('Direct Messages - Private - bo [1].txt', text('Direct Messages'))).toMatch(/direct messages/);
  expect(why('Hall - Text - dock [1].txt', text('Hall'))).toBeUndefined();
  const page = (guild: string) =>
    `<!DOCTYPE html><html><head><style>a{}</style></head><body><div class=preamble><div class=preamble__entry>${guild}</div><div class=preamble__entry>bo</div></div>Hi</body></html>`;
  expect(why('bo.html', page('Direct Messages'))).toMatch(/direct messages/);
  expect(why('dock.html', page('Hall'))).toBeUndefined();
  const rows = '\uFEFFAuthorID,Author,Date,Content,Attachments,Reactions\n"1","ann","2026-01-05","Hi","",""\n';
  expect(why('Direct Messages - Private - bo [1].csv', rows)).toMatch(/direct messages/);
  expect(why('Hall - Text - dock [1].csv', rows)).toBeUndefined();
});

it('the two pages of a Storybook are none, as a script draws what they show; a page about it is one', () => {
  const page = (body: string) =>
    `<!doctype html><html><head><title>Storybook</title></head><body>${body}</body></html>`;
  const frame =
    '<div class="sb-nopreview sb-wrapper"><h1>No Preview</h1><p>Sorry, but you either have no stories or none are selected somehow.</p></div><div id="storybook-root"></div><script type="module" src="./assets/iframe.js"></script>';
  expect(why('iframe.html', page(frame))).toMatch(/Storybook.*\.mdx/);
  expect(
    why('index.html', page(`<div id="root"></div><script type="module">import './sb-manager/runtime.js';</script>`)),
  ).toMatch(/Storybook/);
  expect(why('about.html', page('<p>We show our buttons in Storybook, below storybook-root.</p>'))).toBeUndefined();
});
