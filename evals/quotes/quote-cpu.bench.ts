import { readFileSync } from 'node:fs';
import { decide } from '../../agent/quote/choice/decide.ts';
import { findCandidates } from '../../agent/quote/find-candidates.ts';
import { cpuMs, lacks, quantile } from '../../bench/bench.ts';
import { EVERYONE } from '../../core/document.ts';
import { readSettings } from '../../core/settings.ts';
import { searchByWords } from '../../retrieval/index.ts';
import { openParley } from '../../runtime/open.ts';
import { ASKED_AT } from './examples.ts';
import { newcomerQuestions } from './questions.ts';

export const about =
  'answers without a model: CPU of choosing the quote, beside that of the search, over the pages of a data folder';

/** Questions that are asked; the first ones warm the program up and do not count. */
const QUESTIONS = 110;
const WARM_UP = 10;
/** As quoting searches: passages of the search, and of BM25 over other words for the question. */
const PASSAGES = 14;
const PASSAGES_BY_WORDS = 16;

/** Milliseconds of CPU, all threads of the process. */
const cpuOf = async (call: () => Promise<unknown>): Promise<number> => {
  const before = cpuMs();
  await call();
  return cpuMs() - before;
};

/** `npm run bench -- quote-cpu DATA_FOLDER [QUESTIONS.txt]`, a question a line; with the encoder that PARLEY_EMBEDDINGS names. */
export const run = async ([data, file]: readonly string[]): Promise<void> => {
  if (!data) return lacks('a data folder with pages: `parley ingest FOLDER --data DATA_FOLDER` makes one');
  const parley = await openParley({
    settings: readSettings({ ...process.env, PARLEY_DATA: data, PARLEY_LOG: 'silent' }),
  });
  try {
    const { stores, retriever, encoder } = parley;
    const texts = file
      ? readFileSync(file, 'utf8').split('\n').filter(Boolean)
      : newcomerQuestions().map((row) => row.question);
    const step = Math.max(1, texts.length / QUESTIONS);
    const asked = Array.from(
      { length: Math.min(QUESTIONS, texts.length) },
      (_, at) => texts[Math.floor(at * step)] ?? '',
    );
    const scopes = [EVERYONE];
    const search = async (text: string) => {
      await retriever.search({ text, k: PASSAGES, scopes });
      await searchByWords(stores, text, PASSAGES_BY_WORDS, scopes);
    };
    const quote = async (text: string, withEncoder: boolean) => {
      const sources = { retriever, stores, ...(withEncoder && encoder && { encoder }) };
      decide(await findCandidates({ text, scopes, askedAt: ASKED_AT }, sources));
    };
    const samples: { search: number; words: number; encoder: number }[] = [];
    for (const text of asked) {
      const searching = await cpuOf(() => search(text));
      const words = await cpuOf(() => quote(text, false));
      const withEncoder = encoder ? await cpuOf(() => quote(text, true)) : 0;
      samples.push({ search: searching, words: words - searching, encoder: withEncoder - words });
    }
    const counted = samples.slice(WARM_UP);
    const line = (name: string, value: (one: (typeof samples)[number]) => number, goal = '') => {
      const values = counted.map(value);
      console.log(
        `${name.padEnd(34)} p50 ${quantile(values, 0.5).toFixed(1)} ms, p95 ${quantile(values, 0.95).toFixed(1)} ms${goal}`,
      );
    };
    const { passages } = (await stores.passageIndex?.size(scopes)) ?? { passages: 0 };
    console.log(`${passages} passages, ${counted.length} questions, CPU of one question:`);
    line('search', (one) => one.search);
    line('choosing the quote by words', (one) => one.words, ' (to reach: 15 ms)');
    if (encoder) line(`cosines of ${encoder.name}, more`, (one) => one.encoder);
  } finally {
    await parley.close();
  }
};
