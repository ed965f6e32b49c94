import * as XLSX from '@e965/xlsx';
import { gzipSync, zipSync } from 'fflate';
import type { PageFormatName } from '../../formats/detect.ts';
import { report } from '../../formats/testing/pdf-files.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const zipOf = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, bytesOf(text)])));

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';

/** Creates a Word document with this XML as its body. */
export const wordDocument = (body: string): Uint8Array =>
  zipOf({
    '[Content_Types].xml': `<Types xmlns="${TYPES}"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="r" Type="${OFFICE_RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
  });

export const wordParagraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** Creates an EPUB book with one chapter, which its contents list several times. */
export const epubBook = (times: number): Uint8Array =>
  zipOf({
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
    'a.opf': `<package><metadata><title>The sea</title></metadata><manifest><item id="c" href="c.html"/></manifest><spine>${'<itemref idref="c"/>'.repeat(times)}</spine></package>`,
    'c.html': `<html><body><h1>Tides</h1>${'<p>The sea comes and goes twice a day. It has done so for long.</p>'.repeat(40)}</body></html>`,
  });

/** Creates an OLE container, as Word 97 and Outlook use it, of streams by their paths. */
export const oleContainer = (streams: Readonly<Record<string, Uint8Array>>): Uint8Array => {
  const file = XLSX.CFB.utils.cfb_new();
  for (const [path, content] of Object.entries(streams)) XLSX.CFB.utils.cfb_add(file, path, Buffer.from(content));
  return new Uint8Array(XLSX.CFB.write(file, { type: 'buffer' }) as Buffer);
};

/** Creates a Word 97 file of one text, in windows-1252 and shorter than 2,900 bytes. */
export const word97Document = (text: Uint8Array): Uint8Array => {
  // MS-DOC: the file's head says where the text is told from (Clx), and that says where the text is, one byte a letter.
  const document = Buffer.alloc(5000);
  const table = Buffer.alloc(4200);
  document.writeUInt16LE(0xa5ec, 0);
  document.writeUInt16LE(0x200, 10);
  document.writeUInt32LE(text.length, 0x4c);
  document.writeUInt32LE(0, 0x1a2);
  document.writeUInt32LE(21, 0x1a6);
  document.set(text, 2048);
  table.writeUInt8(2, 0);
  table.writeUInt32LE(16, 1);
  table.writeUInt32LE(text.length, 9);
  table.writeUInt32LE(0x40000000 + 2048 * 2, 15);
  return oleContainer({ '/WordDocument': document, '/1Table': table });
};

/** A stream of an Outlook message's properties (MS-OXMSG 2.4): a header, then 16 bytes for each number. */
export const outlookProperties = (header: number, numbers: Readonly<Record<number, number>> = {}): Uint8Array => {
  const bytes = Buffer.alloc(header + 16 * Object.keys(numbers).length);
  for (const [i, [tag, value]] of Object.entries(numbers).entries()) {
    bytes.writeUInt32LE(Number(tag), header + 16 * i);
    bytes.writeUInt32LE(value, header + 16 * i + 8);
  }
  return bytes;
};

const outlookMessage = (): Uint8Array =>
  oleContainer({
    '/__properties_version1.0': outlookProperties(32),
    '/__substg1.0_0037001E': bytesOf('Leave'),
    '/__substg1.0_1000001E': bytesOf('Everyone has 30 days of leave a year.\r\n-- \r\nMaren Lie\r\nHarbour office'),
    '/__attach_version1.0_#00000000/__properties_version1.0': outlookProperties(8),
    '/__attach_version1.0_#00000000/__substg1.0_3707001E': bytesOf('offices.csv'),
    '/__attach_version1.0_#00000000/__substg1.0_37010102': bytesOf('City,People\nBergen,61\nPorto,30\n'),
  });

const openDocument = (): Uint8Array =>
  zipOf({
    'content.xml': `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="tb"><office:body><office:text><text:h text:outline-level="1">Leave</text:h>${'<text:p>Everyone has 30 days<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>of leave</text:p></text:note-body></text:note> a year.</text:p><text:list><text:list-item><text:p>ask</text:p></text:list-item></text:list>'.repeat(10)}<table:table><table:table-row><table:table-cell><text:p>Team</text:p></table:table-cell><table:table-cell><text:p>Days</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>Heron</text:p></table:table-cell><table:table-cell><text:p>30</text:p></table:table-cell></table:table-row></table:table></office:text></office:body></office:document-content>`,
  });

const slides = (): Uint8Array =>
  zipOf({
    'ppt/presentation.xml': `<p:presentation xmlns:p="p" xmlns:r="${OFFICE_RELATIONS}"><p:sldIdLst><p:sldId r:id="rId1"/></p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Target="slides/slide1.xml"/></Relationships>`,
    'ppt/slides/slide1.xml': `<p:sld xmlns:p="p" xmlns:a="a"><p:sp><p:nvPr><p:ph type="title"/></p:nvPr><a:p><a:r><a:t>Kick-off</a:t></a:r></a:p></p:sp><p:sp>${'<a:p><a:r><a:t>A point to make</a:t></a:r></a:p>'.repeat(20)}</p:sp></p:sld>`,
  });

const workbook = (bookType: XLSX.BookType): Uint8Array => {
  const book = XLSX.utils.book_new();
  const rows = Array.from({ length: 60 }, (_, i) => ({
    City: `Town ${i}`,
    People: i * 31,
    Opened: `20${10 + (i % 10)}-05-01`,
  }));
  XLSX.utils.book_append_sheet(book, XLSX.utils.json_to_sheet(rows), 'Offices');
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType }) as ArrayBuffer);
};

const html = `<!doctype html><html lang="en"><head><title>Leave</title><script type="application/ld+json">{"@type":"Article","headline":"Leave"}</script></head><body><nav><a href="/">Home</a></nav><main><h1>Leave</h1>${'<p>Everyone has <a href="/days">30 days</a> of leave a year, and more after ten years.</p>'.repeat(10)}<table><tr><th>Team</th><th>Days</th></tr><tr><td>Heron</td><td>30</td></tr><tr><td>Dipper</td><td>28</td></tr></table><ol><li>Ask</li><li>Go</li></ol><pre>leave --days 30</pre></main></body></html>`;
const markdown = `---\ntitle: Leave\nscopes: everyone\n---\n\n# Leave\n\n${'Everyone has [30 days](days.md) of *leave* a year.\n\n- one\n- two\n\n'.repeat(20)}| Team | Days |\n|---|---|\n| Heron | 30 |\n`;
const csv = `City,People,Opened\n${Array.from({ length: 200 }, (_, i) => `"Town, ${i}",${i * 7},2024-05-0${(i % 9) + 1}`).join('\n')}\n`;
const mail = `From: Maren Lie <maren@example.com>\nTo: all@example.com\nSubject: =?utf-8?q?Leave?=\nDate: Fri, 1 May 2026 10:00:00 +0000\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html; charset=utf-8\n\n${html}\n--b\nContent-Type: text/csv; name=a.csv\nContent-Disposition: attachment; filename=a.csv\nContent-Transfer-Encoding: base64\n\n${Buffer.from(csv).toString('base64')}\n--b--\n`;

const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial Cyr;}}{\*\generator X;}
\pard\outlinelevel0 Leave\par\pard Caf\'e9 and {\f1 \'cf\'f0} and \u8364?5 {\v hidden}a day.{\footnote {\super 1} Since May.}\par
\pard\intbl Team\cell Days\cell\row\pard\intbl Heron\cell 30\cell\row\pard Last.\par}`;
const notebook = JSON.stringify({
  cells: [
    { cell_type: 'markdown', source: ['# Leave\n', 'Everyone has 30 days.'] },
    {
      cell_type: 'code',
      source: 'print(30)',
      outputs: [
        { output_type: 'stream', text: ['30\n'] },
        { output_type: 'execute_result', data: { 'text/plain': '30' } },
      ],
    },
  ],
  metadata: { kernelspec: { language: 'python' } },
  nbformat: 4,
});
const rst = `Leave\n=====\n\n${'Everyone has `30 days <days.html>`_ of *leave* a year [1]_.\n\n* one\n* two\n\n.. code-block:: sh\n\n   leave --days 30\n\n'.repeat(10)}.. [1] Since May.\n\n=====  ====\nTeam   Days\n=====  ====\nHeron  30\n=====  ====\n`;
const asciidoc = `= Leave\n:author: Maren\n\n${'Everyone has link:days.html[30 days] of _leave_ a year.\n\n* one\n* two\n\n----\nleave --days 30\n----\n\n'.repeat(10)}|===\n|Team |Days\n\n|Heron |30\n|===\n`;
const org = `#+TITLE: Leave\n* Days\n${'Everyone has [[days.html][30 days]] of /leave/ a year.[fn:1]\n- one\n- two\n#+begin_src sh\nleave --days 30\n#+end_src\n'.repeat(10)}| Team | Days |\n|------+------|\n| Heron | 30 |\n\n[fn:1] Since May.\n`;
const wiki = `{{Infobox press\n| name = Leave\n| days = 30\n}}\n${"'''Everyone''' has [[Days|30 days]] of ''leave''<ref>Since May.</ref> a year.\n\n* one\n* two\n\n<syntaxhighlight lang=\"sh\">\nleave --days 30\n</syntaxhighlight>\n\n".repeat(10)}{|\n! Team !! Days\n|-\n| Heron || 30\n|}\n`;
const manualPage = String.raw`.\" A comment
.TH LEAVE 1
.SH NAME
leave \- says how many days there are
.SH OPTIONS
${'.TP\n\\fB\\-d\\fR, \\fB\\-\\-days\\fR=\\fIN\\fR\nEveryone has 30 days of leave\\(em a year.\n.RS\n.IP \\(bu 2\nmore\n.RE\n'.repeat(10)}.TS
tab(;);
lb lb
l l.
Team;Days
Heron;30
.TE
`;
const mdocPage = `.Dd May 1, 2026
.Dt LEAVE 1
.Os
.Sh NAME
.Nm leave
.Nd says how many days there are
${'.Bl -tag -width x\n.It Fl d Ns = Ns Ar days Oo Fl x Oc\nSee\n.Xr days 1 .\n.El\n'.repeat(10)}`;
const calendar = `BEGIN:VCALENDAR\nX-WR-CALNAME:Leave\n${'BEGIN:VEVENT\nSUMMARY:Board\nDTSTART;TZID=Europe/Oslo:20260305T180000\nDTEND;TZID=Europe/Oslo:20260305T200000\nRRULE:FREQ=MONTHLY;BYDAY=1TH;UNTIL=20261231T000000Z\nATTENDEE;CN="Lie, Maren":mailto:maren@example.com\nDESCRIPTION:Bring the\n  accounts.\nEND:VEVENT\n'.repeat(10)}END:VCALENDAR\n`;
const subtitles = `WEBVTT\n\n${Array.from({ length: 30 }, (_, i) => `${i}\n00:00:${String(i).padStart(2, '0')}.000 --> 00:00:${String(i + 1).padStart(2, '0')}.000\n<v Maren>Everyone has ${i} days of leave.\n`).join('\n')}`;
const savedPage = `From: <Saved by Blink>\r\nSnapshot-Content-Location: https://leave.example/\r\nSubject: Leave\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html"; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html; charset="utf-8"\r\nContent-Location: https://leave.example/\r\n\r\n${html}\r\n--b\r\nContent-Type: text/css\r\nContent-Location: https://leave.example/a.css\r\n\r\np { color: red }\r\n--b--\r\n`;
const evernote = `<?xml version="1.0" encoding="UTF-8"?><en-export>${'<note><title>Leave</title><created>20260308T100000Z</created><tag>people</tag><content><![CDATA[<?xml version="1.0"?><en-note><h1>Days</h1><div>Everyone has 30 days.</div><en-todo checked="true"/>Ask</en-note>]]></content></note>'.repeat(5)}</en-export>`;
const openApi = `openapi: 3.0.3
info: { title: Leave, version: '2' }
paths:
${Array.from({ length: 10 }, (_, i) => `  /days/${i}:\n    get:\n      summary: Days of year ${i}\n      parameters:\n        - { name: who, in: query, schema: { type: string, enum: [all, me] } }\n      responses:\n        '200': { description: The days, content: { application/json: { schema: { $ref: '#/components/schemas/Day' } } } }\n`).join('')}components:
  schemas:
    Day: { type: object, required: [date], properties: { date: { type: string, format: date }, next: { $ref: '#/components/schemas/Day' } } }
`;
const asyncApi =
  '{"asyncapi":"2.6.0","info":{"title":"Leave"},"channels":{"leave/asked":{"publish":{"message":{"payload":{"type":"object","properties":{"days":{"type":"integer"}}}}}}}}';
const postman =
  '{"info":{"name":"Leave","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[{"name":"Ask","request":{"method":"POST","url":{"raw":"https://x.example/leave?days=3"},"body":{"mode":"raw","raw":"{\\"days\\": 3}"}}}]}';
const docBook = `<?xml version="1.0"?><!DOCTYPE article PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "x" [<!ENTITY app "Leave">]><article lang="en"><title>&app;</title><section id="a"><title>Days</title>${'<para>Everyone has <command>30</command> days, see <xref linkend="a"/>.</para><itemizedlist><listitem><para>one</para></listitem></itemizedlist><table><tgroup cols="2"><colspec colname="c1"/><thead><row><entry>Team</entry><entry>Days</entry></row></thead><tbody><row><entry>Heron</entry><entry morerows="1">30</entry></row></tbody></tgroup></table>'.repeat(8)}</section></article>`;
const ditaTask = `<task id="t"><title>Ask for leave</title><shortdesc>How.</shortdesc><taskbody><steps>${'<step><cmd>Open the <uicontrol>Days</uicontrol> page.</cmd><info>It is there.</info></step>'.repeat(20)}</steps></taskbody></task>`;

/** A valid file of each format at least, by a name with its extension. */
const byFormat = (): Readonly<Record<PageFormatName, Readonly<Record<string, Uint8Array>>>> => ({
  markdown: { 'leave.md': bytesOf(markdown) },
  text: { 'leave.txt': bytesOf('Everyone has 30 days of leave a year.\n'.repeat(50)) },
  html: { 'leave.html': bytesOf(html), 'leave.html.gz': gzipSync(bytesOf(html)) },
  pdf: { 'report.pdf': report },
  docx: {
    'leave.docx': wordDocument(
      wordParagraph('Everyone has 30 days of leave a year.').repeat(20) +
        `<w:tbl>${`<w:tr><w:tc>${wordParagraph('Heron')}</w:tc><w:tc>${wordParagraph('30')}</w:tc></w:tr>`.repeat(5)}</w:tbl>`,
    ),
  },
  xlsx: {
    'offices.xlsx': workbook('xlsx'),
    'offices.xls': workbook('biff8'),
    'offices.xlsb': workbook('xlsb'),
    'offices.ods': workbook('ods'),
  },
  pptx: { 'kick.pptx': slides() },
  epub: { 'sea.epub': epubBook(1) },
  csv: { 'offices.csv': bytesOf(csv) },
  email: { 'leave.eml': bytesOf(mail) },
  doc: { 'old.doc': word97Document(bytesOf('Everyone has 30 days of leave a year.\r'.repeat(40))) },
  odt: { 'leave.odt': openDocument() },
  rtf: { 'leave.rtf': bytesOf(rtf) },
  msg: { 'leave.msg': outlookMessage() },
  notebook: { 'leave.ipynb': bytesOf(notebook) },
  rst: { 'leave.rst': bytesOf(rst) },
  asciidoc: { 'leave.adoc': bytesOf(asciidoc) },
  org: { 'leave.org': bytesOf(org) },
  wikitext: { 'leave.mediawiki': bytesOf(wiki) },
  man: { 'leave.roff': bytesOf(manualPage), 'leave.mdoc': bytesOf(mdocPage) },
  contacts: {
    'people.vcf': bytesOf(
      'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Maren Lie\r\nORG:Heron;Boats\r\nTEL;TYPE=cell:+47 1\r\nNOTE:Row\r\n  two\r\nEND:VCARD\r\n'.repeat(
        10,
      ),
    ),
  },
  chatlog: {
    'kiln.weechatlog': bytesOf(
      '--- Log opened Tue Dec 24 00:26:23 2013\n' +
        '00:35 < Maren> How many days?\n00:36 <@Ann> 30\n00:37 * Ann waves\n00:38 -!- Bo [b@x] has quit [Quit]\n'.repeat(
          20,
        ),
    ),
  },
  graphql: {
    'leave.graphql': bytesOf(
      '"""A day"""\ntype Day {\n  "When"\n  at(zone: String = "UTC"): Date!\n  who: [Person!]! @deprecated\n}\nenum Kind { FREE SICK }\n'.repeat(
        10,
      ),
    ),
  },
  protobuf: {
    'leave.proto': bytesOf(
      'syntax = "proto3";\n// A day\nmessage Day {\n  repeated string who = 1; // people\n  oneof k { int32 a = 2 [deprecated = true]; }\n  map<string, int32> m = 3;\n}\nservice Leave {\n  // Asks\n  rpc Ask (Day) returns (stream Day) {}\n}\n'.repeat(
        10,
      ),
    ),
  },
  pod: {
    'leave.pod': bytesOf(
      `=head1 NAME\n\nleave - days of leave\n\n${'=head2 Days\n\n=over 4\n\n=item B<--days> I<n>\n\nC<< 30 > 20 >>, see L<Leave/"ask">.\n\n    leave --days 30\n\n=back\n\n'.repeat(10)}=cut\n`,
    ),
  },
  calendar: { 'leave.ics': bytesOf(calendar) },
  subtitles: { 'leave.vtt': bytesOf(subtitles) },
  mhtml: { 'leave.mhtml': bytesOf(savedPage) },
  api: {
    'openapi.yaml': bytesOf(openApi),
    'leave.asyncapi.json': bytesOf(asyncApi),
    'leave.postman_collection.json': bytesOf(postman),
  },
  records: {
    'leave.json': bytesOf(
      JSON.stringify(Array.from({ length: 40 }, (_, n) => ({ name: `Ann ${n}`, days: n, teams: ['kiln', 'sales'] }))),
    ),
  },
  manual: { 'leave.docbook': bytesOf(docBook), 'leave.dita': bytesOf(ditaTask) },
  enex: { 'leave.enex': bytesOf(evernote) },
});

/** A valid file of every format that Parley reads without `--ocr`, by a name with its extension. */
export const originals = (): Readonly<Record<string, Uint8Array>> => Object.assign({}, ...Object.values(byFormat()));
