import { cachedIsOrder } from '../../../core/injection/cached-orders.ts';
import { asksForSecret, passesOnSecret } from '../../../core/injection/find-secrets.ts';
import { contactDetails } from '../../../core/text/contact-details.ts';
import { words } from '../../../core/text/words.ts';
import { createQuarantine } from '../../../tools/quarantine.ts';
import { quarantinedRetriever, quarantinedStores } from '../../../tools/quarantined.ts';
import type { QuoteSources } from '../search/quote-request.ts';
import { EVERYDAY_RANK, rankOf } from '../words/common-words.ts';
import type { Suggestion } from './suggestion.ts';

/**
 * True for a question that Parley may put to people unasked. Whoever writes a page chooses words of it, and whoever reads it
 * takes it for Parley's: so it is no order, passes on no secret, names nothing to follow, call or pay to, and one that a page
 * asks in so many words neither takes something for granted ("why …") nor names a person.
 */
export const maySuggest = ({ question, isFromPage = false }: Suggestion): boolean =>
  !cachedIsOrder(question) &&
  !asksForSecret(question) &&
  !passesOnSecret(question) &&
  contactDetails(question).length === 0 &&
  !(isFromPage && (TAKES_FOR_GRANTED.test(question) || namesPerson(question)));

const TAKES_FOR_GRANTED =
  /^\P{L}*(?:why|how come|warum|wieso|weshalb|pourquoi|por qu[eé]|perch[eé]|waarom|porqu[eê]|почему|なぜ|为什么|왜)(?!\p{L})/iu;

const CAPITALISED_PAIR = /(?<!\p{L})(?=(\p{Lu}[\p{L}'’-]+) (\p{Lu}[\p{L}'’-]+))/gu;

/**
 * True if two capitalised words stand side by side that are not both everyday English: "New York" is none, "Sean Teixeira" is.
 * Lists of common words hold names too, so no longer one will do.
 */
const namesPerson = (question: string): boolean =>
  [...question.matchAll(CAPITALISED_PAIR)].some(
    ([, first = '', last = '']) => !(isEveryday(first) && isEveryday(last)),
  );

const isEveryday = (word: string): boolean => words(word).every((part) => rankOf(part) < EVERYDAY_RANK);

/** The sources without what the quarantine keeps from answers: nobody is led to a page that is not read. */
export const trustedSources = (sources: QuoteSources): QuoteSources => {
  const quarantine = createQuarantine(() => {}, '', { keepsQuestions: true });
  return {
    ...sources,
    retriever: quarantinedRetriever(sources.retriever, quarantine),
    stores: quarantinedStores(sources.stores, quarantine),
  };
};
