import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { lacks } from '../../bench/bench.ts';
import { sharedFolder } from '../shared-data.ts';
import { splitSentences } from './sentences.ts';

export const about =
  'sentence borders against UD-EWT dev (F1) and the golden rules (cases right), beside Intl.Segmenter alone';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const splitters: Record<string, (text: string) => readonly { start: number; end: number }[]> = {
  parley: splitSentences,
  'Intl.Segmenter': (text) =>
    [...segmenter.segment(text)].map(({ segment, index }) => ({ start: index, end: index + segment.trimEnd().length })),
};

export const run = async (): Promise<void> => {
  const folder = join(sharedFolder() ?? 'shared', 'data', 'sentences');
  if (!existsSync(folder)) {
    lacks(`the sentences at ${folder}`);
    return;
  }
  const read = (name: string) => gunzipSync(readFileSync(join(folder, name))).toString();
  const golden = JSON.parse(read('golden-rules-en.json.gz')) as { text: string; sents: string[] }[];
  const paragraphs = readParagraphs(read('ud-ewt-dev.conllu.gz'));
  console.log('                 UD-EWT dev: precision  recall  F1      golden rules');
  for (const [name, split] of Object.entries(splitters)) {
    const { precision, recall, f1 } = borders(paragraphs, split);
    const right = golden.filter(
      ({ text, sents }) =>
        JSON.stringify(split(text).map(({ start, end }) => fold(text.slice(start, end)))) ===
        JSON.stringify(sents.map(fold)),
    );
    console.log(
      `${name.padEnd(29)}${precision.toFixed(4)}     ${recall.toFixed(4)}  ${f1.toFixed(4)}  ${right.length} of ${golden.length}`,
    );
  }
};

const fold = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The sentences of each paragraph in a CoNLL-U file. */
const readParagraphs = (conllu: string): string[][] => {
  const paragraphs: string[][] = [];
  for (const line of conllu.split('\n')) {
    if (/^# new(?:doc|par)/.test(line)) paragraphs.push([]);
    else if (line.startsWith('# text = ')) paragraphs.at(-1)?.push(line.slice(9));
  }
  return paragraphs.filter((sentences) => sentences.length > 0);
};

/** Precision and recall of sentence ends, including those of paragraphs. Sentences are joined by one space. */
const borders = (paragraphs: readonly string[][], split: (text: string) => readonly { end: number }[]) => {
  let [tp, fp, fn] = [0, 0, 0];
  for (const sentences of paragraphs) {
    const gold = new Set<number>();
    let at = 0;
    for (const sentence of sentences) {
      gold.add(at + sentence.length);
      at += sentence.length + 1;
    }
    const found = new Set(split(sentences.join(' ')).map(({ end }) => end));
    for (const end of found) gold.has(end) ? tp++ : fp++;
    for (const end of gold) if (!found.has(end)) fn++;
  }
  return { precision: tp / (tp + fp), recall: tp / (tp + fn), f1: (2 * tp) / (2 * tp + fp + fn) };
};
