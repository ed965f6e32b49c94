import { measures } from '../../language/measures.ts';
import { isName, type Name, nameKey, readName, sameName } from '../../language/names.ts';
import type { Query, Term } from '../../language/query.ts';
import { relation } from '../../language/relations.ts';
import { isNamed } from '../../language/statement.ts';
import { yearNow } from '../../world/values.ts';
import { expressionFor } from '../calculate.ts';
import type { Call, Handler } from '../call.ts';
import { sentenceOf } from '../compose.ts';
import { decompose } from '../decompose.ts';
import { readTriple } from '../evidence.ts';
import { choose, shortAnswer, type Used } from '../solve.ts';

/** Names that a question starts from. */
export const namesIn = (query: Query): Name[] => {
  const inTerm = (term: Term): Name[] => {
    if (term.kind === 'step') return [];
    const premises = (term.premises ?? []).flatMap(({ object }) => inTerm(object));
    return [...(term.kind === 'name' ? [term.name] : inTerm(term.of)), ...premises];
  };
  switch (query.kind) {
    case 'value':
      return inTerm(query.term);
    case 'count':
    case 'cell':
    case 'calculate':
      return inTerm(query.of);
    case 'rank':
      return query.of.flatMap(inTerm);
    default:
      return [...inTerm(query.a), ...inTerm(query.b)];
  }
};

/** Relations that a question asks for, anywhere in it. */
export const relationsIn = (query: Query): Set<string> => {
  const found = new Set<string>();
  const inTerm = (term: Term): void => {
    if (term.kind !== 'hop') return;
    found.add(term.relation);
    inTerm(term.of);
  };
  for (const { query: step } of decompose(query)) {
    if (step.kind === 'value') inTerm(step.term);
    if (step.kind === 'both') for (const id of step.relations) found.add(id);
    if (step.kind === 'count') found.add(step.relation);
  }
  return found;
};

/** Words that begin with a capital, as names, for questions that are about nothing in the world. */
const capitalised = (text: string): string[] =>
  [...text.matchAll(/[A-Z][\w'-]+(?: (?:of |the )?[A-Z0-9][\w'-]*)*/g)]
    .map((found) => found[0])
    .filter((name) => !/^(?:Who|What|When|Where|Which|How|In|Is|Are|Do|Does)$/.test(name));

/** CRP-RAG: the sources' statements on a step's topic; of contradicting statements the newest counts. */
const aggregate: Handler = (call) => {
  const query = call.understand(call.prompt.line('Step'));
  if (!query) return { output: { facts: [] }, sure: false };
  const names = namesIn(query).map((name) => call.evidence.known(name));
  const wanted = relationsIn(query);
  const speaksOf = (name: Name): boolean => names.some((own) => sameName(own, name));
  const facts = call.evidence.facts.filter(
    ({ statement: { relation, subject, object } }) =>
      wanted.has(relation) && (names.length === 0 || speaksOf(subject) || (isNamed(object) && speaksOf(object))),
  );
  const chosen = facts.filter(({ statement }) => {
    const { from, to, at } = statement;
    if (from !== undefined || to !== undefined || at !== undefined) return true;
    const rivals = call.evidence.about(statement.relation, statement.subject);
    const best = choose(rivals, {});
    return best === undefined || keyOf(best.statement.object) === keyOf(statement.object);
  });
  const used: Used[] = [
    ...chosen,
    ...call.evidence.cells.filter(({ owner, measure }) => speaksOf(owner) && measureIn(query) === measure),
    ...call.evidence.listings.filter(({ owner, relation }) => speaksOf(owner) && wanted.has(relation)),
  ];
  const words = [...new Set(used.flatMap((fact) => sentenceOf(fact) ?? []))];
  return { output: { facts: words.slice(0, 12) }, sure: true };
};

const keyOf = (
  object: Used['statement'] extends infer S ? (S extends { object: infer O } ? O : never) : never,
): string => (isNamed(object) ? nameKey(object.name) : String(object.value));
const measureIn = (query: Query): string | undefined =>
  query.kind === 'cell' || query.kind === 'calculate' ? query.measure : undefined;

/** A name as the title of its page has it, which tells look-alikes apart. */
const asTitle = ({ name, qualifier }: Name): string => (qualifier ? `${name} (${qualifier})` : name);

/** The names that a question itself holds. */
const ownNames = (call: Call, question: string): string[] => {
  const query = call.understand(question);
  return query ? namesIn(query).map(asTitle) : capitalised(question);
};

/** RoK: reasoning with the facts that the model remembers, then the key entities of question and reasoning. */
const extend: Handler = (call) => {
  const question = call.prompt.line('Question') ?? '';
  const query = call.understand(question);
  if (!query) {
    const names = capitalised(question);
    const thinking = `This is about ${names.join(' and ') || 'something I do not know'}.`;
    return { output: { thinking, entities: names.slice(0, 10) }, sure: false };
  }
  const sentences = namesIn(query).map(({ name }) => `I need to know more of ${name}.`);
  for (const { query: step } of decompose(query)) {
    if (step.kind !== 'value' || step.term.of.kind !== 'name') continue;
    const known = call.memory.about(step.term.relation, step.term.of.name)[0];
    if (known) sentences.push(sentenceOf(known)!);
  }
  const thinking = sentences.join(' ');
  const thought = capitalised(thinking.replace(/\bI\b/g, '')).map((name) => readName(name).name);
  const entities = [...new Set([...ownNames(call, question), ...thought.filter((name) => isName(name))])].slice(0, 10);
  return { output: { thinking, entities }, sure: true };
};

const keyEntities: Handler = (call) => {
  const entities = [...new Set(ownNames(call, call.prompt.line('Question') ?? ''))].slice(0, 10);
  return { output: { entities }, sure: true };
};

/** RoK: the triples that are relevant to the question: to its relation, or to a thing that it names. */
const pruneTriples: Handler = (call) => {
  const question = call.prompt.line('Question') ?? '';
  const query = call.understand(question);
  const wanted = query ? relationsIn(query) : new Set<string>();
  const asked = new Set(
    nameKey(question)
      .split(' ')
      .filter((word) => word.length > 3),
  );
  const relevant = call.prompt.triples.flatMap((triple, i) => {
    const [s = '', p = '', o = ''] = triple.split(/\s*->\s*/);
    const statement = readTriple(s, p, o);
    if (statement) return wanted.has(statement.relation) ? [i + 1] : [];
    return nameKey(triple)
      .split(' ')
      .some((word) => asked.has(word))
      ? [i + 1]
      : [];
  });
  return { output: { relevant }, sure: true };
};

const domains: [string, RegExp][] = [
  ['movies', /film|direct|star|score|screen|release|soundtrack/i],
  ['sports', /club|coach|season|points|match|goals|stadium/i],
  ['finance', /revenue|profit|price|euros|budget|spending/i],
  ['music', /song|album|band|composer/i],
];

const attributes: Handler = (call) => {
  const question = call.prompt.line('Question') ?? '';
  const domain = domains.find(([, words]) => words.test(question))?.[0] ?? 'open';
  const changes = /\b(?:currently|these days|population|employees|price|executive|mayor|coach)\b/i.test(question);
  const live = /\b(?:right now|at this moment|today's|current price|stock price)\b/i.test(question);
  return { output: { domain, change: live ? 'real-time' : changes ? 'slow' : 'static' }, sure: true };
};

const calculations: Handler = (call) => {
  const query = call.understand(call.prompt.line('Question'));
  if (query?.kind !== 'calculate' || query.of.kind !== 'name') return { output: { calculations: [] }, sure: true };
  const owner = call.evidence.known(query.of.name);
  const cells = call.evidence.cells.filter((cell) => sameName(cell.owner, owner));
  const expression = expressionFor(query, cells);
  const sources = [...new Set(cells.filter(({ measure }) => measure === query.measure).map(({ n }) => n))];
  const { noun } = measures.find(({ id }) => id === query.measure)!;
  return {
    output: {
      calculations: expression
        ? [{ meaning: `${query.how} of the ${noun} of ${owner.name}`, expression, sources }]
        : [],
    },
    sure: true,
  };
};

/** Open information extraction: every statement as a triple, its predicate the relation's noun, with its years if it is over. */
const extractTriples: Handler = (call) => {
  const triples = call.evidence.facts
    .filter(({ from }) => from === 'page')
    .map(({ n, statement: { relation: id, subject, object, from, to, at } }) => ({
      source: n,
      subject: asTitle(subject),
      predicate: `${relation(id).noun}${to ? ` from ${from} to ${to}` : at && at < yearNow ? ` in ${at}` : ''}`,
      object: isNamed(object) ? asTitle(object) : shortAnswer(id, object),
    }));
  return { output: { triples }, sure: true };
};

export const gathering: Record<string, Handler> = {
  'extract-triples': extractTriples,
  'aggregate-knowledge': aggregate,
  'extend-question': extend,
  'key-entities': keyEntities,
  'prune-triples': pruneTriples,
  'predict-attributes': attributes,
  'propose-calculations': calculations,
};

/** The argument of a look-up function: the first name in the question, or the question itself. */
export const lookUpWords = (call: Call): { names: string[]; question: string } => {
  const question = call.prompt.line('Question') ?? call.prompt.text.split('\n').at(-1) ?? '';
  const query = call.understand(question);
  return { names: query ? namesIn(query).map(({ name }) => name) : capitalised(question), question };
};
