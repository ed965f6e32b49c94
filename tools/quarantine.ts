import type { Passage, Table } from '../core/document.ts';
import { cachedIsOrder, cachedOrders } from '../core/injection/cached-orders.ts';
import type { Order } from '../core/injection/find-orders.ts';
import { paragraphsWithoutOrders } from '../core/injection/paragraphs-without-orders.ts';
import { visibleText } from '../core/injection/visible-text.ts';
import type { Triple } from '../core/knowledge.ts';
import { withoutSecrets } from '../core/secrets/mask-secrets.ts';
import { foreignImagesAsWords } from '../core/text/images.ts';
import { removeSpans } from '../core/text/remove-spans.ts';
import type { Hit } from '../retrieval/retriever.ts';
import { createTalkFilter, shownLabel } from './talk-filter.ts';

/** The parts of a piece of evidence that are checked for orders. */
interface Evidence {
  documentId: string;
  title: string;
  headings: readonly string[];
  text: string;
  /** Index of a passage in its page. */
  ordinal?: number;
}

/** Minimum characters of an order; most table cells are shorter. */
const MIN_ORDER_CHARS = 8;

/**
 * Minimum characters of a cell that is checked for talk about answers; shorter ones are labels ("questions answered").
 */
const MIN_TALK_CHARS = 40;
/** Maximum characters of a row whose cells are read as one sentence; an order in longer ones has a cell of its own. */
const MAX_ROW_CHARS = 160;
/** True for words of several cells that are an attack together. */
const holdsAttack = (row: string): boolean =>
  row.length <= MAX_ROW_CHARS && cachedOrders(row).some(({ severity }) => severity === 'attack');
/** What a model or a quote may show of a text: no secrets, no invisible characters, and no images of other servers. */
const plainText = (text: string) => foreignImagesAsWords(withoutSecrets(visibleText(text)));

/** A page with an order. Does not contain the order's text, which must not reach logs or traces. */
export interface PoisonedPage {
  documentId: string;
  severity: Order['severity'];
}

/** Section of a page that contains an order, and the index of its passage. */
export interface OrderPlace {
  section: string;
  ordinal: number;
}

/**
 * Keeps text addressed to the model away from it, for one question. A page with an attack is not evidence: its
 * passages, tables and facts are withheld. Of a page that dictates an answer, only those sentences are removed.
 */
export interface Quarantine {
  /** The evidence without orders and invisible characters; undefined if nothing may be shown. */
  clean<E extends Evidence>(evidence: E): E | undefined;
  /** As `clean`, for text that is not from a stored page: a live source's answer or an attachment. */
  cleanText(text: string, from: string): string | undefined;
  admitsTriple(triple: Triple): boolean;
  /**
   * The table without cells that hold an order or talk about answers, and without columns whose labels do. Undefined for a
   * table of a poisoned page, and for one whose caption or heading holds an order.
   */
  cleanTable(table: Table): Table | undefined;
  isPoisoned(documentId: string): boolean;
  /** The original title of a page whose title contains an unrelated question. Prompts omit it, citations show it. */
  titleOf(documentId: string): string | undefined;
  /**
   * The statements of a poisoned page's passage that its orders do not reach. Undefined if nothing is left or a title
   * or heading is an order. Used only if nothing else answers (agent/read-withheld.ts).
   */
  cleanUnaffected<E extends Evidence>(evidence: E): E | undefined;
  /** Stores a hit that `cleanUnaffected` accepted, unless its passage is stored with as high a score. */
  withhold(hit: Hit): void;
  /** In the order of storing. If a passage has several entries, the last one has its highest score. */
  withheld(): readonly Hit[];
  /** Stores a passage of which something is left out. */
  noteShortened(passage: Passage): void;
  /** These passages as they stand in their pages, in the order of storing. Only whether they hold a word may be told. */
  shortened(): readonly Passage[];
  /** Where orders were found. If a section has several entries, the last one is its first order. */
  orders(): readonly OrderPlace[];
  /** Adds an order found by an earlier process. */
  noteOrder(place: OrderPlace): void;
  /** Ids of the pages with an attack so far. */
  poisoned(): readonly string[];
  poison(documentId: string): void;
}

/**
 * Creates the quarantine of one question.
 * @param onPoisoned called once per page, when its first order is found
 * @param question the asker's question. Sentences about answering are removed too, unless it asks about answers itself.
 * @param options.keepsQuestions true if no model reads what is let through. Only a model may take a page's question for its
 * task; to a quote, the question above an answer says what the answer is about.
 */
export const createQuarantine = (
  onPoisoned: (page: PoisonedPage) => void,
  question = '',
  { keepsQuestions = false }: { keepsQuestions?: boolean } = {},
): Quarantine => {
  const { withoutTalk, isTalk, speaksToProgram, isStray, plainHeading, plainTitle, titleOf } = createTalkFilter(
    question,
    keepsQuestions,
  );
  const poisoned = new Set<string>();
  const withheld: Hit[] = [];
  const shortened: Passage[] = [];
  const bestScores = new Map<string, number>();
  /** Index of the first order in each section; the text after it may continue the order. */
  const orderedFrom = new Map<string, number>();
  const sectionOf = ({ documentId, headings }: Evidence) => JSON.stringify([documentId, ...headings]);
  const orders: OrderPlace[] = [];
  const noteOrder = (place: OrderPlace) => {
    const { section, ordinal } = place;
    if (ordinal >= (orderedFrom.get(section) ?? Number.POSITIVE_INFINITY)) return;
    orderedFrom.set(section, ordinal);
    orders.push(place);
  };
  const reported = new Set<string>();
  const report = (documentId: string, severity: Order['severity']) => {
    if (severity === 'attack') poisoned.add(documentId);
    if (reported.has(documentId)) return;
    reported.add(documentId);
    onPoisoned({ documentId, severity });
  };
  const cleaned = (text: string, from: string, labels: readonly string[]): string | undefined => {
    if (poisoned.has(from)) return undefined;
    const orders = cachedOrders(text);
    const visible = plainText(text);
    const [order] = orders;
    if (!order) return withoutTalk(visible, labels);
    const severity = orders.some((one) => one.severity === 'attack') ? 'attack' : 'directive';
    report(from, severity);
    if (severity === 'attack') return undefined;
    const kept = plainText(removeSpans(text, orders)).trim();
    return kept === '' ? undefined : withoutTalk(kept, labels);
  };
  return {
    cleanText: (text, from) => cleaned(text, from, []),
    clean(evidence) {
      const { documentId, title, headings } = evidence;
      const label = [title, ...headings].find((one) => cachedIsOrder(one));
      if (label !== undefined) report(documentId, 'attack');
      if (evidence.ordinal !== undefined && cachedOrders(evidence.text).length > 0)
        noteOrder({ section: sectionOf(evidence), ordinal: evidence.ordinal });
      const text = cleaned(evidence.text, documentId, [title, ...headings]);
      if (text === undefined) return undefined;
      const isPlain =
        text === evidence.text &&
        ![title, ...headings].some((one) => shownLabel(one) !== one || isTalk(one) || isStray(one));
      if (isPlain) return evidence;
      return {
        ...evidence,
        text,
        title: plainTitle(title, documentId),
        headings: headings.filter((heading) => !isTalk(heading)).map((heading) => plainHeading(shownLabel(heading))),
      };
    },
    cleanUnaffected(evidence) {
      const { documentId, title, headings, text, ordinal = 0 } = evidence;
      if (!poisoned.has(documentId) || ordinal > (orderedFrom.get(sectionOf(evidence)) ?? ordinal)) return undefined;
      if ([title, ...headings].some((one) => cachedIsOrder(one))) return undefined;
      const left = paragraphsWithoutOrders(text);
      const stated = left && withoutTalk(plainText(left), [title, ...headings]);
      return stated === undefined
        ? undefined
        : { ...evidence, text: stated, title: plainTitle(title, documentId), headings: [] };
    },
    withhold(hit) {
      if (hit.score <= (bestScores.get(hit.passage.id) ?? Number.NEGATIVE_INFINITY)) return;
      bestScores.set(hit.passage.id, hit.score);
      withheld.push(hit);
    },
    withheld: () => withheld,
    noteShortened: (passage) => void shortened.push(passage),
    shortened: () => shortened,
    admitsTriple({ subjectName, predicate, objectName, documentIds }) {
      if (documentIds.some((id) => poisoned.has(id))) return false;
      const order = [subjectName, predicate, objectName].some((name) => cachedIsOrder(name));
      if (order) for (const id of documentIds) report(id, 'directive');
      return !order && !isTalk(`${subjectName} ${predicate} ${objectName}`);
    },
    cleanTable(table) {
      const { documentId, caption, headings, columns, rows, types } = table;
      if (poisoned.has(documentId)) return undefined;
      const isOrder = (cell: string) => cell.length > MIN_ORDER_CHARS && (cachedIsOrder(cell) || speaksToProgram(cell));
      const isLeftOut = (cell: string) => isOrder(cell) || (cell.length > MIN_TALK_CHARS && isTalk(cell));
      const kept = [...columns.keys()].filter((column) => !columns[column]?.some(isLeftOut));
      const dropsRow = (row: readonly string[]) => holdsAttack(row.join(' '));
      const labels = [caption, ...headings];
      if ([...labels, ...columns.flat(), ...rows.flat()].some(isOrder) || rows.some(dropsRow))
        report(documentId, 'directive');
      if (labels.some(isLeftOut) || kept.length === 0) return undefined;
      const isPlain = kept.length === columns.length && !rows.some((row) => row.some(isLeftOut) || dropsRow(row));
      if (isPlain) return table;
      return {
        ...table,
        columns: kept.map((column) => columns[column] ?? []),
        rows: rows
          .filter((row) => !dropsRow(row))
          .map((row) => kept.map((column) => (isLeftOut(row[column] ?? '') ? '' : (row[column] ?? '')))),
        types: kept.map((column) => types[column] ?? { kind: 'text' }),
      };
    },
    orders: () => orders,
    noteOrder,
    isPoisoned: (documentId) => poisoned.has(documentId),
    titleOf,
    poisoned: () => [...poisoned],
    poison: (documentId) => void poisoned.add(documentId),
  };
};
