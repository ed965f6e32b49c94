import type { Passage, Scope, Table } from '../core/document.ts';
import type { Order } from '../core/injection/find-orders.ts';
import { asksAboutTalk, isTalkAboutAnswers } from '../core/injection/find-talk.ts';
import { paragraphsWithoutOrders } from '../core/injection/paragraphs-without-orders.ts';
import { rememberedIsOrder, rememberedOrders, rememberedTalk } from '../core/injection/remembered-orders.ts';
import { findStrayQuestions } from '../core/injection/stray-questions.ts';
import { visibleText } from '../core/injection/visible-text.ts';
import type { Triple } from '../core/knowledge.ts';
import type { Span } from '../core/text/sentences.ts';
import type { Hit, Retriever } from '../retrieval/retriever.ts';
import type { Stores } from '../stores/index.ts';

/** What of a piece of evidence is read for orders. */
interface Evidence {
  documentId: string;
  title: string;
  headings: readonly string[];
  text: string;
  /** Place of a passage in its page. */
  ordinal?: number;
}

/** No order is shorter; most cells of a table are. */
const MIN_ORDER_CHARS = 8;

/** Cells of fewer characters are labels ("questions answered"), not sentences about answering. */
const MIN_TALK_CHARS = 40;
/** Stands for a title that speaks about answers, or that asks for something else. */
const UNTITLED = 'Untitled page';

/** A page in which an order was found; never with the order's words, which must not travel on. */
export interface PoisonedPage {
  documentId: string;
  severity: Order['severity'];
}

/** Where a section of a page holds an order, by the place of its passage. */
export interface OrderPlace {
  section: string;
  ordinal: number;
}

/**
 * Keeps pages that speak to the model away from it, for one question. A page with an attack is no evidence at all: none of
 * its passages, tables and facts is handed on. Of a page that dictates an answer, the sentences that do so are left out.
 */
export interface Quarantine {
  /** The evidence without orders and invisible characters; undefined where nothing of it may be shown. */
  clean<E extends Evidence>(evidence: E): E | undefined;
  /** The same for text without a page: a live source's answer, an attachment's piece. */
  cleanText(text: string, from: string): string | undefined;
  admitsTriple(triple: Triple): boolean;
  /** False for a table of a poisoned page, and for one with an order in a cell. */
  admitsTable(table: Table): boolean;
  isPoisoned(documentId: string): boolean;
  /** The title of a page whose title asks something else than the asker: evidence goes without it, a citation names the page. */
  titleOf(documentId: string): string | undefined;
  /**
   * What a passage of a page with an attack states out of reach of its orders; undefined where nothing is left, and under a title
   * or heading that is one. It is kept from the model, and read only where nothing else answers (agent/read-withheld.ts).
   */
  cleanApart<E extends Evidence>(evidence: E): E | undefined;
  /** Found passages that `cleanApart` lets through, each once. */
  withhold(hit: Hit): void;
  withheld(): readonly Hit[];
  /** Where orders were found, each section's first one last. */
  orders(): readonly OrderPlace[];
  /** An order that an earlier process found. */
  noteOrder(place: OrderPlace): void;
  /** The pages with an attack so far, and one that is known to be such from before. */
  poisoned(): readonly string[];
  poison(documentId: string): void;
}

/**
 * @param onPoisoned hears of each page once, when its first order is found
 * @param question what is asked: unless it asks about answers itself, sentences about answering are left out as well
 */
export const createQuarantine = (onPoisoned: (page: PoisonedPage) => void, question = ''): Quarantine => {
  const keepsTalk = asksAboutTalk(question);
  const isTalk = (words: string) => !keepsTalk && isTalkAboutAnswers(words);
  /** What states nothing about the world: talk about answers, and questions that nobody asked. */
  const withoutTalk = (text: string): string | undefined => {
    const told = keepsTalk ? text : without(text, rememberedTalk(text));
    const kept = without(told, findStrayQuestions(told, question)).trim();
    if (kept.length === text.trim().length) return text;
    return /[\p{L}\p{N}]/u.test(kept) ? kept : undefined;
  };
  const isStray = (words: string) => findStrayQuestions(words, question).length > 0;
  const ownTitles = new Map<string, string>();
  /** A title without talk and without questions that nobody asked: a model may take one for its task. */
  const plainTitle = (title: string, documentId: string): string => {
    if (isTalk(title)) return UNTITLED;
    const visible = visibleText(title);
    const strays = findStrayQuestions(visible, question);
    if (strays.length === 0) return visible;
    ownTitles.set(documentId, visible);
    const kept = without(visible, strays).trim();
    return /\p{L}{2}/u.test(kept) ? kept : UNTITLED;
  };
  const poisoned = new Set<string>();
  const withheld = new Map<string, Hit>();
  /** Where the sections of a page hold their first order: what follows it there may go on with it. */
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
  const cleanText = (text: string, from: string): string | undefined => {
    if (poisoned.has(from)) return undefined;
    const orders = rememberedOrders(text);
    const visible = visibleText(text);
    const [order] = orders;
    if (!order) return withoutTalk(visible);
    const severity = orders.some((one) => one.severity === 'attack') ? 'attack' : 'directive';
    report(from, severity);
    if (severity === 'attack') return undefined;
    const kept = visibleText(without(text, orders)).trim();
    return kept === '' ? undefined : withoutTalk(kept);
  };
  return {
    cleanText,
    clean(evidence) {
      const { documentId, title, headings } = evidence;
      const label = [title, ...headings].find((one) => rememberedIsOrder(one));
      if (label !== undefined) report(documentId, 'attack');
      if (evidence.ordinal !== undefined && rememberedOrders(evidence.text).length > 0)
        noteOrder({ section: sectionOf(evidence), ordinal: evidence.ordinal });
      const text = cleanText(evidence.text, documentId);
      if (text === undefined) return undefined;
      const isPlain =
        text === evidence.text &&
        ![title, ...headings].some((one) => visibleText(one) !== one || isTalk(one) || isStray(one));
      if (isPlain) return evidence;
      return {
        ...evidence,
        text,
        title: plainTitle(title, documentId),
        headings: headings.filter((heading) => !isTalk(heading) && !isStray(heading)).map(visibleText),
      };
    },
    cleanApart(evidence) {
      const { documentId, title, headings, text, ordinal = 0 } = evidence;
      if (!poisoned.has(documentId) || ordinal > (orderedFrom.get(sectionOf(evidence)) ?? ordinal)) return undefined;
      if ([title, ...headings].some((one) => rememberedIsOrder(one))) return undefined;
      const left = paragraphsWithoutOrders(text);
      const stated = left && withoutTalk(visibleText(left));
      return stated === undefined
        ? undefined
        : { ...evidence, text: stated, title: plainTitle(title, documentId), headings: [] };
    },
    withhold: (hit) => void withheld.set(hit.passage.id, hit),
    withheld: () => [...withheld.values()],
    admitsTriple({ subjectName, predicate, objectName, documentIds }) {
      if (documentIds.some((id) => poisoned.has(id))) return false;
      const order = [subjectName, predicate, objectName].some((name) => rememberedIsOrder(name));
      if (order) for (const id of documentIds) report(id, 'directive');
      return !order && !isTalk(`${subjectName} ${predicate} ${objectName}`);
    },
    admitsTable({ documentId, caption, headings, columns, rows }) {
      if (poisoned.has(documentId)) return false;
      const cells = [caption, ...headings, ...columns.flat(), ...rows.flat()];
      const order = cells.some((cell) => cell.length > MIN_ORDER_CHARS && rememberedIsOrder(cell));
      if (order) report(documentId, 'directive');
      return !order && !cells.some((cell) => cell.length > MIN_TALK_CHARS && isTalk(cell));
    },
    orders: () => orders,
    noteOrder,
    isPoisoned: (documentId) => poisoned.has(documentId),
    titleOf: (documentId) => ownTitles.get(documentId),
    poisoned: () => [...poisoned],
    poison: (documentId) => void poisoned.add(documentId),
  };
};

const without = (text: string, orders: readonly Span[]): string => {
  let kept = '';
  let from = 0;
  for (const { start, end } of orders) {
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
};

/** A retriever whose finds went through the quarantine. */
export const quarantinedRetriever = (retriever: Retriever, quarantine: Quarantine): Retriever => ({
  async search(query) {
    const k = query.k ?? DEFAULT_K;
    const result = await retriever.search({ ...query, k: k + SPARE });
    return { ...result, hits: cleanHits(result.hits, quarantine).slice(0, k) };
  },
});

/** Passages of a search that names no number. */
const DEFAULT_K = 10;
/** Passages looked through beside those asked for, so that what is left out does not crowd out the others. */
const SPARE = 5;

const cleanHits = (hits: readonly Hit[], quarantine: Quarantine): Hit[] => {
  // Read once before, because a page can turn out to be an attack by its last passage.
  for (const { passage } of hits) quarantine.clean(passage);
  return hits.flatMap((hit) => {
    const passage = quarantine.clean(hit.passage);
    if (!passage) {
      const apart = quarantine.cleanApart(hit.passage);
      if (apart) quarantine.withhold({ ...hit, passage: apart, title: apart.title, text: apart.text });
      return [];
    }
    return [passage === hit.passage ? hit : { ...hit, passage, title: passage.title, text: passage.text }];
  });
};

/** Pages whose facts one look-up finds, and their passages, that are read for an attack. */
const MAX_PAGES_OF_FACTS = 60;
const PASSAGES_OF_FACT_PAGE = 6;

/** Stores whose reads of passages and facts went through the quarantine; everything else is as it was. */
export const quarantinedStores = (stores: Stores, quarantine: Quarantine): Stores => {
  const cleaned = (passages: readonly Passage[]): Passage[] =>
    passages.flatMap((passage) => quarantine.clean(passage) ?? []);
  const lookedAt = new Set<string>();
  /** A fact may be all that a search finds of a page: its text is read for an attack before the fact counts. */
  const lookAtPages = async (triples: readonly Triple[], scopes: readonly Scope[]): Promise<void> => {
    const pages = [...new Set(triples.flatMap(({ documentIds }) => documentIds))].filter((id) => !lookedAt.has(id));
    const some = pages.slice(0, MAX_PAGES_OF_FACTS);
    for (const id of some) lookedAt.add(id);
    const ids = some.flatMap((id) => Array.from({ length: PASSAGES_OF_FACT_PAGE }, (_, ordinal) => `${id}#${ordinal}`));
    const stating = triples.flatMap(({ passageIds }) => passageIds);
    if (ids.length > 0) cleaned(await stores.documents.passages([...new Set([...ids, ...stating])], scopes));
  };
  return {
    ...stores,
    documents: derived(stores.documents, {
      passages: async (ids, scopes) => cleaned(await stores.documents.passages(ids, scopes)),
      passagesOf: async (id, scopes) => cleaned(await stores.documents.passagesOf(id, scopes)),
      tables: async (ids, scopes) => (await stores.documents.tables(ids, scopes)).filter(quarantine.admitsTable),
      tablesOf: async (ids, scopes) => (await stores.documents.tablesOf(ids, scopes)).filter(quarantine.admitsTable),
    }),
    graph: derived(stores.graph, {
      triplesOf: async (entities, limit, scopes) => {
        const triples = await stores.graph.triplesOf(entities, limit, scopes);
        await lookAtPages(triples, scopes);
        return triples.filter(quarantine.admitsTriple);
      },
    }),
  };
};

/** An object with some members replaced; the others keep their own `this`. */
const derived = <T extends object>(base: T, replaced: Partial<T>): T =>
  new Proxy(base, {
    get(target, name) {
      const own = replaced[name as keyof T];
      if (own !== undefined) return own;
      const value = Reflect.get(target, name) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
