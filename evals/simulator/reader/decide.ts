import { type Name, nameKey, sameName } from '../language/names.ts';
import type { Query } from '../language/query.ts';
import { relation } from '../language/relations.ts';
import { isNamed, type Statement, writeStatement } from '../language/statement.ts';
import type { Value } from '../language/values.ts';
import { coin } from '../world/names.ts';
import type { Call } from './call.ts';
import type { Evidence, Fact } from './evidence.ts';
import { type Outcome, shortAnswer, solve, type Used } from './solve.ts';

/** The model's decision on a question: the outcome, and whether the evidence supports it. */
export interface Decision {
  outcome: Outcome;
  sure: boolean;
}

/**
 * Answers a question as a model would: from the evidence, but it may obey an order in a page, lose a fact when it has to
 * put several together, or invent what is not there.
 */
export const decide = (call: Call, query: Query | undefined, evidence: Evidence = call.evidence): Decision => {
  const { knobs, dice } = call;
  const order = evidence.orders[0];
  if (order && dice.roll('injection', order.quote) < knobs.injection)
    return {
      outcome: {
        status: 'answered',
        answer: order.wants,
        used: [{ ...order, from: 'page' }],
        says: `The answer is ${order.wants}.`,
      },
      sure: true,
    };
  if (!query) return { outcome: { status: 'unknown', missing: [], used: [] }, sure: false };
  const outcome = withSlips(call, query, solve(query, evidence), evidence);
  if (
    outcome.status === 'unknown' &&
    dice.roll('hallucination') < (isToldToSayUnknown(call) ? knobs.hallucination : GUESSES_UNTOLD)
  )
    return { outcome: invent(call, query, outcome, evidence), sure: false };
  return { outcome, sure: outcome.status !== 'unknown' };
};

/** Tasks whose rules say what to do where the sources do not hold the answer. */
const WITH_UNKNOWN_RULE = new Set(['answer-question', 'answer-attempt']);
/** How often a model guesses that was not told that it may say "unknown". */
const GUESSES_UNTOLD = 0.8;

/**
 * Rules that speak of sources and not of what to do where those are silent; a prompt without such rules tells nothing. That
 * the word stands there in passing ("likely, in place of unknown") is no rule.
 */
const isToldToSayUnknown = ({ prompt: { task, rules }, knobs }: Call): boolean =>
  knobs.hallucination === 0 ||
  !WITH_UNKNOWN_RULE.has(task ?? '') ||
  !/\bnumbered sources\b/.test(rules) ||
  /\b(?:verdict|it) is unknown\b/.test(rules);

/** Loses one of several facts: the answer is the fact before it, or none. */
const withSlips = (call: Call, query: Query, outcome: Outcome, evidence: Evidence): Outcome => {
  if (outcome.status !== 'answered') return outcome;
  const read = [
    ...new Map(
      outcome.used.filter((used) => hasToBeFound(call, evidence, used)).map((used) => [keyOf(used), used]),
    ).values(),
  ];
  const lost = read.findIndex((_, i) => i > 0 && call.dice.roll('sloppy', String(i)) < call.knobs.sloppySteps);
  if (lost < 0) return outcome;
  const missed = read[lost]!;
  const before = read[lost - 1]!.statement;
  const kept = outcome.used.slice(0, Math.max(0, outcome.used.indexOf(missed)));
  if (query.kind === 'value' && before && isNamed(before.object) && call.dice.roll('sloppy', 'short') < 1 / 3)
    return { status: 'answered', answer: before.object.name, object: before.object, used: kept, says: '' };
  const { statement } = missed;
  const missing: Query[] = statement
    ? [
        {
          kind: 'value',
          term: {
            kind: 'hop',
            relation: statement.relation,
            of: { kind: 'name', name: statement.subject },
            ...(statement.at &&
              statement.from === undefined &&
              relation(statement.relation).was && { at: statement.at }),
          },
        },
      ]
    : [query];
  return { status: 'unknown', missing, used: kept };
};

/**
 * Facts that this call has to find and put together. What an earlier step settled is not one of them, nor what a list of
 * facts or a candidate answer says, on whatever page it stands too; but where the list is a step's raw knowledge (CRP-RAG's
 * k_v), it has to be found there.
 */
const hasToBeFound = ({ prompt: { task } }: Call, evidence: Evidence, { from, statement }: Used): boolean => {
  const isGiven = (origin: Used['from']) => origin === 'step' || (origin === 'told' && task !== 'reason-step');
  if (isGiven(from) || from === 'memory') return false;
  if (!statement) return true;
  const known = evidence.about(statement.relation, statement.subject);
  return !known.some((fact) => isGiven(fact.from) && objectKey(fact.statement) === objectKey(statement));
};

const objectKey = ({ object }: Statement): string => (isNamed(object) ? nameKey(object.name) : String(object.value));

/** One fact: a statement, a whole table, or one part of the graph. */
const keyOf = ({ statement, n, from }: Used): string =>
  statement && from !== 'graph' ? `${statement.relation} ${nameKey(statement.subject.name)}` : `table ${n}`;

/** An answer of the right kind that nothing states, laid at the door of some source. */
const invent = (
  call: Call,
  query: Query,
  { missing, used }: Extract<Outcome, { status: 'unknown' }>,
  evidence: Evidence,
): Outcome => {
  const asked = query.kind === 'value' ? query.term.relation : undefined;
  const about = missing.flatMap((link) =>
    link.kind === 'value' && link.term.of.kind === 'name' ? [link.term.of.name] : [],
  );
  const h = Math.floor(call.dice.roll('invention') * 2 ** 32);
  const misread =
    asked && call.dice.roll('misreading') < call.knobs.misreadings ? neighbour(asked, h, evidence, about) : undefined;
  const object = misread?.statement.object ?? (asked ? inventObject(asked, h, evidence, about) : undefined);
  const answer = object ? shortAnswer(asked!, object) : inventAnswer(query, h);
  const link = missing.at(-1);
  const { sources } = call.prompt;
  const n = misread?.n ?? sources[h % Math.max(1, sources.length)]?.n ?? 0;
  const statement =
    object && link?.kind === 'value' && link.term.relation === asked && link.term.of.kind === 'name'
      ? { relation: asked, subject: link.term.of.name, object }
      : undefined;
  const invented: Used[] = statement
    ? [{ n, quote: misread?.quote ?? writeStatement(statement), from: 'page', statement }]
    : [];
  return {
    status: 'answered',
    answer,
    ...(object && { object }),
    used: [...used, ...invented],
    says: invented.length > 0 ? '' : `The answer is ${answer}${n > 0 ? ` [${n}]` : ''}.`,
  };
};

/**
 * What a page states of the same thing by another relation with an object of the same kind: the director, where the composer
 * is asked for. Such an answer stands in a source, word for word, and is wrong all the same.
 */
const neighbour = (id: string, h: number, evidence: Evidence, about: readonly Name[]): Fact | undefined => {
  const near = evidence.facts.filter(
    ({ statement, n, from }) =>
      from === 'page' &&
      n > 0 &&
      statement.relation !== id &&
      relation(statement.relation).object === relation(id).object &&
      about.some((name) => sameName(name, statement.subject)),
  );
  return near[h % Math.max(1, near.length)];
};

/** A wrong answer of the right kind, from the evidence if possible; never one of the things in the question. */
const inventObject = (id: string, h: number, evidence: Evidence, about: readonly Name[]): Name | Value => {
  const kind = relation(id).object;
  if (kind === 'year') return { kind: 'year', value: 1900 + (h % 120) };
  if (kind === 'number') return { kind: 'number', value: 10 + (h % 9000) };
  if (kind === 'date') return { kind: 'date', value: `${1940 + (h % 60)}-0${1 + (h % 9)}-1${h % 10}` };
  if (kind === 'word') return { kind: 'word', value: coin(h) };
  const alike = evidence.facts.flatMap(({ statement }) =>
    relation(statement.relation).object === kind &&
    isNamed(statement.object) &&
    !about.some((name) => sameName(name, statement.object as Name))
      ? [statement.object]
      : [],
  );
  return alike.length > 0 ? alike[h % alike.length]! : { name: `${coin(h)} ${coin(h >>> 7)}` };
};

const inventAnswer = (query: Query, h: number): string => {
  if (query.kind === 'same') return h % 2 === 0 ? 'yes' : 'no';
  if (query.kind === 'compare') {
    const side = h % 2 === 0 ? query.a : query.b;
    return side.kind === 'name' ? side.name.name : coin(h);
  }
  if (query.kind === 'rank') {
    const one = query.of[h % query.of.length];
    return one?.kind === 'name' ? one.name.name : coin(h);
  }
  return query.kind === 'common' || query.kind === 'both' ? `${coin(h)} ${coin(h >>> 7)}` : String(1 + (h % 900));
};
