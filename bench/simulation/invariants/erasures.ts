import Sqlite from 'better-sqlite3';
import { type Question, questionsNamed } from '../questions.ts';
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
  // What reaches the store only after the erasure is asked anew too, also when Parley was told of it just before.
  const gone = new Set(
    erasures
      .filter(
        ({ personId, at, questions: theirs }) =>
          ![...questions.values()].some(
            ({ name, person, toldAt, acknowledged }) =>
              person.id === personId && (toldAt >= at || (acknowledged && !theirs.includes(name))),
          ),
      )
      .map(({ personId }) => personId),
  );
  for (const path of [files.records, ...(files.apart ? [files.apart] : [])])
    for (const { table, text } of textsIn(path)) {
      const question = questionsNamed(text).find((name) => erased.has(name));
      if (question && mayRepeat(simulation, question, answered(simulation, table, text))) continue;
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

/**
 * True for the answer to a question that was asked before the erasure was done: somebody else's answer stays as it is, also
 * where it repeats what stood in the thread on the platform. Whoever asks later is not shown what the erased person wrote.
 */
const mayRepeat = ({ erasures, questions }: Simulation, name: string, own: Question | undefined): boolean => {
  const person = questions.get(name)?.person.id;
  return erasures.some(({ personId, at, done }) => {
    if (!own || personId !== person) return false;
    return own.person.id === person ? own.toldAt >= at && own.toldAt < done : (own.heardAt ?? own.toldAt) < done;
  });
};

/** The question that a turn, a worker's record of a question or its answer, or a case's copy of an answer is about. */
const answered = ({ questions }: Simulation, table: string, row: string): Question | undefined => {
  const texts = row.split('\n');
  if (table === 'turns')
    return [...questions.values()].find(({ eventId }) => texts[2]?.replace(/~\d+$/, '') === eventId);
  if (table === 'eval_cases') return copied(questions, texts);
  if (table !== 'front_records' || !['question-asked', 'question-answered'].includes(texts[0] ?? '')) return undefined;
  const { text, answer } = JSON.parse(texts.find((one) => one.startsWith('{')) ?? '{}') as {
    text?: string;
    answer?: { question: string };
  };
  return questions.get(questionsNamed(text ?? answer?.question ?? '').at(-1) ?? '');
};

/** The question of a case that holds a copy of its answer; undefined if it names another one outside of that copy. */
const copied = (questions: Simulation['questions'], texts: readonly string[]): Question | undefined => {
  const { question, origins, ...rest } = JSON.parse(texts.find((one) => one.startsWith('{')) ?? '{}') as {
    question?: string;
    origins?: { answered: unknown }[];
  };
  const [own, ...others] = questionsNamed(question ?? '');
  const beside = JSON.stringify([rest, origins?.map(({ answered: _, ...origin }) => origin)]);
  return others.length === 0 && questionsNamed(beside).every((name) => name === own)
    ? questions.get(own ?? '')
    : undefined;
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
