import { expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';

const page = (pre: string) =>
  extractHtmlText(`<html><head><title>boxd(8)</title></head><body><pre>${pre}</pre></body></html>`).markdown;

const MANUAL = `
BOXD(8)                    System Manager's Manual                    BOXD(8)

<b>NAME</b>
       boxd - keeps boxes closed

<b>SYNOPSIS</b>
       <b>boxd</b> [<b>-fv</b>] [<b>-c</b> <i>folder</i>]

<b>DESCRIPTION</b>
       The <a href="boxd.8.html"><b>boxd</b>(8)</a> daemon closes every box that somebody has left open, and con-
       tinues to do so.  Its configuration is read once, when it starts; a non-
       empty folder is needed.

   <b>Before it starts</b>
       Make a folder first. Every box is kept in a file below that folder:

              mkdir -p /var/lib/boxes/
              boxd -c /var/lib/boxes/

       <b>-c</b> <i>folder</i>
              Keep the boxes in this folder instead of the one that is built in, which must
              be non-empty.

              It may be given once.

       <b>-f</b>     Stay in the foreground, and write what happens to standard output as
              it happens.

       OK     Accept the box.

<b>SEE ALSO</b>
       boxes(5), what is kept of each box
`;

it('reads a manual page in one pre as headings, sentences, terms and code', () => {
  const markdown = page(MANUAL);
  expect(markdown).not.toContain('System Manager');
  expect(markdown).toContain('## SYNOPSIS\n\n```\nboxd [-fv] [-c folder]\n```');
  expect(markdown).toMatch(
    /The \[\*\*boxd\*\*.*daemon closes every box that somebody has left open, and continues to do so\. Its/,
  );
  expect(markdown).toContain('a non-empty folder is needed.');
  expect(markdown).toContain('### Before it starts\n\nMake a folder first.');
  expect(markdown).toContain('```\nmkdir -p /var/lib/boxes/\nboxd -c /var/lib/boxes/\n```');
  expect(markdown).toMatch(/\*\*-c .*folder.*\n\nKeep the boxes in this folder/);
  expect(markdown).toContain(
    '**-f**\n\nStay in the foreground, and write what happens to standard output as it happens.',
  );
  expect(markdown).toContain('**OK**\n\nAccept the box.');
});

it('leaves code as it is, also where it is set in and has sentences in its comments', () => {
  const code = `    // Every box that somebody has left open is closed by this call.
    // It continues to do so as long as the process is there to do it.
    for (const box of boxes) close(box, { force: true });
    // The last of them is told apart by its number alone in what follows.
    return boxes.map(({ id }) =&gt; id);
    const a = await first(b, c);
    const d = second(a)[0];`;
  expect(page(code)).toContain('return boxes.map(({ id }) => id);\n    const a');
});

it('reads typed text at the left margin as paragraphs, and keeps what stands between them', () => {
  const typed = `Every box is closed when nobody has looked into it for longer than
an hour, and it stays closed until somebody asks for it again.
This is done by the daemon that was started with the system.

Opening boxes

A box is opened by the first who asks for it and by nobody else.
It is then theirs for as long as they keep it open, and what they
put into it is written to the file of the box at once:

    box open red
    box put red 1

Nothing is lost when the lights go out in the middle of it.

red         This box is for what has to be found again within the hour, and
            it is emptied every night.

- one : the box that was opened first
- two : the box that was opened after it, by
  somebody else
`;
  const markdown = page(typed);
  expect(markdown).toContain('until somebody asks for it again. This is done by the daemon');
  expect(markdown).toContain('\n\nOpening boxes\n\n');
  expect(markdown).toContain('```\nbox open red\nbox put red 1\n```');
  expect(markdown).toContain('**red**\n\nThis box is for');
  expect(markdown).toContain(
    '- one : the box that was opened first\n- two : the box that was opened after it, by somebody',
  );
});

it('reads a page of which each paragraph stands in its own pre, and leaves listings alone', () => {
  const paragraph = (n: number) =>
    `<pre>Box number ${n} is opened by the first who asks for it and by\nnobody else, as long as it is not empty.</pre>`;
  const markdown = extractHtmlText(
    `<html><head><title>Boxes</title></head><body><h1>Boxes</h1>${[1, 2, 3, 4, 5, 6, 7].map(paragraph).join('')}<pre>box.open(1);\nbox.close(1);</pre>${[8, 9].map(paragraph).join('')}</body></html>`,
  ).markdown;
  expect(markdown).toContain('asks for it and by nobody else');
  expect(markdown).toContain('```\nbox.open(1);\nbox.close(1);\n```');
});

it('keeps all of a typed text of which some is kept, and leaves out menus that open in it', () => {
  const typed = (n: number) =>
    `<pre>Box number ${n} is opened by the first who asks for it and by\nnobody else, see "bind<span><ul class="dropdown-menu"><li>Only here</li></ul></span>" in the index.\n\nlid\n\n    box open ${n}</pre>`;
  const markdown = extractHtmlText(
    `<html><head><title>Boxes</title></head><body><h1>Boxes</h1>${[1, 2, 3, 4, 5, 6, 7].map(typed).join('')}</body></html>`,
  ).markdown;
  for (const n of [1, 4, 7]) expect(markdown).toContain(`box open ${n}`);
  expect(markdown).toContain('see "bind" in the index');
});

it('reads a sentence whose lines are set in from the second on as a paragraph, and not as a term', () => {
  const markdown = page(`
WINCH(8)                   System Manager's Manual                   WINCH(8)

<b>NAME</b>
       winch - turns the winch

<b>DESCRIPTION</b>
       The third part of the three-part vector says how far
              the rope is let out from the axis of the drum, counted from
              the side on which the pawl is.

       <b>-r</b>
              Turn it the other way round, which takes longer.
`);
  expect(markdown).toContain('The third part of the three-part vector says how far the rope is let out');
  expect(markdown).not.toContain('**The third part');
  expect(markdown).toContain('**-r**');
});

it('reads a word of a hundred thousand letters once', () => {
  const before = process.cpuUsage();
  expect(page(`${MANUAL}\n       ${'a'.repeat(100_000)}\n       ends here.\n`)).toContain('aa ends here.');
  // CPU time, which other processes do not affect.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6, 'seconds of the processor').toBeLessThan(4);
});
