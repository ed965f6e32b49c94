import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ExtractedPage } from '../../extract/page.ts';
import { readFolder } from '../../inputs/files.ts';
import type { Item } from '../../inputs/item.ts';
import { formatOf } from '../detect.ts';
import { readMan } from './man.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (source: string) => readMan(bytesOf(source)) as ExtractedPage;

describe('the macros of man', () => {
  it('become headings, terms, lists, code and a title', () => {
    const page = read(
      String.raw`.\" A comment
.TH "DAYS" "1" "May 2026"
.SH NAME
days \- counts the days of leave
.SH SYNOPSIS
.B days
[\fIOPTION\fR]... \fB\-\-team\fR=\fINAME\fR
.SH OPTIONS
.TP
.BR \-a ", " \-\-all
Counts
.I all
of them.
.RS
.IP \(bu 2
those that are left
.IP \(bu 2
those that are taken
.RE
.TP
\fB\-n\fR
Prints nothing\(em not even "0".
.IP
It ends with 1.
.PP
Example:
.PP
.nf
days \-a   <file>
  | sort
.fi`,
    );
    expect(page.title).toBe('days(1)');
    expect(page.markdown).toBe(
      `# days(1)

## NAME

days - counts the days of leave

## SYNOPSIS

**days** [*OPTION*]... **--team**=*NAME*

## OPTIONS

**-a, --all**

Counts *all* of them.

- those that are left
- those that are taken

**-n**

Prints nothing— not even "0".

It ends with 1.

Example:

\`\`\`
days -a   <file>
  | sort
\`\`\``,
    );
  });

  it('as DocBook and Asciidoctor write them: terms above what is set in, points by a sign that moves to the left', () => {
    const { markdown } = read(String.raw`'\" t
.TH HERON 5
.ie \n(.g .ds Aq \(aq
.el       .ds Aq '
.SH "OPTIONS"
.PP
\fINest=\fR, \fB<name>\fR
.RS 4
Where it lives\*(Aqs\&.
.RE
.PP
It says:
.sp
.if n \{\
.RS 4
.\}
.nf
heron \-\-help
.fi
.if n \{\
.RE
.\}
.sp
.RS 4
.ie n \{\
\h'-04'\(bu\h'+03'\c
.\}
.el \{\
.sp -1
.IP \(bu 2.3
.\}
one
.RE
.sp
.RS 4
.ie n \{\
\h'-04'\(bu\h'+03'\c
.\}
.el \{\
.sp -1
.IP \(bu 2.3
.\}
two
.RE`);
    expect(markdown).toBe(
      "# heron(5)\n\n## OPTIONS\n\n***Nest=*, <name>**\n\nWhere it lives's.\n\nIt says:\n\n```\nheron --help\n```\n\n- one\n- two",
    );
  });

  it('as Perl writes them: its preamble and its index are no text, what it defines is put in', () => {
    const { markdown, title } = read(String.raw`.\" Automatically generated
.de Vb \" Begin verbatim text
.ft CW
.nf
..
.de Greet
Hello, \\$1 and \\$2.
..
.if !\nF .nr F 0
.if \nF>0 \{\
.    de IX
.    tm Index:\\$1\t\\n%\t"\\$2"
..
.\}
.TH Heron 3pm
.IX Title "Heron"
.SH "NAME"
Heron \- a bird
.Greet Ann "Bo and Cy"
.Vb 2
\&    my $x = "a\eb";
\&    1;
.Ve`);
    expect(title).toBe('Heron(3pm)');
    expect(markdown).toBe(
      '# Heron(3pm)\n\n## NAME\n\nHeron - a bird Hello, Ann and Bo and Cy.\n\n```\n    my $x = "a\\b";\n    1;\n```',
    );
  });

  it('keep tables, with a bold first row as their head and one over all columns as their caption', () => {
    const { tables } = read(`.TH A 1
.SH TABLE
.TS
tab(;) allbox;
c s
lb lb
l l.
Teams
Team;Days
Heron;30
T{
.B Dipper
and others
T};28
.TE`);
    expect(tables.map(({ caption, columns, rows }) => ({ caption, columns, rows }))).toEqual([
      {
        caption: 'Teams',
        columns: [['Team'], ['Days']],
        rows: [
          ['Heron', '30'],
          ['Dipper and others', '28'],
        ],
      },
    ]);
  });

  it('of a page that calls itself, names what it includes or never ends a block come to an end', () => {
    expect(read('.TH A 1\n.de X\n.X\n.X\n..\n.X\n.if n \\{\nText.\n.so man1/b.1').metadata.notices).toEqual([
      'The page includes man1/b.1, which was not read.',
    ]);
  });
});

describe('the macros of mdoc', () => {
  it('are their names alone: a word that every object has is a word', () => {
    const page = read(`.Dd May 1, 2026
.Dt HERON 3
.Os
.Sh NAME
.Nm heron
.Nd makes a heron
.Sh DESCRIPTION
The
.Fl constructor
calls
.Ic toString .`);
    expect(page.markdown).toContain('The **-constructor** calls **toString**.');
  });

  it('become names, options, lists and code', () => {
    const { markdown, title } = read(`.Dd $Mdocdate$
.Dt DAYS 8
.Os
.Sh NAME
.Nm days
.Nd counts the days
.Sh SYNOPSIS
.Nm
.Op Fl aq
.Op Fl t Ar team
.Ar
.Nm
.Fl -help
.Sh DESCRIPTION
The
.Nm
utility reads
.Pa /etc/days
.Pq see Xr days 5 .
.Bl -tag -width Ds
.It Fl t Ar team , Fl -team Ns = Ns Ar team
Of one
.Dq team .
.It Xo
.Fl a
.Op Ar n
.Xc
All.
.El
.Bl -column "a" "b"
.It Sy Team Ta Sy Days
.It Heron Ta 30
.El
.Bd -literal
days -a
  x
.Ed`);
    expect(title).toBe('days(8)');
    expect(markdown).toBe(`# days(8)

## NAME

**days** — counts the days

## SYNOPSIS

**days** [**-aq**] [**-t** *team*] *file ...*

**days --help**

## DESCRIPTION

The **days** utility reads */etc/days* (see **days**(5)).

**-t *team*, --team=*team***

Of one “team”.

**-a [*n*]**

All.

| Team | Days |
| --- | --- |
| Heron | 30 |

\`\`\`
days -a
  x
\`\`\``);
  });
});

describe('a folder of manual pages', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'man-'));
    const page = '.TH HERON 1\n.SH NAME\nheron \\- a bird\n';
    await writeFile(path.join(folder, 'heron.1.gz'), gzipSync(page));
    await writeFile(path.join(folder, 'dipper.3pm'), page);
    await writeFile(path.join(folder, 'egret.1'), '.\\" Another name\n.so man1/heron.1\n');
    await writeFile(path.join(folder, 'syslog.1'), 'May 1 10:00:00 host started\n');
  });

  it('is read, packed or not; names of other pages and logs are passed over by name', async () => {
    const items: Item[] = [];
    for await (const item of readFolder(folder, { sourceId: 'man', root: folder, prefix: '' })) items.push(item);
    expect(items.map((item) => (item.kind === 'skipped' ? item.reason : item.kind))).toEqual([
      'page',
      'another name of a manual page',
      'page',
      'the ending is one of manual pages, and the file is none',
    ]);
  });

  it('needs the bytes: the ending alone says nothing', () => {
    expect(formatOf({ name: 'heron.1' })).toBeUndefined();
    expect(formatOf({ name: 'heron.1', bytes: bytesOf('.TH HERON 1\n') })?.name).toBe('man');
    expect(formatOf({ name: 'README-1.2' })?.name).toBe('text');
  });
});
