import Sqlite from 'better-sqlite3';
import { questionsNamed } from '../questions.ts';
import type { Simulation } from '../simulation.ts';

/**
 * After somebody was erased, no table holds a word of what they had asked by then. Every text column of every table is read,
 * so that a table that is added later is looked at too.
 */
export const checkErasures = async (simulation: Simulation): Promise<void> => {
  const { files, erasures, questions } = simulation;
  if (erasures.length === 0) return;
  // A page that sends its question again after the erasure asks it anew.
  const erased = new Set(
    erasures.flatMap(({ questions: theirs, at }) =>
      theirs.filter((name) => {
        const question = questions.get(name);
        return question && (question.place.platform !== 'web' || question.toldAt < at);
      }),
    ),
  );
  const gone = new Set(
    erasures
      .filter(
        ({ personId, at }) => ![...questions.values()].some((one) => one.person.id === personId && one.toldAt >= at),
      )
      .map(({ personId }) => personId),
  );
  for (const path of [files.records, ...(files.apart ? [files.apart] : [])])
    for (const { table, text } of textsIn(path)) {
      const question = questionsNamed(text).find((name) => erased.has(name));
      // What was asked later, or by somebody else, keeps the thread of the platform from which it was answered.
      if (question && table === 'turns' && !isTheirTurn(simulation, question, text)) continue;
      if (question && table === 'eval_cases' && isOfLaterQuestion(simulation, question, text)) continue;
      if (question)
        return simulation.violated(
          'erasure',
          `${table} holds ${question} of somebody who was erased: ${text.slice(0, 300)}`,
        );
      const person = [...gone].find((id) => text.includes(id));
      if (person)
        return simulation.violated('erasure', `${table} names ${person}, who was erased: ${text.slice(0, 300)}`);
    }
};

/** True for the turn of an erased question itself, and for a turn of its asker that was asked before the erasure. */
const isTheirTurn = ({ erasures, questions }: Simulation, name: string, row: string): boolean => {
  const person = questions.get(name)?.person.id;
  const [, , event] = row.split('\n');
  const own = [...questions.values()].find(({ eventId }) => event?.replace(/~\d+$/, '') === eventId);
  return own
    ? own.person.id === person && erasures.some(({ personId, at }) => personId === person && own.toldAt < at)
    : true;
};

/** True for the case of a question that somebody asked in the thread after the erasure. */
const isOfLaterQuestion = ({ erasures, questions }: Simulation, name: string, row: string): boolean => {
  const person = questions.get(name)?.person.id;
  const value = row.split('\n').find((line) => line.startsWith('{')) ?? '{}';
  const [own] = questionsNamed((JSON.parse(value) as { question?: string }).question ?? '').slice(-1);
  const { toldAt = 0 } = (own && questions.get(own)) || {};
  return own !== name && erasures.some(({ personId, at }) => personId === person && toldAt >= at);
};

/** Every row's texts, table by table, without the inner tables of full-text and vector search. */
function* textsIn(path: string): Generator<{ table: string; text: string }> {
  const db = new Sqlite(path, { readonly: true });
  try {
    const tables = db.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'").all() as {
      name: string;
    }[];
    for (const { name } of tables)
      for (const row of db.prepare(`SELECT * FROM "${name}"`).iterate() as Iterable<Record<string, unknown>>)
        yield {
          table: name,
          text: Object.values(row)
            .filter((value) => typeof value === 'string')
            .join('\n'),
        };
  } finally {
    db.close();
  }
}
