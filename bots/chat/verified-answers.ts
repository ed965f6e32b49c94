import { createHash } from 'node:crypto';
import type { Answer } from '../../core/answer.ts';
import type { Scope } from '../../core/document.ts';
import { ParleyError } from '../../core/errors.ts';
import { questionStems } from '../../core/text/question-terms.ts';
import { words } from '../../core/text/words.ts';
import type { KeyValueRecord, Stores } from '../../stores/index.ts';
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

/** A verified answer as it is shown, with the pages that it may link to. */
export interface ShownVerified {
  question: string;
  answer: Answer;
  /** Markdown: when it was verified, what it says and where that is from. */
  text: string;
  urls: Set<string>;
}

/** A verified question that somebody may have meant: they are asked before its answer is shown. */
export interface AlikeQuestion {
  /** What a button carries: at most 16 letters and digits. */
  id: string;
  question: string;
}

type Kept = Pick<Stores, 'keyValues' | 'documents'>;

/**
 * The verified answer to the same question. Only if every page that it cites may be seen with these scopes, and none has
 * changed: a verified answer whose page changed is verified no more, and is dropped.
 */
export const verifiedFor = async (
  stores: Kept,
  question: string,
  scopes: readonly Scope[],
): Promise<ShownVerified | undefined> => {
  const key = foldQuestion(question);
  if (key === '') return undefined;
  // Answers verified before questions were compared whole lie under other keys.
  const best = (await listVerified(stores)).find(({ value }) => foldQuestion(value.question) === key);
  return best && (await holds(stores, best, scopes)) ? shownVerified(best.value) : undefined;
};

/**
 * The verified question that is most like this one, in other words. Its answer is not shown: whoever asks says first that it
 * is the same question, since one word more or less may ask for another figure.
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

/** The verified answer that somebody asked for by its id, as `verifiedFor` gives it. */
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

const idOf = ({ question }: VerifiedAnswer): string =>
  createHash('sha256').update(foldQuestion(question)).digest('hex').slice(0, 16);

/** True where none of its pages changed and all may be seen; drops one whose page changed. */
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

/** Share of their content words that two questions have in common from which on they may be the same. */
const MIN_LIKENESS = 0.5;
/** Verified questions that are looked at before none is offered: each costs a look at its pages. */
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

/** Common content words over all of them (Jaccard); 0 where the numbers differ. */
const likenessOf = (a: ReturnType<typeof contentOf>, b: ReturnType<typeof contentOf>): number => {
  if (a.numbers !== b.numbers) return 0;
  const common = [...a.stems].filter((stem) => b.stems.has(stem)).length;
  return common / Math.max(1, a.stems.size + b.stems.size - common);
};
