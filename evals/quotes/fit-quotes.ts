import { readFileSync, writeFileSync } from 'node:fs';
import type { QuoteWeights } from '../../agent/quote/choice/weights.ts';
import { readSettings } from '../../core/settings.ts';
import { sharedFolder } from '../../core/shared-data.ts';
import { openEncoder } from '../../retrieval/index.ts';
import { fitAndJudge, thresholdFor, type Unseen } from './cross-validate.ts';
import { addEncoder, type QuoteExample, quoteExamples } from './examples.ts';
import { questionsToLearnFrom } from './questions.ts';

// npm run fit-quotes: fits how a quote is chosen (a ranker) and how sure it is (a calibrator) on the newcomers' questions of
// the shared folder, over words alone and, where PARLEY_EMBEDDINGS is set, with that encoder's cosines; says what the weights
// reach on questions left out of a fit, and writes agent/quote/choice/fitted-weights.json. Words alone take some five minutes; what an
// encoder gives is kept in the temporary folder, so that an interrupted run goes on where it stopped.

const FILE = new URL('../../agent/quote/choice/fitted-weights.json', import.meta.url);
/** Share of right ones among what is called an answer, over pages that the weights have not seen. */
const ANSWER_PRECISION = 0.92;
/**
 * From this probability of being right on, a passage is shown as the closest; below it, links alone. At least half of what is
 * shown is to be right, unanswerable questions included. Over twelve corpora 168 of 317 are; of those just below (from .25 to
 * .33) 35 of 96.
 */
const CLOSEST_CONFIDENCE = 0.33;

const fitMode = (examples: readonly QuoteExample[], withEncoder: boolean): QuoteWeights => {
  const { ranker, calibrator, unseen } = fitAndJudge(examples, withEncoder);
  const answer = thresholdFor(unseen, ANSWER_PRECISION);
  console.log(withEncoder ? 'with the encoder' : 'words alone');
  for (const precision of new Set([0.95, ANSWER_PRECISION, 0.9, 0.8])) {
    const threshold = thresholdFor(unseen, precision);
    console.log(` precision ${precision}: from a confidence of ${threshold} on`);
    for (const corpus of [undefined, ...new Set(examples.map(({ row }) => row.corpus))])
      console.log(`  ${line(corpus, unseen, threshold)}`);
  }
  return { ranker, calibrator, answer, closest: CLOSEST_CONFIDENCE };
};

const line = (corpus: string | undefined, all: readonly Unseen[], threshold: number): string => {
  const unseen = all.filter(
    ({ example }) => !example.foreign && (corpus === undefined || example.row.corpus === corpus),
  );
  const answered = unseen.filter(({ probability }) => probability >= threshold);
  const right = answered.filter((one) => one.right).length;
  const answerable = unseen.filter(({ example }) => example.row.expected.kind === 'answer');
  const first = answerable.filter((one) => one.right).length;
  return `${(corpus ?? 'all').padEnd(10)} first choice right ${first} of ${answerable.length}; answered ${answered.length}, right ${right}; unanswerable answered ${answered.length - answered.filter(({ example }) => example.row.expected.kind === 'answer').length} of ${unseen.length - answerable.length}`;
};

if (!sharedFolder()) throw new Error('The shared data folder is not there (PARLEY_SHARED).');
const stood = JSON.parse(readFileSync(FILE, 'utf8')) as { words: QuoteWeights; encoder: QuoteWeights };
const provenance =
  'npm run fit-quotes; the development half of the newcomers’ questions and the project’s own (with six Debian manuals), each corpus judged by weights that were fitted without it';
const write = (words: QuoteWeights, encoder: QuoteWeights) =>
  writeFileSync(FILE, `${JSON.stringify({ provenance, words, encoder }, null, 2)}\n`);

const encoder = openEncoder(readSettings(process.env));
// An encoder that cannot serve says why now, and not after the minutes that the words take.
await encoder?.embed(['Who approves an expense?'], undefined, 'question');
const examples = await quoteExamples(questionsToLearnFrom());
const words = fitMode(examples, false);
write(words, stood.encoder);
if (!encoder) console.log('PARLEY_EMBEDDINGS is not set: the weights with an encoder stay as they are.');
else {
  await addEncoder(examples, encoder);
  write(words, fitMode(examples, true));
}
process.exit();
