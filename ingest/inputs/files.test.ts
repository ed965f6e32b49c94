import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { listFolder, readFolder } from './files.ts';

let folder: string;
const place = (name: string) => path.join(folder, name);
const write = (name: string, text: string | Uint8Array = 'Words.') => {
  mkdirSync(path.dirname(place(name)), { recursive: true });
  writeFileSync(place(name), text);
};
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-folder-'));
});

const list = async (...options: [Parameters<typeof listFolder>[2]?, number?]) => {
  const found: Record<string, string> = {};
  for await (const one of listFolder(folder, undefined, ...options)) {
    if (typeof one === 'string') found[path.relative(folder, one)] = 'read';
    else if (one.kind === 'skipped') found[path.relative(folder, one.input)] = one.reason;
    else found[path.relative(folder, one.failure.input)] = one.failure.message;
  }
  return found;
};

describe('a folder', () => {
  it('names every file that it passes over, and why', async () => {
    for (const name of [
      'a.md',
      'deep/er/b.html',
      'logo.png',
      'thesis.tex',
      'notes.one',
      'export.zip',
      'old.tar.gz',
      '.env',
      '.git/config',
      'rows.jsonl',
    ])
      write(name);
    write('node_modules/x/readme.md');
    write('mails.olm');
    for (const name of ['help.chm', 'help.qch', 'sed.info.gz', 'sed.info-1', 'plan.opml', 'notes.jex']) write(name);
    expect(await list()).toEqual({
      'a.md': 'read',
      'deep/er/b.html': 'read',
      'rows.jsonl': 'read',
      'logo.png': 'a picture; --ocr reads the text in it',
      'thesis.tex': 'Parley does not read .tex files',
      'notes.one':
        'Parley does not read .one files: OneNote’s own format: export its pages as Word (File, Export), and ingest that',
      'export.zip': 'an archive; `parley ingest` reads it where it is given alone',
      'old.tar.gz': 'an archive; `parley ingest` reads it where it is given alone',
      'mails.olm':
        'Parley does not read .olm files: Outlook’s own store: save its messages as .eml or .msg, and ingest those',
      'help.chm':
        'Parley does not read .chm files: Windows’ compiled help: unpack it (7-Zip opens it), and ingest the folder of its pages',
      'help.qch': expect.stringContaining('ingest the folder of pages that it was made from'),
      'sed.info.gz': expect.stringContaining('`makeinfo --html`'),
      'sed.info-1': expect.stringContaining('`makeinfo --html`'),
      'plan.opml': expect.stringContaining('export it as Markdown'),
      'notes.jex': expect.stringContaining('export “MD - Markdown + Front Matter”'),
      '.env': 'hidden',
      node_modules: 'installed packages (node_modules)',
    });
  });

  it('passes over the lists of a Slack export that lies among other files: who talks to whom is no page', async () => {
    write('slack/dms.json', '[{"id":"D06NU4E26M9","created":1,"members":["U06NU4E26M9","U074VRHQ11T"]}]');
    write('slack/dues.json', '[{"id":"DUES2026","name":"Ann","fee":28}]');
    expect(await list()).toMatchObject({
      'slack/dms.json': 'a part of an export of Slack, which is read where it is given alone',
      'slack/dues.json': 'read',
    });
  });

  it('passes over a note of Google Keep that was deleted, as the JSON beside its page says', async () => {
    const note = (trashed: boolean) => `{"color":"DEFAULT","isTrashed":${trashed},"title":"Boat"}`;
    for (const [name, trashed] of [
      ['Kept', false],
      ['Gone', true],
    ] as const) {
      write(
        `Keep/${name}.html`,
        `<html><body><div class="note"><div class="content">The boat ${name} is red.</div></div></body></html>`,
      );
      write(`Keep/${name}.json`, note(trashed));
    }
    const items: { input: string; kind: string; reason?: string }[] = [];
    for await (const item of readFolder(folder, { sourceId: 's', root: folder, prefix: '' })) items.push(item as never);
    const pages = items.filter(({ input }) => input.endsWith('.html')).map(({ kind, reason }) => [kind, reason]);
    expect(pages).toEqual([
      ['skipped', 'a note of Google Keep that was deleted'],
      ['page', undefined],
    ]);
  });

  it('says of other programs’ own backups what to export instead', async () => {
    write('jira.xml', '<?xml version="1.0"?>\n<!-- x -->\n<entity-engine-xml date="1">');
    write('issues.json', '{"startAt":0,"issues":[{"key":"OIL-7","fields":{"summary":"Press leaks"}}]}');
    write('page.json', '{"id":"1","title":"Press","_expandable":{"space":"/rest"}}');
    write('Kit.json', '{"color":"DEFAULT","isTrashed":false,"textContent":"tape","title":"Kit"}');
    write('roam.json', '[{"title":"Press","children":[{"string":"It loses oil.","uid":"a1"}]}]');
    write(
      'inbox.json',
      '{"participants":[{"name":"Ann"}],"messages":[{"sender_name":"Ann","timestamp_ms":1668628203612}]}',
    );
    write('history.json', '{"ok":true,"messages":[{"type":"message","ts":"1486999900.000000","text":"Hi"}]}');
    write('updates.json', '{"ok":true,"result":[{"update_id":31,"message":{"text":"Hi"}}]}');
    write('posts.json', '{"order":["59io"],"posts":{"59io":{"message":"Hi"}}}');
    write('bugs.json', '{"bugs":[{"id":7,"assigned_to":"ann"}]}');
    write('tasks.json', '{"error_code":null,"result":{"data":[{"phid":"PHID-TASK-1"}]}}');
    write('latest.json', '{"users":[],"topic_list":{"topics":[{"id":1,"fancy_title":"Press"}]}}');
    write('asana.json', '{"data":[{"gid":"12","name":"Paint the shed","notes":"Grey.","resource_type":"task"}]}');
    write(
      'journal.json',
      '{"metadata":{"version":"1.0"},"entries":[{"creationDate":"2024-01-02T08:00:00Z","uuid":"AB","text":"Rain."}]}',
    );
    write('index.json', '{"v":5,"entries":{"button--primary":{"id":"button--primary","title":"Button"}}}');
    write('other.xml', '<rss/>');
    write('package.json', '{"name":"x","list":[1]}');
    expect(await list()).toEqual({
      'jira.xml': 'Jira’s own backup: export the issues as CSV, and ingest that',
      'issues.json': 'issues as Jira’s API answers them: export them as XML or CSV, or set up `parley connect jira`',
      'page.json':
        'pages as Confluence’s API answers them: `parley connect confluence` reads them and keeps to who may see them',
      'Kit.json': 'a note of Google Keep as JSON: its .html page is the one to ingest',
      'roam.json': 'an export of Roam: export it as Markdown, and ingest that zip',
      'inbox.json': 'direct messages of Facebook or Instagram, which are not read',
      'history.json':
        'messages as Slack’s API answers them: ingest a workspace’s export, or the channel itself (slack:#channel)',
      'updates.json': 'what a bot of Telegram is told: export the chat in Telegram Desktop as JSON, and ingest that',
      'posts.json': 'posts as Mattermost’s API answers them: ingest a bulk export (mmctl export create)',
      'bugs.json': 'bugs as Bugzilla’s API answers them: export the list as XML, and ingest that',
      'tasks.json': 'what Phabricator’s API answers: export the tasks of a search as CSV, and ingest that',
      'latest.json': 'a list of Discourse’s topics without their posts: save each topic’s own .json (/t/NUMBER.json)',
      'asana.json': 'tasks as Asana writes them as JSON: export the project as CSV, and ingest that',
      'journal.json': 'a journal of Day One: export it as text, and ingest that',
      'index.json': 'the contents of a Storybook: ingest the .mdx files that it was made from',
      'other.xml': 'Parley does not read .xml files',
      'package.json':
        'Parley does not read .json files: of these it reads exports of other tools, descriptions of APIs, and lists of records whose values are texts or numbers',
    });
  });

  it('lists files of another program’s pages by how they begin', async () => {
    write('entities.xml', '<?xml version="1.0"?>\n<hibernate-generic datetime="2026-05-01 10:00:00">\n<object/>');
    write('wiki.xml', '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/">');
    expect(await list()).toEqual({ 'entities.xml': 'read', 'wiki.xml': 'read' });
  });

  it('reads texts without an ending: by their names, or by their bytes', async () => {
    const latin = Buffer.from('Öffnungszeiten der Bücherei', 'latin1');
    write('README', latin);
    write('CHANGES-1.2');
    write('copyright.Debian');
    write('Makefile', 'all:\n\tcc -o pump pump.c\n');
    write('minutes', `${'Die Bücherei öffnet um neun. '.repeat(400)}ü`);
    write('wide', Buffer.from('\ufeffThe pump stands under the bench.', 'utf16le'));
    write('report', '%PDF-1.4\n\0\0');
    write('gradlew', '#!/bin/sh\nexec java\n');
    write('id_rsa', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\n');
    write('Inbox', 'From ann@example.com Mon Jan  5 10:00:00 2026\nSubject: Boat\n\nAt nine.\n');
    write('core', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]));
    write('table', latin);
    write('nothing', '');
    write('dump', 'one line\n'.repeat(120_000));
    const noText = 'the name has no ending that tells its format, and its bytes are not plain text';
    expect(await list()).toEqual({
      README: 'read',
      'CHANGES-1.2': 'read',
      'copyright.Debian': 'read',
      Makefile: 'read',
      minutes: 'read',
      wide: 'read',
      report: 'read',
      gradlew: 'a program: it begins with #!',
      id_rsa: 'a key or a certificate',
      Inbox: 'read',
      core: noText,
      table: noText,
      nothing: 'empty',
      dump: 'the name has no ending that tells its format, and a text of that kind is read up to 1 MB',
    });
    for (const name of ['table', 'core', 'dump', 'report']) rmSync(place(name));
    const texts: Record<string, string> = {};
    for await (const item of readFolder(folder, { sourceId: 's', root: folder, prefix: '' }))
      if (item.kind === 'page') texts[item.id] = (await item.extract()).text;
    expect(texts).toMatchObject({
      's/README': 'Öffnungszeiten der Bücherei',
      's/wide': 'The pump stands under the bench.',
      's/minutes': expect.stringContaining('Bücherei'),
    });
  });

  it('passes over the source of a page that is there rendered, for one reason that counts them all', async () => {
    for (const name of [
      'guide.html',
      'api/index.html',
      '_sources/guide.rst.txt',
      '_sources/api.md.txt',
      '_sources/only.rst.txt',
    ])
      write(name);
    expect(await list()).toEqual({
      'guide.html': 'read',
      'api/index.html': 'read',
      '_sources/guide.rst.txt': 'the source of a page that is read',
      '_sources/api.md.txt': 'the source of a page that is read',
      '_sources/only.rst.txt': 'read',
    });
  });

  it('passes over a text beside the page that it was rendered to, and reads one that says something else', async () => {
    const words = Array.from({ length: 60 }, (_, at) => `word${String.fromCharCode(97 + (at % 26), 97 + (at % 7))}`);
    write('stash.txt', `stash(1)\n========\n\nNAME\n----\n${words.join(' ')}`);
    write('stash.html', `<h1>stash(1)</h1><h2>NAME</h2><p>${words.join(' ')}</p>`);
    write('minutes.txt', `Minutes of May. ${words.map((word) => `${word}may`).join(' ')}`);
    write('minutes.html', `<h1>Minutes of June</h1><p>${words.join(' ')}</p>`);
    expect(await list()).toEqual({
      'stash.html': 'read',
      'stash.txt': 'the source of a page that is read',
      'minutes.html': 'read',
      'minutes.txt': 'read',
    });
  });

  it('counts the same page under two names once', async () => {
    write('a.md', `# Tides\n\n${'The water rises twice a day. '.repeat(20)}`);
    write('b.md', `# Tides\n\n${'The water rises twice a day. '.repeat(20)}`);
    const items: string[] = [];
    for await (const item of readFolder(folder, { sourceId: 's', root: folder, prefix: '' }))
      items.push(item.kind === 'copy' ? `${path.basename(item.input)} of ${path.basename(item.of)}` : item.kind);
    expect(items).toEqual(['page', 'b.md of a.md']);
  });

  it('leaves out what --exclude names, and reads only what --include names', async () => {
    for (const name of ['a.md', 'draft.md', 'old/b.md', 'guide/c.md']) write(name);
    expect(await list({ rules: { exclude: ['draft', 'old/'] } })).toEqual({
      'a.md': 'read',
      'guide/c.md': 'read',
      'draft.md': 'left out by --exclude',
      old: 'left out by --exclude',
    });
    expect(await list({ rules: { include: ['guide/*'] } })).toMatchObject({
      'guide/c.md': 'read',
      'a.md': 'not named by --include',
    });
  });

  it('follows links inside, never out of it, and in circles once', async () => {
    write('a/page.md');
    write('b/page.md');
    symlinkSync('../b', place('a/to-b'));
    symlinkSync('../a', place('b/to-a'));
    symlinkSync('/etc', place('etc'));
    symlinkSync('nowhere', place('gone.md'));
    symlinkSync('self', place('self'));
    for (let n = 0; n < 12; n++) symlinkSync('.', place(`again-${n}`));
    const found = await list();
    expect(Object.values(found).filter((one) => one === 'read')).toHaveLength(2);
    expect(found).toMatchObject({
      'a/page.md': 'read',
      'a/to-b/page.md': 'read',
      b: 'a link to a folder that is read already',
      etc: 'a link out of the folder',
      'gone.md': 'a link that leads nowhere',
      self: 'a link that leads nowhere',
      'again-7': 'a link to a folder that is read already',
    });
  });

  it('is read to the bottom however deep it is', async () => {
    const deep = Array.from({ length: 400 }, (_, n) => `d${n}`).join('/');
    write(`${deep}/page.md`);
    expect(await list()).toEqual({ [`${deep}/page.md`]: 'read' });
  });

  it('is bounded in how many files it may have', async () => {
    for (let n = 0; n < 30; n++) write(`${n % 3}/${n}.md`);
    const found = await list({}, 20);
    expect(Object.values(found).filter((one) => one === 'read').length).toBeLessThan(30);
    expect(found['']).toMatch(/more than 20 files/);
  });

  it('is read on while it changes: what is gone is said, what became another kind too, and nothing stops', async () => {
    for (const name of ['a.md', 'b.md', 'c/d.md', 'e/f.md', 'g.md', 'h.md']) write(name, `Words of ${name}.`);
    const seen: Record<string, string> = {};
    for await (const item of readFolder(folder, { sourceId: 'x', root: folder, prefix: '' })) {
      const input = item.kind === 'failure' ? item.failure.input : item.input;
      seen[path.relative(folder, input)] = item.kind;
      if (path.basename(input) !== 'a.md') continue;
      for (const gone of ['b.md', 'c', 'e', 'g.md']) rmSync(place(gone), { recursive: true });
      write('e', 'A file where a folder was.');
      mkdirSync(place('g.md'));
      write('new.md');
    }
    expect(seen).toEqual({ 'a.md': 'page', 'b.md': 'deleted', e: 'failure', 'g.md': 'failure', 'h.md': 'page' });
  });

  it('passes over a page that only leads to another', async () => {
    const head = '<head><title>fail</title><meta http-equiv="Refresh" content="0; url=Tests.html#fail"></head>';
    write('fail.html', `<html>${head}<body><p>The node is at <a href="Tests.html#fail">fail</a>.</p></body></html>`);
    write('clock.html', `<html>${head}<body><p>${'The tide turns at noon today. '.repeat(20)}</p></body></html>`);
    const items = [];
    for await (const item of readFolder(folder, { sourceId: 'x', root: folder, prefix: '' })) items.push(item);
    expect(items).toMatchObject([
      { kind: 'page', input: place('clock.html') },
      { kind: 'skipped', input: place('fail.html'), reason: 'a page that only leads to another' },
    ]);
  });

  it('passes over what only the search of a manual reads', async () => {
    const head = '<head><title>All Documents</title><meta name="generator" content="pydoctor 22.9.1"></head>';
    const entry = '<li id="a.b">\n<div class="fullName">a<wbr></wbr>.b</div>\n<div class="url">a.html#b</div></li>';
    write('all-documents.html', `<html>${head}<body><h1>All Documents</h1><ul>${entry.repeat(9)}</ul></body></html>`);
    write(
      'names.html',
      `<html>${head}<body><h1>Names</h1><ul>${'<li id="b"><a href="a.html#b">b</a></li>'}</ul></body></html>`,
    );
    write(
      'search/SymbolsA.html',
      '<html><body class="FramedPage"><div id=SRIndex><div class=SRResult>a</div></div></body></html>',
    );
    const items = [];
    for await (const item of readFolder(folder, { sourceId: 'x', root: folder, prefix: '' })) items.push(item);
    const reason = 'a page that only the search of its manual reads';
    expect(items).toMatchObject([
      { kind: 'skipped', input: place('all-documents.html'), reason },
      { kind: 'page', input: place('names.html') },
      { kind: 'skipped', input: place('search/SymbolsA.html'), reason },
    ]);
  });

  it.skipIf(process.platform === 'win32')('opens no pipe, socket or device', async () => {
    execFileSync('mkfifo', [place('pipe.md')]);
    expect(await list()).toEqual({ 'pipe.md': 'not a file (a pipe, a socket or a device)' });
  });

  it.skipIf(process.platform !== 'linux')('names a file whose name is not UTF-8', async () => {
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from('.md')]), 'Words.');
    const items = [];
    for await (const item of readFolder(folder, { sourceId: 'x', root: folder, prefix: '' })) items.push(item);
    expect(items).toMatchObject([{ kind: 'failure', failure: { message: 'The file’s name is not UTF-8.' } }]);
  });

  it('keeps names apart that look alike', async () => {
    for (const name of ['caf\u00e9.md', 'cafe\u0301.md', '\u202etxt.md', 'a\nb.md', 'А.md', 'A.md']) write(name);
    expect(Object.keys(await list())).toHaveLength(6);
  });

  it.skipIf(process.getuid?.() === 0)('names a folder in it that may not be read, and reads the others', async () => {
    write('open/a.md');
    write('shut/b.md');
    chmodSync(place('shut'), 0);
    try {
      expect(await list()).toEqual({ 'open/a.md': 'read', shut: 'The folder may not be read.' });
    } finally {
      chmodSync(place('shut'), 0o755);
    }
  });
});

describe('mails without a name of one', () => {
  const mail = [
    'Received: from a.example (a.example [192.0.2.1])',
    '\tby b.example with ESMTP; Mon, 2 Mar 2026 09:00:00 +0000',
    'From: Ann Lee <ann@example.org>',
    'Subject: The key of the hall',
    'Date: Mon, 2 Mar 2026 09:00:00 +0000',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('The key hangs behind the door.').toString('base64'),
    '',
  ].join('\n');
  const pages = async () => {
    const read: Record<string, string> = {};
    for await (const item of readFolder(folder, { sourceId: 's', root: folder, prefix: '' })) {
      if (item.kind === 'page') read[path.relative(folder, item.input)] = (await item.extract()).title;
      else if (item.kind === 'copy') read[path.relative(folder, item.input)] = 'a copy';
      else if (item.kind === 'skipped') read[path.relative(folder, item.input)] = item.reason;
    }
    return read;
  };

  it('are read as mails: in a Maildir, under a number, as text', async () => {
    const names = [
      'cur/1772442000.M615261P21663.org.example.org:2,S',
      'new/1772442000.R31.mail.example.org',
      'mh/12',
      'saved.txt',
    ];
    for (const [at, name] of names.entries()) write(name, mail.replace('hall', `hall ${at}`));
    expect(await pages()).toEqual({
      'cur/1772442000.M615261P21663.org.example.org:2,S': 'The key of the hall 0',
      'new/1772442000.R31.mail.example.org': 'The key of the hall 1',
      'mh/12': 'The key of the hall 2',
      'saved.txt': 'The key of the hall 3',
    });
  });

  it('and texts that begin like one stay texts', async () => {
    write('memo.txt', 'From: Ann\nTo: Bob\nSubject: Keys\nDate: Monday\n\nThe key hangs behind the door.');
    write('howto', 'Received: a parcel\n\nFrom: the harbour, it goes to the hall.');
    write('data.txt', 'Message-ID: 4\nFrom: 3\nTo: 5\nsomething that is no header\n');
    const read = await pages();
    expect(Object.keys(read)).toHaveLength(3);
    expect(Object.values(read)).not.toContain('Keys');
  });
});
