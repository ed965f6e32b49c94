import { describe, expect, it } from 'vitest';
import { formatOf } from '../detect.ts';
import { readXmlManual } from './xml-manual.ts';

const read = async (xml: string) => readXmlManual(Buffer.from(xml));
const DOCTYPE =
  '<!DOCTYPE book PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "docbookx.dtd" [\n<!ENTITY app "<application>Kiln</application>">\n<!ENTITY rest SYSTEM "rest.xml">\n]>';

describe('DocBook', () => {
  it('is read with headings, lists, terms, tables, boxes and code, and its entities written out', async () => {
    const { title, markdown, tables, metadata } = await read(`<?xml version="1.0"?>${DOCTYPE}
<book lang="en"><bookinfo><title>The &app; Handbook</title><author>Ann Lee</author></bookinfo>
<chapter id="use"><title>Use</title>
<para>&app; is fired with <guimenu>File</guimenu>. Press <keycombo>&Ctrl;<keycap>Q</keycap></keycombo>, or <menuchoice><guimenu>File</guimenu><guimenuitem>Quit</guimenuitem></menuchoice>&nbsp;&mdash; see <xref linkend="care"/>.<indexterm><primary>quit</primary></indexterm></para>
<note><para>It is hot.</para></note>
<screen>kiln --heat 900 &lt;bowl&gt;
done</screen>
<variablelist><varlistentry><term><option>--heat</option></term><listitem><para>The heat.</para></listitem></varlistentry></variablelist>
<table><title>Heats</title><tgroup cols="3"><colspec colname="a"/><colspec colname="b"/><colspec colname="c"/>
<thead><row><entry>Clay</entry><entry>Low</entry><entry>High</entry></row></thead>
<tbody><row><entry>Red</entry><entry namest="b" nameend="c">900</entry></row><row><entry>White</entry><entry>1200</entry><entry>1250</entry></row></tbody></tgroup></table>
<sect1 id="care"><title>Care</title><orderedlist><listitem><para>Let it cool<footnote><para>A day.</para></footnote>.</para></listitem></orderedlist></sect1>
</chapter>&rest;</book>`);
    expect(title).toBe('The Kiln Handbook');
    expect(markdown.match(/^#+ .+/gm)).toEqual(['## Use', '### Care']);
    expect(markdown).toContain('Kiln is fired with File. Press Ctrl+Q, or File → Quit — see Care.');
    expect(markdown).toContain('kiln --heat 900 <bowl>\ndone');
    expect(markdown).toMatch(/Note[\s\S]{1,20}It is hot\./);
    expect(markdown).toMatch(/--heat`?\*{0,2}[\s\S]{1,10}The heat\./);
    expect(markdown).toContain('1. Let it cool (A day.).');
    expect(markdown).not.toMatch(/quit|Ann Lee/);
    expect(tables[0]).toMatchObject({
      caption: 'Heats',
      columns: [['Clay'], ['Low'], ['High']],
      rows: [
        ['Red', '900', '900'],
        ['White', '1200', '1250'],
      ],
    });
    expect(metadata.language).toBe('en');
    expect(metadata.notices).toEqual(['What stands in other files was left out: rest.xml.']);
  });

  it('writes commands and functions as people do', async () => {
    const { title, markdown } =
      await read(`<refentry xmlns="http://docbook.org/ns/docbook"><refnamediv><refname>kiln</refname><refpurpose>fires clay</refpurpose></refnamediv>
<refsynopsisdiv><cmdsynopsis><command>kiln</command><group choice="opt"><arg choice="plain">-q</arg><arg choice="plain">-v</arg></group><arg choice="req" rep="repeat">bowl</arg></cmdsynopsis>
<funcsynopsis><funcprototype><funcdef>int <function>fire</function></funcdef><paramdef>int <parameter>heat</parameter></paramdef></funcprototype></funcsynopsis></refsynopsisdiv>
<refsect1><title>Description</title><para>It fires.</para></refsect1></refentry>`);
    expect(title).toBe('kiln');
    expect(markdown).toContain('kiln — fires clay');
    expect(markdown).toContain('kiln [-q | -v] {bowl}...');
    expect(markdown).toContain('int fire(int heat);');
    expect(markdown).toContain('## Description');
  });

  it('has a heading for each page of reference in a book', async () => {
    const entry = (name: string, purpose: string) =>
      `<refentry><refmeta><refentrytitle>${name}</refentrytitle></refmeta><refnamediv><refname>${name}</refname><refpurpose>${purpose}</refpurpose></refnamediv>
<refsynopsisdiv><synopsis>${name}(x)</synopsis></refsynopsisdiv><refsect1><title>Arguments</title><para>A number.</para></refsect1></refentry>`;
    const { markdown } = await read(
      `${DOCTYPE}<book><title>Functions</title><chapter><title>Heat</title>${entry('WARM', 'warms clay')}${entry('COOL', 'cools clay')}</chapter></book>`,
    );
    expect(markdown.match(/^#+ .+/gm)).toEqual(['## Heat', '### WARM', '#### Arguments', '### COOL', '#### Arguments']);
    expect(markdown).toContain('COOL — cools clay');
  });
});

describe('DITA', () => {
  it('is read with its steps, and the parts of a task under the names that readers know', async () => {
    const { title, markdown, metadata } =
      await read(`<task id="t" xml:lang="en-US"><title>Fire a bowl</title><titlealts><navtitle>Fire</navtitle></titlealts>
<shortdesc>Bowls are fired twice.</shortdesc><taskbody><prereq>The kiln (<keyword keyref="kiln.name"/>) is cold.</prereq>
<steps><step><cmd>Open the <uicontrol>Door</uicontrol>.</cmd><info>It is heavy.</info><stepresult><note type="tip">Ask somebody.</note></stepresult></step>
<step><cmd><ph conref="shared.dita#s/close"/></cmd></step></steps><result>The bowl is hard.</result></taskbody>
<related-links><link href="x.dita"/></related-links></task>`);
    expect(title).toBe('Fire a bowl');
    expect(markdown).toContain('Bowls are fired twice.');
    expect(markdown).toContain('## Before you begin\n\nThe kiln (kiln.name) is cold.');
    expect(markdown).toContain('1. Open the Door.');
    expect(markdown).toContain('Tip');
    expect(markdown).toContain('## Results\n\nThe bowl is hard.');
    expect(markdown).not.toContain('x.dita');
    expect(metadata.notices).toEqual(['What stands in other files was left out: shared.dita#s/close.']);
  });
});

describe('Mallard', () => {
  it('is read with steps, terms and keys', async () => {
    const { title, markdown } =
      await read(`<page xmlns="http://projectmallard.org/1.0/" id="fire"><info><desc>Not text.</desc><credit><name>Ann</name></credit></info>
<title>Fire a bowl</title><links><title>See also</title></links><p>Press <keyseq><key>Ctrl</key><key>F</key></keyseq>.</p>
<steps><item><p>Choose <guiseq><gui>Kiln</gui><gui>Fire</gui></guiseq>.</p></item></steps>
<terms><item><title>Low</title><p>900 degrees.</p></item></terms><section id="s"><title>After</title><p>Wait.</p></section></page>`);
    expect(title).toBe('Fire a bowl');
    expect(markdown).toContain('Press Ctrl+F.\n\n1. Choose Kiln → Fire.');
    expect(markdown).toMatch(/Low[\s\S]{1,10}900 degrees\./);
    expect(markdown).toContain('## After\n\nWait.');
    expect(markdown).not.toMatch(/Ann|Not text|See also/);
  });
});

it('bounds entities that expand', async () => {
  const lines = Array.from({ length: 30 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`);
  const xml = `<!DOCTYPE article PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "x" [<!ENTITY l0 "${'ha '.repeat(100)}">${lines.join('')}]><article><title>Laughs</title><para>&l30; and &l3; end</para></article>`;
  const { markdown } = await read(xml);
  expect(markdown.length).toBeLessThan(3_000_000);
  expect(markdown).toMatch(/end$/);
  const circle =
    '<!DOCTYPE article [<!ENTITY a "&b;"><!ENTITY b "&a;">]><article><title>C</title><para>x &a; y</para></article>';
  expect((await read(circle)).markdown).toMatch(/^x [ab] y$/);
});

it('is told by its first element and what stands around it', () => {
  const format = (name: string, text: string) => formatOf({ name, bytes: Buffer.from(text) })?.name;
  expect(format('index.xml', `<?xml version="1.0"?>${DOCTYPE}<book><title>x</title></book>`)).toBe('manual');
  expect(format('part.xml', '<!-- part --><sect1 id="a"><title>A</title><para>b</para></sect1>')).toBe('manual');
  expect(format('a.xml', '<concept id="c"><title>x</title><conbody/></concept>')).toBe('manual');
  expect(format('feed.xml', '<rss><channel/></rss>')).toBeUndefined();
  expect(format('pom.xml', '<project><article/></project>')).toBeUndefined();
  expect(format('data.xml', '<article><headline>x</headline></article>')).toBeUndefined();
  expect(format('a.page', '<page><para/></page>')).toBeUndefined();
});
