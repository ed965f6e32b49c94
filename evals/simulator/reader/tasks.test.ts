import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compactInstructions } from '../../../agent/model/compact.ts';
import type { Task } from '../../../agent/model/task.ts';
import { documentRow, worldPages } from '../world/documents.ts';
import { worldQuestions } from '../world/questions.ts';
import { openWorld } from '../world/world.ts';
import { hasRules, missingRules } from './instructions.ts';
import { faultless } from './knobs.ts';
import { openReader, tasks } from './reader.ts';

const folders = ['../../../agent/', '../../experiments/'].map((path) => new URL(path, import.meta.url));
type AnyTask = Task<Record<string, unknown>, unknown>;
const isTask = (value: unknown): value is AnyTask =>
  typeof value === 'object' && value !== null && 'prompt' in value && 'outputTokens' in value;
const agentTasks = (
  await Promise.all(
    folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?:^|\/)tasks\/[^/]+\.ts$/.test(file) && !file.endsWith('.test.ts'))
        .map(async (file) => Object.values((await import(new URL(file, folder).href)) as object).filter(isTask)),
    ),
  )
).flat();
const taskNamed = (name: string): AnyTask => agentTasks.find((task) => task.name === name)!;

const world = { seed: 3, size: 400 };
const pages = new Map([...worldPages(openWorld(world))].map((page) => [page.id, documentRow(page)]));
const questions = [...worldQuestions({ ...world, count: 200 })];
const references = (ids: readonly string[]) =>
  ids.map((id, i) => {
    const row = pages.get(id)!;
    return {
      n: i + 1,
      kind: 'passage',
      documentId: id,
      title: row.title,
      headings: [],
      text: row.markdown!,
      updatedAt: row.updated_at,
    };
  });
/** What each task is given beside the question: every part that any task's prompt lays out. */
const inputFor = (question: string, ids: readonly string[]) => ({
  question,
  mainQuestion: question,
  query: question,
  step: question,
  next: question,
  first: question,
  second: question,
  answer: 'unknown',
  thinking: '',
  today: '2025-06-30',
  references: references(ids),
  sources: references(ids),
  steps: [],
  conditions: [],
  history: [],
  facts: [],
  tried: [],
  thoughts: [],
  path: [],
  candidates: [],
  questions: [question],
  answers: [],
  triples: ['The Quiet Harbor -> director -> Mara Velkin'],
  functions: ['search_passages {"type":"object","properties":{"query":{"type":"string"}},"required":["query"]}'],
  demonstrations: [],
  left: '8 turns, 48000 tokens, 120 seconds in all.',
});
const reader = openReader({ knobs: faultless, world });
const run = (name: string, input: Record<string, unknown>) => {
  const task = taskNamed(name);
  const [system, ...rest] = task.prompt({ today: '2025-06-30', ...input });
  const messages = [{ ...system!, content: `Task: ${name}\n\n${system!.content}` }, ...rest];
  const schema = task.json && { name, json: task.json };
  const { content } = reader.read({ messages, ...(schema && { schema }) });
  return (task.output ? JSON.parse(content) : content) as Record<string, unknown>;
};

/** A task's prompt with some of its instructions changed. */
const messagesOf = (name: string, input: Record<string, unknown>, change: (text: string) => string) => {
  const [system, ...rest] = taskNamed(name).prompt(input);
  return [{ ...system!, content: `Task: ${name}\n\n${change(system!.content)}` }, ...rest];
};

/** Sentences of instructions, with what stands around them. */
const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.?!])\s+/).filter((sentence) => sentence.trim() !== '');

/** Sentences that set style or give hints; without them an answer is worse, but the task can be done. */
const HINTS =
  /^(?:Answer in the question's language|At most four sentences|One sentence\.|Repeat no links|In `citations`|You are told what is left|Then answer briefly|Use nothing else|Write one step|Think step by step|Judge |A wrong guess|Then list|Keep its|Change nothing|Ask first|List what only|A link also counts)/;

describe('instructions', () => {
  it('are declared for every task of the agent', () => {
    const own = agentTasks.filter(({ name }) => name !== 'key-entities');
    expect(own.map(({ name }) => name).filter((name) => !hasRules(name))).toEqual([]);
    for (const { name } of own) {
      const [system] = messagesOf(name, inputFor('Who directed The Quiet Harbor?', []), (text) => text);
      expect(missingRules({ task: name, rules: system!.content }), name).toEqual([]);
      const small = compactInstructions(system!.content);
      expect(missingRules({ task: name, rules: small }), `${name}, as a small model is asked`).toEqual([]);
    }
  });

  const mutants = agentTasks
    .filter(({ name }) => hasRules(name))
    .flatMap(({ name, prompt }) =>
      sentencesOf(prompt(inputFor('Who directed The Quiet Harbor?', []))[0]!.content)
        .filter((sentence) => !HINTS.test(sentence))
        .map((sentence) => [name, sentence] as const),
    );
  it.each(mutants)('%s without "%s" is noticed', (name, sentence) => {
    const input = inputFor('Who directed The Quiet Harbor?', []);
    const messages = messagesOf(name, input, (text) => text.replace(sentence, ''));
    expect(missingRules({ task: name, rules: messages[0]!.content }).length).toBeGreaterThan(0);
  });

  it('that are missing leave the reader with a form to fill: it answers nothing that the prompt supports', () => {
    const source = {
      n: 1,
      kind: 'passage',
      title: 'The Quiet Harbor',
      headings: [],
      text: 'Mara Velkin directed The Quiet Harbor.',
    };
    const input = { ...inputFor('Who directed The Quiet Harbor?', []), references: [source] };
    const answer = (change: (text: string) => string) => {
      const messages = messagesOf('answer-question', input, change);
      const schema = { name: 'answer-question', json: taskNamed('answer-question').json! };
      return JSON.parse(reader.read({ messages, schema }).content) as { citations: unknown[] };
    };
    expect(answer((text) => text)).toMatchObject({ verdict: 'answered', citations: [{ n: 1 }] });
    expect(answer(() => 'Do something with this.').citations).toEqual([]);
    expect(answer((text) => text.replace(/After each statement.*?\[2\]\./, '')).citations).toEqual([]);
    const functions = [
      { name: 'answer', parameters: {} },
      { name: 'search_passages', parameters: {} },
    ];
    const calls = (change: (text: string) => string) =>
      reader.read({
        messages: messagesOf('use-tools', inputFor('Who directed The Quiet Harbor?', []), change),
        functions,
      }).calls;
    expect(calls((text) => text)).not.toEqual([]);
    expect(calls(() => 'Do something with this.')).toEqual([]);
  });
});

describe('tasks', () => {
  it('are all known by name', () => {
    expect(agentTasks.length).toBeGreaterThan(25);
    expect(agentTasks.map(({ name }) => name).filter((name) => !Object.hasOwn(tasks, name))).toEqual([]);
  });

  it.each(agentTasks.map(({ name }) => name))('%s is answered in its own form, whatever the question', (name) => {
    const { output } = taskNamed(name);
    const asked = [
      ...questions.slice(0, 40).map((it) => [it.question, it.supporting_ids] as const),
      ['How do I book leave?', []] as const,
    ];
    for (const [question, ids] of asked) {
      const answer = run(name, inputFor(question, ids));
      if (output) expect(output.safeParse(answer), JSON.stringify(answer)).toMatchObject({ success: true });
      else expect(String(answer)).not.toBe('');
    }
  });

  it('answer-question says the gold answer, cites the page that states it, and quotes words that stand there', () => {
    for (const { question, answers, supporting_ids, history, answerable, kind } of questions) {
      if (history || !answerable || kind === 'false-premise') continue;
      const answer = run('answer-question', inputFor(question, supporting_ids));
      expect(answers, question).toContain(answer.shortAnswer);
      const quotes = answer.citations as { n: number; quote: string }[];
      expect(quotes.length, question).toBeGreaterThan(0);
      for (const { n, quote } of quotes) expect(pages.get(supporting_ids[n - 1]!)!.markdown).toContain(quote);
    }
  });

  it('order-passages puts the pages that state the answer before others, and all others behind them', () => {
    const others = [...pages.keys()].slice(0, 15);
    let [first, asked] = [0, 0];
    for (const { question, supporting_ids, history, answerable } of questions) {
      if (history || !answerable || supporting_ids.length === 0) continue;
      const ids = [...others.filter((id) => !supporting_ids.includes(id)), ...supporting_ids];
      const order = run('order-passages', inputFor(question, ids)).order as number[];
      expect([...order].sort((a, b) => a - b)).toEqual(ids.map((_, i) => i + 1));
      asked += 1;
      if (order.slice(0, supporting_ids.length).every((n) => supporting_ids.includes(ids[n - 1]!))) first += 1;
    }
    expect(asked).toBeGreaterThan(80);
    expect(first / asked).toBeGreaterThan(0.9);
  });

  it('answer nothing that the prompt does not hold', () => {
    for (const { question, history, answers } of questions) {
      if (history) continue;
      const wrong = questions.find((it) => it.answers.length > 0 && !answers.includes(it.answers[0]!))!;
      for (const name of ['answer-question', 'answer-step', 'conclude', 'answer-attempt', 'refine-candidates'])
        expect(run(name, inputFor(question, [])), `${name}: ${question}`).toMatchObject({
          verdict: 'unknown',
          shortAnswer: '',
        });
      expect(wrong).toBeDefined();
    }
  });

  it('answer what the prompt says, not what is so', () => {
    const answer = run('answer-question', {
      ...inputFor('Who directed The Quiet Harbor?', []),
      references: [
        {
          n: 4,
          kind: 'passage',
          title: 'The Quiet Harbor',
          headings: [],
          text: 'The director of The Quiet Harbor is Nobody Special.',
        },
      ],
    });
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Nobody Special', citations: [{ n: 4 }] });
  });

  it('plan a bridge as one look-up a hop, and refine puts the names in', () => {
    const { steps } = run('plan-steps', inputFor('Where was the spouse of the director of The Quiet Harbor born?', []));
    expect((steps as { question: string }[]).map(({ question }) => question)).toEqual([
      'Who directed The Quiet Harbor?',
      'Who is the spouse of #1?',
      'Where was #2 born?',
    ]);
    const solved = [
      { question: 'Who directed The Quiet Harbor?', answer: 'The Quiet Harbor was directed by Mara Velkin [1].' },
    ];
    expect(run('refine-question', { ...inputFor('', []), steps: solved, next: 'Who is the spouse of #1?' })).toEqual({
      question: 'Who is the spouse of Mara Velkin?',
    });
  });

  it('review passes what a source supports, revises what it contradicts, doubts the rest', () => {
    const source = {
      n: 2,
      kind: 'passage',
      title: 'The Quiet Harbor',
      headings: [],
      text: 'Mara Velkin directed The Quiet Harbor.',
    };
    const review = (answer: string, references: object[]) =>
      run('review-step', {
        mainQuestion: 'Who directed The Quiet Harbor?',
        question: 'Who directed The Quiet Harbor?',
        answer,
        references,
      }).verdict;
    expect(review('It was Mara Velkin [1].', [source])).toBe('pass');
    expect(review('It was Ines Talgren [1].', [source])).toBe('revised');
    expect(review('It was Mara Velkin [1].', [])).toBe('unconfident');
  });

  it('a step that no shown source supports does not carry a conclusion', () => {
    const steps = [
      { question: 'Who directed The Quiet Harbor?', answer: 'The Quiet Harbor was directed by Mara Velkin [9].' },
    ];
    const input = { ...inputFor('Who directed The Quiet Harbor?', []), steps };
    expect(run('conclude', input)).toMatchObject({ verdict: 'unknown' });
  });

  it('gathered knowledge is enough to answer from', () => {
    for (const { question, answers, supporting_ids, history, kind } of questions) {
      if (history || !['one-hop', 'table', 'arithmetic', 'count', 'look-alike', 'outdated'].includes(kind)) continue;
      const { facts } = run('aggregate-knowledge', inputFor(question, supporting_ids));
      const answer = run('reason-step', { ...inputFor(question, []), facts });
      expect(answers, `${question} ${JSON.stringify(facts)}`).toContain(answer.shortAnswer);
    }
  });

  it('extracted triples read back as what the page states', () => {
    const source = {
      n: 1,
      kind: 'passage',
      title: 'Elmford',
      headings: [],
      text: 'Mara Velkin was mayor of Elmford from 2011 to 2016. The chess player Ines Talgren has been mayor of Elmford since 2016.',
    };
    const { triples } = run('extract-triples', { sources: [source] });
    expect(triples).toEqual([
      { source: 1, subject: 'Elmford', predicate: 'mayor from 2011 to 2016', object: 'Mara Velkin' },
      { source: 1, subject: 'Elmford', predicate: 'mayor', object: 'Ines Talgren (chess player)' },
    ]);
    const text = (triples as { subject: string; predicate: string; object: string }[])
      .map(({ subject, predicate, object }) => `${subject} -> ${predicate} -> ${object}`)
      .join('\n');
    const graph = [{ n: 1, kind: 'path', title: 'Facts', headings: [], text }];
    const answer = (question: string) =>
      run('answer-question', { ...inputFor(question, []), references: graph }).shortAnswer;
    expect(answer('Who was the mayor of Elmford in 2013?')).toBe('Mara Velkin');
    expect(answer('Who is the mayor of Elmford?')).toBe('Ines Talgren');
  });

  it('judge-knowledge says no more than the answer, or that it is unknown', () => {
    const facts = ['The Quiet Harbor was directed by Mara Velkin [3].'];
    expect(run('judge-knowledge', { step: 'Who directed The Quiet Harbor?', facts })).toBe('Mara Velkin');
    expect(run('judge-knowledge', { step: 'When was The Quiet Harbor released?', facts })).toBe('unknown');
  });

  it('next-steps takes different ways and words, says which ask the same, and each way leads on to a last step', () => {
    const draw = (question: string, path: string[], ways: number) => {
      const task = taskNamed('next-steps');
      const [system, ...rest] = task.prompt({ question, path, ways });
      const messages = [{ ...system!, content: `Task: next-steps\n\n${system!.content}` }, ...rest];
      const schema = { name: 'next-steps', json: task.json! };
      const { content } = reader.read({ messages, schema, temperature: 1 });
      return (JSON.parse(content) as { steps: { step: string; final: boolean; sameAs: number }[] }).steps;
    };
    const chain = 'Who is the spouse of the mayor of the city where Mara Velkin was born?';
    const firsts = draw(chain, [], 12);
    expect(new Set(firsts.map(({ step }) => step)).size).toBeGreaterThan(3);
    for (const { step, sameAs } of firsts)
      if (sameAs > 0) expect(/mayor/.test(firsts[sameAs - 1]!.step)).toBe(/mayor/.test(step));
    expect(firsts.some(({ step }) => /mayor/.test(step))).toBe(true);
    expect(firsts.some(({ step }) => !/mayor/.test(step))).toBe(true);
    for (const first of firsts) {
      const path = [first.step];
      for (let last = first.final; !last; ) {
        const { step, final } = draw(chain, path, 1)[0]!;
        path.push(step);
        last = final;
        expect(path.length).toBeLessThanOrEqual(3);
      }
      expect(path.length).toBeGreaterThan(1);
      expect(path.at(-1)).toMatch(/(?:spouse|married).*|the answer to step/);
    }
    const pair = 'Who was born first, Mara Velkin or Ines Talgren?';
    const begun = draw(pair, [], 12).map(({ step }) => step);
    const other = begun.find((step) => /Ines Talgren/.test(step))!;
    expect(begun.some((step) => /Mara Velkin/.test(step))).toBe(true);
    expect(draw(pair, [other], 1)[0]!.step).toContain('Mara Velkin');
  });

  it('answer-attempt names the missing link and searches for it by name', () => {
    const references = [
      {
        n: 1,
        kind: 'passage',
        title: 'The Quiet Harbor',
        headings: [],
        text: 'Mara Velkin directed The Quiet Harbor.',
      },
    ];
    const input = { ...inputFor('Where was the director of The Quiet Harbor born?', []), references };
    expect(run('answer-attempt', input)).toMatchObject({
      verdict: 'unknown',
      established: ['The Quiet Harbor was directed by Mara Velkin [1].'],
      missing: ['Where was Mara Velkin born?'],
      queries: ['Where was Mara Velkin born?'],
    });
  });
});
