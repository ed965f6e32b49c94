import type { QuestionContext } from '../../question-context.ts';
import { NOISE_FACTS, NOISE_STEPS, noiseChance } from '../crp/noise.ts';
import type { AutoOptions } from './options.ts';
import type { Finding } from './state.ts';

/** The search that takes a search's place; itself where chance spares it. The same search of the same round always fares alike. */
export const disturbQuery = (query: string, round: number, { steps, seed }: AutoOptions['noise']): string => {
  const chance = noiseChance(seed, 'step', `${round}\0${query}`);
  return chance < steps ? NOISE_STEPS[Math.floor((chance / steps) * NOISE_STEPS.length)]! : query;
};

/** What a search found, or facts of unrelated tasks in its place. */
export const disturbFinding = (
  finding: Finding,
  round: number,
  { knowledge, seed }: AutoOptions['noise'],
  context: Pick<QuestionContext, 'references'>,
): Finding => {
  if (noiseChance(seed, 'knowledge', `${round}\0${finding.query}`) >= knowledge) return finding;
  const references = context.references.add(
    NOISE_FACTS.map((text, at) => ({ kind: 'passage', documentId: `noise-${at}`, title: 'Notes', headings: [], text })),
  );
  return { ...finding, references, mentions: [] };
};
