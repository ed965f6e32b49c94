import type { Answer } from '../../../core/answer.ts';
import type { Scope } from '../../../core/document.ts';
import { ParleyError } from '../../../core/errors.ts';
import { sha256 } from '../../../core/sha256.ts';
import { questionStems } from '../../../core/text/question-terms.ts';
import { words } from '../../../core/text/words.ts';
import type { KeyValueRecord, Stores } from '../../../stores/index.ts';
import { stampsOfCitations } from '../follow-up/source-watch.ts';
import { citedUrls, dateOf, renderAnswer } from './render.ts';

/** An answer that a reviewer verified; valid until a page that it cites changes. */
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
 * Normalises a question for comparison: case, accents, punctuation and white space do not matter. Apart from that, the words
 * must be the same, since one more word ("in Norway") may ask for another figure than the one that was verified.
 */
const foldQuestion = (question: string): string => words(question).join(' ');

/**
 * Stores an answer as verified.
 * @throws BAD_USAGE when it cites no page, since a change of its pages is what invalidates a verified answer
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

/** A verified answer, ready to be shown. */
export interface ShownVerified {
  question: string;
  answer: Answer;
  /** Markdown: the date of the verification, the answer and its sources. */
  text: string;
  /** The URLs that `text` may link to. */
  urls: Set<string>;
}

/** A similar question with a verified answer. The person must confirm that they mean it before the answer is shown. */
export interface AlikeQuestion {
  /** At most 16 letters and digits, to fit into the value of a button. */
  id: string;
  question: string;
}

type Kept = Pick<Stores, 'keyValues' | 'documents'>;

/**
 * The verified answer to the same question, if these scopes allow every page that it cites. Deletes a verified answer one of
 * whose pages has changed.
 */
export const verifiedFor = async (
  stores: Kept,
  question: string,
  scopes: readonly Scope[],
): Promise<ShownVerified | undefined> => {
  const key = foldQuestion(question);
  if (key === '') return undefined;
  // Compares all records, since earlier versions stored them under other keys.
  const best = (await listVerified(stores)).find(({ value }) => foldQuestion(value.question) === key);
  return best && (await holds(stores, best, scopes)) ? shownVerified(best.value) : undefined;
};

/**
 * The most similar question with a verified answer that these scopes allow. The asker must confirm that it is the same
 * question, since one more word may ask for another figure.
 */
export const alikeQuestion = async (
  stores: Kept,
  question: string,
  scopes: readonly Scope[],
): Promise<AlikeQuestion | undefined> => {
  const asked = contentOf(question);
  const ranked = (await listVerified(stores))
    .map((record) => ({ record, likeness: likenessOf(asked, contentOf(record.value.question)) }))
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness);
  for (const { record } of ranked.slice(0, MAX_OFFERED))
    if (await holds(stores, record, scopes)) return { id: idOf(record.value), question: record.value.question };
  return undefined;
};

/** The verified answer with this id, under the same conditions as `verifiedFor`. */
export const verifiedById = async (
  stores: Kept,
  id: string,
  scopes: readonly Scope[],
): Promise<ShownVerified | undefined> => {
  const record = (await listVerified(stores)).find(({ value }) => idOf(value) === id);
  return record && (await holds(stores, record, scopes)) ? shownVerified(record.value) : undefined;
};

type VerifiedRecord = KeyValueRecord<VerifiedAnswer>;

const listVerified = ({ keyValues }: Kept): Promise<VerifiedRecord[]> =>
  keyValues.list<VerifiedAnswer>(KIND, { limit: MAX_VERIFIED });

const idOf = ({ question }: VerifiedAnswer): string => sha256(foldQuestion(question)).slice(0, 16);

/** True when none of the cited pages has changed and the scopes allow all of them. Deletes the record when one has changed. */
const holds = async (
  { keyValues, documents }: Kept,
  { key, value }: VerifiedRecord,
  scopes: readonly Scope[],
): Promise<boolean> => {
  const cited = value.cited.map(({ documentId }) => documentId);
  const stamps = await documents.stampsOf(cited);
  if (value.cited.some(({ documentId, contentHash }) => stamps.get(documentId)?.contentHash !== contentHash)) {
    await keyValues.delete(KIND, key);
    return false;
  }
  const seen = await documents.visible(cited, scopes);
  return cited.every((id) => seen.has(id));
};

const shownVerified = ({ question, answer, at }: VerifiedAnswer): ShownVerified => {
  const rendered = renderAnswer(answer, { inChannel: false });
  const sources = rendered.sources.map(({ title, url }) => (url ? `[${title}](${url})` : title)).join(', ');
  const text = rendered.text.replace(/\s?\[\d+\](?!\()/g, '');
  return {
    question,
    answer,
    text: `**Verified answer** (${dateOf(at) ?? 'earlier'})\n${text}\n_From ${sources}_`,
    urls: citedUrls(answer.citations),
  };
};

/** Minimum Jaccard similarity of the content words of two questions that may be the same. */
const MIN_LIKENESS = 0.5;
/** Maximum candidates to check, since each check reads the cited pages from the store. */
const MAX_OFFERED = 3;

const contentOf = (question: string): { stems: ReadonlySet<string>; numbers: string } => {
  const stems = questionStems(question);
  return {
    stems: new Set(stems),
    numbers: stems
      .filter((stem) => /\p{N}/u.test(stem))
      .sort()
      .join(' '),
  };
};

/** The Jaccard similarity of the content words; 0 when the numbers differ. */
const likenessOf = (a: ReturnType<typeof contentOf>, b: ReturnType<typeof contentOf>): number => {
  if (a.numbers !== b.numbers) return 0;
  const common = [...a.stems].filter((stem) => b.stems.has(stem)).length;
  return common / Math.max(1, a.stems.size + b.stems.size - common);
};
