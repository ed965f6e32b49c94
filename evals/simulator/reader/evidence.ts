import { isName, type Name, nameKey, nearName, readName, sameName } from '../language/names.ts';
import { readQuestion } from '../language/read-question.ts';
import { relation, relations } from '../language/relations.ts';
import { readObject, readStatement, type Statement } from '../language/statement.ts';
import { isUnknownStep, type Prompt, type ShownSource } from './prompt.ts';
import { type Cell, type Listing, plain, type Reading, readPassage } from './read-passage.ts';

/** Where a fact was found. */
export interface Found {
  /** The source's number; 0 where the prompt gives none. */
  n: number;
  quote: string;
  /** The page's date, if the prompt has it. */
  date?: string;
  /** `step`: an earlier step's answer; `told`: a list of facts in the prompt. */
  from: 'page' | 'graph' | 'step' | 'told' | 'memory';
}
export type Fact = Found & { statement: Statement };

/** All facts of a prompt, searchable by their subject. */
export interface Evidence {
  facts: Fact[];
  cells: (Cell & Found)[];
  listings: (Listing & Found)[];
  orders: { n: number; quote: string; wants: string }[];
  about(relation: string, subject: Name): Fact[];
  leadingTo(relation: string, object: Name): Fact[];
  /** The name as the evidence writes it: the same, or the correct spelling of a misspelt one. */
  known(name: Name): Name;
}

/** True for a fact that the reader overlooks; `place` is that of its source among all. */
export type Overlooks = (source: Pick<ShownSource, 'place'>, quote: string) => boolean;
const overlooksNothing: Overlooks = () => false;

/** Gathers what the parts of a prompt state. A step's answer counts only where a shown source supports it. */
export const gatherEvidence = (prompt: Prompt, overlooks: Overlooks = overlooksNothing): Evidence => {
  const facts: Fact[] = [];
  const cells: Evidence['cells'] = [];
  const listings: Evidence['listings'] = [];
  const orders: Evidence['orders'] = [];
  for (const source of prompt.sources) {
    const found = { n: source.n, ...(source.date && { date: source.date }), from: originOf(source) };
    if (source.kind === 'knowledge graph') facts.push(...readTriples(source.text, found));
    const reading = readPassage(source.title, source.text);
    for (const { statement, quote } of reading.stated)
      if (!overlooks(source, quote)) facts.push({ ...found, statement, quote });
    for (const cell of reading.cells) if (!overlooks(source, cell.quote)) cells.push({ ...found, ...cell });
    for (const listing of reading.listings)
      if (!overlooks(source, listing.quote)) listings.push({ ...found, ...listing });
    orders.push(...reading.orders.map((order) => ({ n: source.n, ...order })));
  }
  const told = [...prompt.facts, ...prompt.candidates];
  for (const [at, said] of told.entries()) {
    const found: Found = { n: citedIn(said)[0] ?? 0, quote: plain(said), from: 'told' };
    facts.push(...readTriples(plain(said), { n: found.n, from: 'told' }));
    const place = told.length < 2 ? 0 : at / (told.length - 1);
    const { stated, ...reading } = readTold(said, (quote) => overlooks({ place }, quote));
    facts.push(...stated.map(({ statement }) => ({ ...found, statement })));
    cells.push(...reading.cells.map((cell) => ({ ...found, ...cell, quote: cell.quote })));
    listings.push(...reading.listings.map((listing) => ({ ...found, ...listing })));
  }
  facts.push(...readSteps(prompt));
  return searchable(facts, cells, listings, orders);
};

/**
 * An item of a list of facts: sentences that stand for themselves, or a whole passage after its page's title, on one line
 * ("Ada Vik: She was born in Oslo. [2]"). Of a passage something may be overlooked, as of any source.
 */
const readTold = (said: string, overlooks: (quote: string) => boolean): Omit<Reading, 'orders'> => {
  const bare = readPassage('', said);
  const [, title, text] = /^([^.!?|]{1,80}?): (.+)$/s.exec(said) ?? [];
  if (!title || !text) return bare;
  const titled = readPassage(title, text.replace(/\| \|/g, '|\n|').replace(/([^|\n]) \|/, '$1\n|'));
  const kept = <T extends { quote: string }>(items: readonly T[]) => items.filter(({ quote }) => !overlooks(quote));
  return {
    stated: [...bare.stated, ...kept(titled.stated)],
    cells: [...bare.cells, ...kept(titled.cells)],
    listings: [...bare.listings, ...kept(titled.listings)],
  };
};

const originOf = ({ kind }: ShownSource): Found['from'] =>
  kind === 'knowledge graph' ? 'graph' : kind === 'memory' ? 'memory' : 'page';

/** Numbers cited in a text. */
export const citedIn = (text: string): number[] => [...text.matchAll(/\[(\d+)\]/g)].map((found) => Number(found[1]));

/** `a -> director -> b <- lead actor <- c`, one path a line; an arrow back turns its triple round. */
const readTriples = (text: string, found: Omit<Found, 'quote'>): Fact[] =>
  text.split('\n').flatMap((line) => {
    const parts = line.replace(/^[-*] /, '').split(/\s*(->|<-)\s*/);
    const facts: Fact[] = [];
    for (let i = 0; i + 4 < parts.length; i += 4) {
      const [from, arrow, predicate, , to] = parts.slice(i, i + 5) as [string, string, string, string, string];
      const statement = arrow === '->' ? readTriple(from, predicate, to) : readTriple(to, predicate, from);
      if (statement) facts.push({ ...found, statement, quote: line });
    }
    return facts;
  });

/** A triple whose predicate is a relation's noun, or words that make a sentence with its ends. */
export const readTriple = (subject: string, predicate: string, object: string): Statement | undefined => {
  const [s, o] = [subject.trim(), object.trim().replace(/\.$/, '')];
  for (const words of [`${s} ${predicate} ${o}.`, `${o} ${predicate} ${s}.`]) {
    const said = readStatement(words);
    if (said) return said;
  }
  const dated = /^(.+?)(?: from (\d{4}) to (\d{4})| in (\d{4}))?$/.exec(predicate.trim())!;
  const [, words, from, to, at] = dated;
  const named = relations.find(({ id, noun }) => noun === words!.toLowerCase() || id === words);
  const end = named && isName(s) ? readObject(named, o) : undefined;
  return (
    end && {
      relation: named!.id,
      subject: readName(s),
      object: end,
      ...(from && { from: Number(from), to: Number(to) }),
      ...(at && { at: Number(at) }),
    }
  );
};

/** A step as a fact: its answer's statement, or its question with the short answer filled in. */
const readSteps = (prompt: Prompt): Fact[] =>
  prompt.steps.flatMap(({ question, answer }) => {
    if (isUnknownStep(answer)) return [];
    const numbers = citedIn(answer);
    const shown = prompt.sources.filter(({ n }) => numbers.includes(n));
    const bare = plain(answer);
    const statements = readPassage('', bare).stated.map(({ statement }) => statement);
    const query = readQuestion(question);
    if (statements.length === 0 && query?.kind === 'value' && query.term.of.kind === 'name') {
      const object = readObject(relation(query.term.relation), bare.replace(/\.$/, ''));
      if (object)
        statements.push({
          relation: query.term.relation,
          subject: query.term.of.name,
          object,
          ...(query.term.at && { at: query.term.at }),
        });
    }
    const n = shown[0]?.n ?? numbers[0] ?? 0;
    return statements.map((statement) => ({ statement, n, quote: bare, from: 'step' as const }));
  });

const searchable = (
  facts: Fact[],
  cells: Evidence['cells'],
  listings: Evidence['listings'],
  orders: Evidence['orders'],
): Evidence => {
  const bySubject = new Map<string, Fact[]>();
  const byObject = new Map<string, Fact[]>();
  const names = new Map<string, Name>();
  const add = (map: Map<string, Fact[]>, key: string, fact: Fact) => {
    const list = map.get(key);
    if (list) list.push(fact);
    else map.set(key, [fact]);
  };
  const note = (name: Name) => names.set(nameKey(name.name), name);
  for (const fact of facts) {
    const { relation: id, subject, object } = fact.statement;
    add(bySubject, `${id} ${nameKey(subject.name)}`, fact);
    note(subject);
    if (!('name' in object)) continue;
    add(byObject, `${id} ${nameKey(object.name)}`, fact);
    note(object);
    // A marriage and a family tie hold both ways.
    if (id === 'spouse' || id === 'sibling') {
      const turned = { ...fact, statement: { ...fact.statement, subject: object, object: subject } };
      add(bySubject, `${id} ${nameKey(object.name)}`, turned);
    }
  }
  for (const { owner } of [...cells, ...listings]) note(owner);
  return {
    facts,
    cells,
    listings,
    orders,
    about: (id, subject) =>
      (bySubject.get(`${id} ${nameKey(subject.name)}`) ?? []).filter(({ statement }) =>
        sameName(statement.subject, subject),
      ),
    leadingTo: (id, object) =>
      (byObject.get(`${id} ${nameKey(object.name)}`) ?? []).filter(
        ({ statement }) => 'name' in statement.object && sameName(statement.object, object),
      ),
    known: (name) => {
      if (names.has(nameKey(name.name))) return name;
      const near = [...names.values()].filter((candidate) => nearName(candidate, name));
      return near.length === 1 ? { ...near[0]!, ...(name.qualifier && { qualifier: name.qualifier }) } : name;
    },
  };
};
