import { expect, it } from 'vitest';
import { formatOf } from '../detect.ts';
import { readerOf } from '../index.ts';

const read = async (name: string, text: string) => {
  const format = formatOf({ name });
  if (format === undefined) throw new Error(`${name} has no reader`);
  return (await readerOf(format)(new TextEncoder().encode(text))).markdown;
};

it('reads a transcript of a meeting by speaker, with the time of each paragraph, without numbers and styles', async () => {
  const markdown = await read(
    'meeting.vtt',
    'WEBVTT\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE made by a program\n\n1\n00:00:01.000 --> 00:00:03.000 align:start\n<v Ann Berg>The boats &amp; the\n<i>keys</i></v>\n\n2\n00:00:03.200 --> 00:00:05.000\n<v Ann Berg>are at the desk.</v>\n\n3\n01:02:05.500 --> 01:02:06.000\n<v Bo>Thanks.</v>\n',
  );
  expect(markdown).toBe('[0:00:01] Ann Berg: The boats & the keys are at the desk.\n\n[1:02:05] Bo: Thanks.');
});

it('reads SubRip and SBV, and a line once that live captions repeat', async () => {
  const srt =
    '1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}The harbour is\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,000\r\nThe harbour is\r\nopen in winter.\r\n';
  expect(await read('film.srt', srt)).toBe('[0:00:01] The harbour is open in winter.');
  const sbv = '0:00:01.000,0:00:02.000\nThe first of 20\n\n0:00:09.500,0:00:11.000\nA new thought';
  expect(await read('film.sbv', sbv)).toBe('[0:00:01] The first of 20\n\n[0:00:09] A new thought');
});

it('ends a long paragraph at the end of a sentence', async () => {
  const cues = Array.from({ length: 40 }, (_, i) => {
    const at = (second: number) =>
      `00:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}.000`;
    return `${at(i * 3)} --> ${at(i * 3 + 3)}\nSentence ${i} of this talk is as long as others.`;
  });
  const paragraphs = (await read('talk.vtt', `WEBVTT\n\n${cues.join('\n\n')}`)).split('\n\n');
  expect(paragraphs.length).toBeGreaterThan(2);
  for (const one of paragraphs) expect(one).toMatch(/^\[0:0\d:\d\d\] Sentence .*others\.$/);
});

it('cuts captions that have no ends of sentences, however many there are', async () => {
  const at = (second: number) =>
    `${String(Math.floor(second / 3600)).padStart(2, '0')}:${String(Math.floor(second / 60) % 60).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}.000`;
  const cues = Array.from(
    { length: 20_000 },
    (_, i) => `${at(i * 3)} --> ${at(i * 3 + 3)}\nand then number ${i} of what a program heard`,
  );
  const paragraphs = (await read('talk.vtt', `WEBVTT\n\n${cues.join('\n\n')}`)).split('\n\n');
  expect(paragraphs.length).toBeGreaterThan(400);
  for (const one of paragraphs) expect(one.length).toBeLessThan(1_700);
});
