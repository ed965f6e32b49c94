import { calibratorFeatures, certaintyOf } from '../../agent/quote/choice/certainty.ts';
import { type Doubt, doubtsOf } from '../../agent/quote/choice/doubts.ts';
import { rankCandidates } from '../../agent/quote/choice/rank.ts';
import { fittedWeights } from '../../agent/quote/choice/weights.ts';
import { availableCorpora } from './corpora.ts';
import { type QuoteExample, quoteExamples } from './examples.ts';
import { questionsToLearnFrom } from './questions.ts';

export const about =
  'answers without a model: what each doubt holds back that would be an answer without it, and how much of that is right';

/** What a doubt holds back. */
interface Held {
  right: number;
  wrong: number;
  /** To unanswerable questions, and to questions of other corpora. */
  unanswerable: number;
  corpora: Set<string>;
}

/** `npm run bench -- quote-doubts [handbook|chats|manual]… [--held[=DOUBT]]`, by words. */
export const run = async (options: readonly string[]): Promise<void> => {
  const only = options.filter((option) => !option.startsWith('--'));
  const shown = options.find((option) => option.startsWith('--held'));
  const ids = availableCorpora().flatMap(({ id, name }) => (only.length === 0 || only.includes(name) ? [id] : []));
  const alone = new Map<Doubt, Held>();
  const withOthers = new Map<Doubt, Held>();
  for (const example of await quoteExamples(questionsToLearnFrom(), ids)) {
    const held = heldBack(example);
    for (const doubt of held?.doubts ?? []) count(withOthers, doubt, example, held?.right ?? false);
    const [doubt] = held?.doubts ?? [];
    if (!held || !doubt || held.doubts.length > 1) continue;
    count(alone, doubt, example, held.right);
    if (shown === '--held' || shown === `--held=${doubt}`)
      console.log(
        `${doubt}, ${held.right ? 'right' : 'wrong'}, ${example.over}: ${example.row.question}\n  ${held.text}`,
      );
  }
  console.log(
    `${'held back alone'.padEnd(24)} right  wrong  unanswerable  corpora   with others: right  wrong  unanswerable`,
  );
  const names = [...withOthers.keys()].sort((a, b) => (alone.get(b)?.right ?? 0) - (alone.get(a)?.right ?? 0));
  for (const name of names) {
    const [own, all] = [alone.get(name), withOthers.get(name)];
    const cells = [
      own?.right,
      own?.wrong,
      own?.unanswerable,
      own?.corpora.size,
      all?.right,
      all?.wrong,
      all?.unanswerable,
    ];
    const widths = [6, 6, 13, 8, 19, 6, 13];
    console.log(name.padEnd(24) + cells.map((cell, at) => String(cell ?? 0).padStart(widths[at] ?? 0)).join(' '));
  }
};

/** The first choice for a question, if it would be an answer but for its doubts. */
const heldBack = ({ weighed, right }: QuoteExample): { doubts: Doubt[]; right: boolean; text: string } | undefined => {
  const weights = fittedWeights(false);
  const ranked = rankCandidates(weighed, weights.ranker);
  const [best] = ranked;
  const features = calibratorFeatures(ranked);
  if (!best || !features || certaintyOf(features, weights.calibrator) < weights.answer) return undefined;
  const parts = best.tied ?? [best.candidate];
  const isRight = weighed.some(({ candidate }, at) => right[at] && parts.includes(candidate));
  return { doubts: doubtsOf(features), right: isRight, text: best.candidate.plain };
};

const count = (into: Map<Doubt, Held>, doubt: Doubt, { foreign, row, over }: QuoteExample, right: boolean): void => {
  const held = into.get(doubt) ?? { right: 0, wrong: 0, unanswerable: 0, corpora: new Set() };
  into.set(doubt, held);
  held.corpora.add(over);
  if (foreign || row.expected.kind !== 'answer') held.unanswerable += 1;
  else if (right) held.right += 1;
  else held.wrong += 1;
};
