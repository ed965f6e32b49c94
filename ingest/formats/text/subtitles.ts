import { wordTable } from '../../../core/word-table.ts';
import { decode } from '../../extract/decode.ts';
import { createPageBuilder } from '../../extract/page-builder.ts';
import type { Reader } from '../reader.ts';

/** The line of a cue's times: "00:01:02.500 --> 00:01:04.000" (the hours may be left out), or YouTube's "0:01:02.500,0:01:04.000". */
const TIMES =
  /^(?:(\d{1,4}):)?(\d{1,2}):(\d{2})(?:[.,]\d{1,3})?\s*-->|^(\d{1,4}):(\d{2}):(\d{2})\.\d{3},\d{1,4}:\d{2}:\d{2}\.\d{3}$/;
/** Parts of WebVTT that are no cue. They end at an empty line. */
const NO_CUE = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:[\s:]|$)/;
/** WebVTT's mark of the speaker, and marks of looks: `<v Ann Berg>`, `<i>`, `<00:01:03.000>`, `{\an8}`. */
const VOICE = /^<v(?:\.[^\s>]*)?\s+([^>]*)>/;
const LOOKS = /<[^<>]*>|\{\\[^{}]*\}/g;
/** A speaker's name before what is said, as meeting programs write it. */
const NAMED = /^\p{Lu}[\p{L}.'’ -]{1,40}:\s/u;
const ENTITIES = wordTable<string>({ amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' });

/** A paragraph ends at the end of a sentence behind so many characters, or after a silence. */
const PARAGRAPH_CHARS = 500;
/** Captions that a program made have no ends of sentences. */
const MAX_PARAGRAPH_CHARS = 1500;
const SILENCE_SECONDS = 4;
const SENTENCE_END = /[.!?。！？…]["'”’)]*$/u;

interface Cue {
  /** Seconds from the beginning. */
  start: number;
  end: number;
  speaker: string;
  text: string;
}

/** Reads subtitles and transcripts of meetings (WebVTT, SubRip, SBV): what is said, by speaker, with the time of each paragraph. */
export const readSubtitles: Reader = (bytes, { contentType } = {}) => {
  const page = createPageBuilder();
  let open: { start: number; end: number; speaker: string; said: string[]; chars: number } | undefined;
  const flush = () => {
    if (open !== undefined)
      page.block(`[${clock(open.start)}] ${open.speaker === '' ? '' : `${open.speaker}: `}${open.said.join(' ')}`);
    open = undefined;
  };
  for (const { start, end, speaker, text } of cuesOf(decode(bytes, contentType))) {
    const isOver =
      open !== undefined &&
      (speaker !== open.speaker ||
        NAMED.test(text) ||
        start - open.end >= SILENCE_SECONDS ||
        open.chars >= MAX_PARAGRAPH_CHARS ||
        (open.chars >= PARAGRAPH_CHARS && SENTENCE_END.test(open.said.at(-1) ?? '')));
    if (isOver) flush();
    open ??= { start, end, speaker, said: [], chars: 0 };
    open.said.push(text);
    open.chars += text.length;
    open.end = end;
  }
  flush();
  return page.build('');
};

/** The cues in order. A line that the cue before ends with is left out: live captions show each line twice. */
const cuesOf = (source: string): Cue[] => {
  const cues: Cue[] = [];
  let skipping = false;
  let last = '';
  const lines = source.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  for (const [at, raw] of lines.entries()) {
    const line = raw.trim();
    const times = TIMES.exec(line);
    if (times !== null) {
      const [, hours = '0', minutes = '0', seconds = '0', h, m, s] = times;
      const start = h === undefined ? toSeconds(hours, minutes, seconds) : toSeconds(h, m ?? '0', s ?? '0');
      cues.push({ start, end: endOf(line) ?? start, speaker: '', text: '' });
      skipping = false;
      continue;
    }
    if (line === '') skipping = false;
    else if (NO_CUE.test(line) && (lines[at - 1]?.trim() ?? '') === '') skipping = true;
    const cue = cues.at(-1);
    // The number or name of the next cue stands above its times.
    if (line === '' || skipping || cue === undefined || TIMES.test(lines[at + 1]?.trim() ?? '')) continue;
    cue.speaker ||= VOICE.exec(line)?.[1]?.trim() ?? '';
    const words = line
      .replace(LOOKS, '')
      .replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
      .trim();
    if (words === '' || words === last) continue;
    cue.text += (cue.text === '' ? '' : ' ') + words;
    last = words;
  }
  return cues.filter(({ text }) => text !== '');
};

const toSeconds = (hours: string, minutes: string, seconds: string): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);

const endOf = (line: string): number | undefined => {
  const end = /(?:-->\s*|,)(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,]\d{1,3}(?:\s|$)/.exec(line);
  return end === null ? undefined : toSeconds(end[1] ?? '0', end[2] ?? '0', end[3] ?? '0');
};

const two = (value: number): string => String(value).padStart(2, '0');
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
