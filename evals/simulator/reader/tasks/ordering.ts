import { sameName } from '../../language/names.ts';
import { isNamed } from '../../language/statement.ts';
import type { Handler } from '../call.ts';
import { solve } from '../solve.ts';
import { namesIn, relationsIn } from './gathering.ts';

/** Ranks, best first: a link of the answer; the relation asked for, of a thing on the chain; of another thing; a thing on the chain. */
const WORTH = { link: 8, asked: 4, alike: 1, about: 2 };

/**
 * Orders sources by what each states for the question: by the best of its facts, not by their number. What it worked out
 * from the window's other sources counts as named too. A question that it does not understand leaves them as they stand.
 */
const orderPassages: Handler = (call) => {
  const query = call.understand(call.prompt.line('Question'));
  const numbers = call.prompt.sources.map(({ n }) => n);
  if (!query) return { output: { order: numbers }, sure: false };
  const { used } = solve(query, call.evidence);
  const reached = used.flatMap(({ statement }) =>
    statement && isNamed(statement.object) ? [statement.subject, statement.object] : [],
  );
  const names = [...namesIn(query).map((name) => call.evidence.known(name)), ...reached];
  const wanted = relationsIn(query);
  const worth = new Map<number, number>();
  const note = (n: number, value: number) => worth.set(n, Math.max(worth.get(n) ?? 0, value));
  for (const { n } of used) note(n, WORTH.link);
  for (const { n, statement } of call.evidence.facts) {
    const { relation, subject, object } = statement;
    const named = names.some((name) => sameName(name, subject) || (isNamed(object) && sameName(name, object)));
    if (wanted.has(relation)) note(n, named ? WORTH.asked : WORTH.alike);
    else if (named) note(n, WORTH.about);
  }
  for (const { n, owner } of [...call.evidence.cells, ...call.evidence.listings])
    if (names.some((name) => sameName(name, owner))) note(n, WORTH.about);
  const order = [...numbers].sort((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0));
  return { output: { order }, sure: worth.size > 0 };
};

/** Groups questions with the same meaning in the world; a question that it does not understand stands alone. */
const groupQuestions: Handler = (call) => {
  const meanings = call.prompt.questions.map((question, at) => JSON.stringify(call.understand(question)) ?? `${at}`);
  const groups = Map.groupBy(meanings.keys(), (at) => meanings[at]);
  return { output: { groups: [...groups.values()].map((group) => group.map((at) => at + 1)) }, sure: true };
};

export const ordering: Record<string, Handler> = {
  'order-passages': orderPassages,
  'group-questions': groupQuestions,
};
