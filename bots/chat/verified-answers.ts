import type { Answer } from '../../core/answer.ts';
import type { Scope } from '../../core/document.ts';
import { ParleyError } from '../../core/errors.ts';
import { words } from '../../core/text/words.ts';
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
const MAX_VERIFIED = 2000;
/**
 * A question as it is compared: case, marks, punctuation and white space folded. Only the same question gets a verified
 * answer: one word more or less ("in Norway") asks for another figure, and a reviewer stands for this one alone.
 */
const foldQuestion = (question: string): string => words(question).join(' ');

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
  await keyValues.put(KIND, foldQuestion(question), {
    question,
    answer: { ...answer, trace: [] },
    by,
    at,
    cited,
  } satisfies VerifiedAnswer);
};

/**
 * The verified answer to the same question, as the words to show first. Only if every page that it cites may be seen with
 * these scopes, and none has changed: a verified answer whose page changed is verified no more, and is dropped.
 */
export const verifiedFor = async (
  { keyValues, documents }: Pick<Stores, 'keyValues' | 'documents'>,
  question: string,
  scopes: readonly Scope[],
): Promise<{ text: string; urls: Set<string> } | undefined> => {
  const key = foldQuestion(question);
  // Answers verified before questions were compared whole lie under other keys.
  const listed = key === '' ? [] : await keyValues.list<VerifiedAnswer>(KIND, { limit: MAX_VERIFIED });
  const best = listed.find(({ value }) => foldQuestion(value.question) === key);
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
    text: `**Verified answer** (${dateOf(value.at) ?? 'earlier'})\n${text}\n_From ${sources}_\n\n**New answer**`,
    urls: citedUrls(value.answer.citations),
  };
};
