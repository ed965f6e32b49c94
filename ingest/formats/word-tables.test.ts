import { expect, it } from 'vitest';
import { readerOf } from './index.ts';

/** Names that every object of JavaScript has; words like any other in a file. */
const NAMES = ['constructor', 'toString', 'valueOf'];

it.each(NAMES)('%s is no macro, directive, sign or entity of any format', async (name) => {
  const files = {
    man: `.TH X 1\n.SH NAME\nx \\- a heron\n.SH TEXT\n.${name} stork\nheron`,
    rst: `Birds\n=====\n\n.. ${name}::\n\n   stork\n\nheron`,
    rtf: `{\\rtf1\\ansi stork \\${name} heron}`,
    subtitles: `WEBVTT\n\n00:00.000 --> 00:01.000\nstork &${name}; heron`,
    pod: `=head1 BIRDS\n\nstork E<${name}> heron`,
  } as const;
  for (const [format, text] of Object.entries(files)) {
    const page = await readerOf({ name: format as keyof typeof files, packed: false })(Buffer.from(text));
    const { text: read } = page as { text: string };
    expect(read, format).toContain('heron');
    expect(read, format).not.toMatch(/function|native code|undefined/);
  }
});
