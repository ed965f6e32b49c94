import type { Answer } from '../../core/answer.ts';
import type { Scope } from '../../core/document.ts';
import { ParleyError } from '../../core/errors.ts';
import type { Stores } from '../../stores/index.ts';
import { citedUrls, dateOf, renderAnswer } from './render.ts';
import { stampsOfCitations } from './source-watch.ts';

/** An answer that a reviewer stands for, until a page that it cites changes. */
export interface VerifiedAnswer {
  question: string;
  answer: Answer;
  by: string;
  at: string;
  cited: { documentId: string; contentHash: string }[];
}

const KIND = 'verified';
/** Questions share at least this part of their content words (Jaccard) to count as alike. */
const ALIKE = 0.7;
const MOST = 2000;
/** Words that carry no content of their own; question words stay out too, since "how many" and "what" ask alike. */
const EMPTY = new Set(
  'a an the is are was were be been do does did can could will would shall should may might of in on at to for from by with and or not what which who whom whose when where why how many much i we you they he she it our your their my me us them this that these those there please tell does did doing has have had one any some get gets'.split(
    ' ',
  ),
);

const contentWords = (text: string): Set<string> =>
  new Set(
    (
      text
        .toLowerCase()
        .normalize('NFKD')
        .match(/[\p{L}\p{N}]+/gu) ?? []
    )
      .filter((word) => !EMPTY.has(word))
      .map(stem),
  );
const stem = (word: string) => (word.length > 3 && !/\d/.test(word) ? word.replace(/(?<=\p{L}{3})(es|s)$/u, '') : word);

const alike = (a: Set<string>, b: Set<string>): number => {
  const both = [...a].filter((word) => b.has(word)).length;
  return both === 0 ? 0 : both / (a.size + b.size - both);
};

/**
 * Marks an answer as verified. @throws BAD_USAGE when it cites nothing: there would be nothing to tell when it goes stale
 */
export const verify = async (
  { keyValues, documents }: Pick<Stores, 'keyValues' | 'documents'>,
  { question, answer, by, at }: { question: string; answer: Answer; by: string; at: string },
): Promise<void> => {
  const cited = await stampsOfCitations(documents, answer.citations);
  if (answer.verdict !== 'answered' || cited.length === 0)
    throw new ParleyError('BAD_USAGE', {
      message: 'Only an answer that cites its pages can be verified.',
      remedy: 'Ask so that the answer cites a page, then verify that one.',
    });
  const words = [...contentWords(question)].sort().join(' ');
  await keyValues.put(KIND, words, {
    question,
    answer: { ...answer, trace: [] },
    by,
    at,
    cited,
  } satisfies VerifiedAnswer);
};

/**
 * The verified answer to an alike question, as the words to show first. Only if every page that it cites may be seen with
 * these scopes, and none has changed: a verified answer whose page changed is verified no more, and is dropped.
 */
export const verifiedFor = async (
  { keyValues, documents }: Pick<Stores, 'keyValues' | 'documents'>,
  question: string,
  scopes: readonly Scope[],
): Promise<{ text: string; urls: Set<string> } | undefined> => {
  const words = contentWords(question);
  if (words.size === 0) return undefined;
  let best: { key: string; value: VerifiedAnswer; score: number } | undefined;
  for (const { key, value } of await keyValues.list<VerifiedAnswer>(KIND, { limit: MOST })) {
    const score = alike(words, contentWords(value.question));
    if (score >= ALIKE && score > (best?.score ?? 0)) best = { key, value, score };
  }
  if (!best) return undefined;
  const { value } = best;
  const stamps = await documents.stampsOf(value.cited.map(({ documentId }) => documentId));
  if (value.cited.some(({ documentId, contentHash }) => stamps.get(documentId)?.contentHash !== contentHash)) {
    await keyValues.delete(KIND, best.key);
    return undefined;
  }
  const seen = await Promise.all(value.cited.map(({ documentId }) => documents.document(documentId, scopes)));
  if (seen.some((document) => document === undefined)) return undefined;
  const rendered = renderAnswer(value.answer, { inChannel: false });
  const sources = rendered.sources.map(({ title, url }) => (url ? `[${title}](${url})` : title)).join(', ');
  const text = rendered.text.replace(/\s?\[\d+\](?!\()/g, '');
  return {
    text: `**Verified answer** (${dateOf(value.at) ?? 'earlier'})\n${text}\n_From ${sources}_\n\n**Asked anew**`,
    urls: citedUrls(value.answer.citations),
  };
};
