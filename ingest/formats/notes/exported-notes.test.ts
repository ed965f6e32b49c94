import { expect, it } from 'vitest';
import { readerFor } from '../../sandbox/index.ts';

const read = async (name: string, text: string) => readerFor({ name })!(new TextEncoder().encode(text));

const note = (title: string, content: string, rest = '') =>
  `<note><title>${title}</title><content><![CDATA[<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note>${content}</en-note>]]></content><created>20210308T051614Z</created><updated>20210309T051855Z</updated>${rest}</note>`;
const notes = (...all: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export3.dtd"><en-export export-date="20210408T052957Z">${all.join('')}</en-export>`;

it('reads an export of one note as a page, with what is done and its files named', async () => {
  const page = await read(
    'lids.enex',
    notes(
      note(
        'Lids',
        '<div>No lid is square.</div><ul><li><div><en-todo checked="true"/>Foo</div></li><li><div><en-todo checked="false"/>Bar</div></li></ul><div><en-media type="image/png" hash="a"/>Turn.</div><en-crypt hint="x">U2VjcmV0</en-crypt>',
        '<tag>boxes</tag><tag>lids</tag><note-attributes><author>Ann Lee</author></note-attributes><resource><resource-attributes><file-name>lid.png</file-name></resource-attributes></resource>',
      ),
    ),
  );
  expect(page.title).toBe('Lids');
  expect(page.markdown).toBe('Tags: boxes, lids\n\nNo lid is square.\n\n- [x] Foo\n- [ ] Bar\n\nTurn.');
  expect(page.metadata).toMatchObject({
    author: 'Ann Lee',
    published: '2021-03-08T05:16:14.000Z',
    updated: '2021-03-09T05:18:55.000Z',
  });
  expect(page.metadata.notices?.join()).toMatch(/lid\.png.*encrypted/s);
});

it('reads an export of several notes as a section each, also where the text is no CDATA', async () => {
  const { markdown } = await read(
    'all.enex',
    notes(
      note('Lids', '<h1>Sizes</h1><p>Round.</p>'),
      '<note><title></title><content><div>5 &lt; 6</div></content></note>',
    ),
  );
  expect(markdown).toBe(
    '## Lids\n\nCreated: 2021-03-08\\\nUpdated: 2021-03-09\n\n### Sizes\n\nRound.\n\n## Without a title\n\n5 < 6',
  );
  await expect(read('other.enex', '<rss></rss>')).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' });
});

it('reads the tasks of a note where the note shows them', async () => {
  const task = (title: string, status: string, weight: string, more = '') =>
    `<task><title>${title}</title><taskStatus>${status}</taskStatus><sortWeight>${weight}</sortWeight><taskGroupNoteLevelID>g-1</taskGroupNoteLevelID>${more}</task>`;
  const placeholder =
    '<div style="--en-task-group:true; --en-id:g-1;overflow:hidden"><div style="padding:8px">Content not supported</div><div>This block is a placeholder for Tasks.</div></div>';
  const { markdown } = await read(
    'tasks.enex',
    notes(
      note(
        'Lids',
        `<div>Before the fair:</div>${placeholder}<div>Then rest.</div>`,
        task('Sand lids', 'completed', 'J') +
          task('Count lids', 'open', 'B', '<dueDate>20260401T000000Z</dueDate>') +
          task('Buy wax', 'open', 'A').replace('g-1', 'g-9'),
      ),
    ),
  );
  expect(markdown).toBe(
    'Before the fair:\n\n- [ ] Count lids (due 2026-04-01)\n- [x] Sand lids\n\nThen rest.\n\n- [ ] Buy wax',
  );
});

it('reads code of a note as code', async () => {
  const { markdown } = await read(
    'code.enex',
    notes(
      note(
        'Lids',
        '<div>Run:</div><div style="--en-codeblock:true;box-sizing: border-box; font-family: Monaco, monospace"><div>for lid in lids:</div><div>    sand(lid)</div><div><br/></div><div>print("done")</div></div><div>Then rest.</div>',
      ),
    ),
  );
  expect(markdown).toBe('Run:\n\n```\nfor lid in lids:\n    sand(lid)\n\nprint("done")\n```\n\nThen rest.');
});

const part = (type: string, place: string, text: string) =>
  `--b\r\nContent-Type: ${type}; charset="windows-1252"\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Location: ${place}\r\n\r\n${text}\r\n`;

it('reads a web page that was saved in one file, and nothing of its frames', async () => {
  const sentence = 'A box has two corners, and what lies between them belongs to it, whatever its dimensions are. ';
  const page = await read(
    'boxes.mhtml',
    `From: <Saved by Blink>\r\nSnapshot-Content-Location: https://boxes.example/a/lids.html\r\nSubject: Lids\r\nDate: Fri, 27 Nov 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html"; boundary="b"\r\n\r\n${part('text/html', 'https://boxes.example/a/lids.html', `<html><head><title>Lids</title></head><body><h1>Lids</h1><p>${sentence.repeat(6)} =E9 <a href=3D"hinges.html">Hinges</a> hold them.</p></body></html>`)}${part('text/css', 'https://boxes.example/a.css', 'p { color: red }')}${part('text/html', 'https://ads.example/', '<html><body><p>Buy corners.</p></body></html>')}--b--\r\n`,
  );
  expect(page.title).toBe('Lids');
  expect(page.markdown).toContain('é');
  expect(page.markdown).toContain('(https://boxes.example/a/hinges.html)');
  expect(page.markdown).not.toMatch(/Buy|color|MIME/);
  await expect(read('none.mht', 'Subject: a\r\n\r\ntext')).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' });
});

it('shows a task as it is written, whatever signs are in it', async () => {
  const task =
    "<task><title>Pay $$50 of $&amp; $' in US$</title><taskStatus>open</taskStatus><taskGroupNoteLevelID>g-1</taskGroupNoteLevelID></task>";
  const { markdown } = await read('pay.enex', notes(note('Pay', '<div>Soon.</div>', task)));
  expect(markdown).toBe("Soon.\n\n- [ ] Pay $$50 of $& $' in US$");
});

it('reads program text with long gaps once', async () => {
  const before = process.cpuUsage();
  const { markdown } = await read(
    'code.enex',
    notes(note('Code', `<div style="--en-codeblock:true"><div>a${' '.repeat(200_000)}b  </div></div>`)),
  );
  expect(markdown).toMatch(/a {200000}b\n```/);
  // CPU time, which other processes do not affect.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(5);
});
