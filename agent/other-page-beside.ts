import type { Citation } from '../core/answer.ts';
import { asParleyError } from '../core/errors.ts';
import { languageOf } from '../core/text/language.ts';
import { givesAnswer } from '../core/verdict.ts';
import type { QuestionContext } from './question-context.ts';
import { findCandidates } from './quote/find-candidates.ts';
import { plainText } from './quote/pages/plain-text.ts';
import { answeringText, namePages, otherPage } from './quote/reply/other-page.ts';
import { WORDING } from './quote/reply/wording.ts';
import type { CheckedAnswer } from './references/check-answer.ts';
import type { NumberedReference } from './references/reference.ts';

/** The note below a single-page answer that another page contradicts. */
export interface OtherPageNote {
  text: string;
  citation: Citation;
}

const YES_OR_NO = /^(?:yes|no|ja|nein|oui|non|s[ií]|sim|não)\b/iu;

/**
 * If an answer cites a single page and quoting would give another answer from another page, returns that page's words,
 * with both pages named, so that no page answers alone against another. Calls no model and uses only passages found for
 * the answer.
 */
export const otherPageBeside = async (
  context: Pick<QuestionContext, 'stores' | 'scopes' | 'asOf' | 'signal' | 'record' | 'clock'>,
  answer: CheckedAnswer,
  shown: readonly NumberedReference[],
  question: string,
): Promise<OtherPageNote | undefined> => {
  const [first] = answer.citations;
  const isOnePage = answer.citations.every(({ documentId }) => documentId === first?.documentId);
  // Only passages and tables qualify: paths cite several pages, and a live source is no page.
  const isOfPages = first?.kind === 'passage' || first?.kind === 'table';
  if (!first || !isOfPages || !isOnePage || !givesAnswer(answer.verdict)) return undefined;
  const { stores, scopes, signal } = context;
  try {
    const ids = [...new Set(shown.flatMap(({ passageId }) => passageId ?? []))];
    const passages = await stores.documents.passages(ids, scopes);
    const hits = passages.map((passage) => ({
      documentId: passage.documentId,
      passageId: passage.id,
      title: passage.title,
      text: passage.text,
      score: 0,
      via: [],
      passage,
    }));
    const found = await findCandidates(
      { text: question, scopes, askedAt: Date.parse(context.asOf), signal },
      { retriever: { search: async () => ({ hits, mode: 'lexical' }) }, stores },
    );
    const isBare = answer.shortAnswer !== '' && !YES_OR_NO.test(answer.shortAnswer);
    const said = isBare ? answer.shortAnswer : answer.citations.map(({ quote }) => quote).join(' ');
    const other = otherPage(found, { documentIds: [first.documentId], answer: said });
    if (!other) return undefined;
    const [page, another] = await namePages([first, other.passage], stores.documents, context.clock.now());
    if (!page || !another) return undefined;
    const language = languageOf(question) ?? found.question.language;
    const wording = WORDING[language === 'de' || language === 'fr' || language === 'es' ? language : 'en'];
    const quote = answeringText(other);
    const n = answer.citations.length + 1;
    const { documentId, id: passageId, title, url, kind, updatedAt } = other.passage;
    return {
      text: `_${wording.otherPage(page, another)}_\n\n“${plainText(quote)}” [${n}]`,
      citation: {
        n,
        documentId,
        passageId,
        title,
        ...(url && { url }),
        quote,
        kind: kind === 'table' ? 'table' : 'passage',
        ...(updatedAt && { updatedAt }),
        otherwise: true,
      },
    };
  } catch (error) {
    const { code, message } = asParleyError(error);
    if (signal.aborted || code === 'CANCELLED') throw error;
    context.record('check', { kind: 'note', name: 'other-page-not-looked-for', data: { code, message } });
    return undefined;
  }
};
