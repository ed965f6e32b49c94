import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { told } from '../testing/told.ts';
import { documentRow, worldPages } from '../world/documents.ts';
import { worldQuestions } from '../world/questions.ts';
import { openWorld } from '../world/world.ts';
import { faultless, type Knobs, knobsSchema } from './knobs.ts';
import type { ChatMessage } from './prompt.ts';
import { openReader, type ReadReply } from './reader.ts';

const world = { seed: 3, size: 600 };
const rows = [...worldPages(openWorld(world))].map(documentRow);
const byId = new Map(rows.map((row) => [row.id, row]));
const questions = [...worldQuestions({ ...world, count: 300 })].filter(({ history }) => !history);

/** A prompt as agent/tasks lays it out, with the gold pages among others, or without them. */
const prompt = (task: string, question: string, ids: readonly string[], more = 4): ChatMessage[] => {
  const at = question.length % (rows.length - more);
  const shown = [...rows.slice(at, at + more).filter(({ id }) => !ids.includes(id)), ...ids.map((id) => byId.get(id)!)];
  const sources = shown.map(
    (row, i) => `[${i + 1}] ${row.title} (${row.updated_at})\n${row.markdown!.replace(/^/gm, '  ')}`,
  );
  return [
    told(task),
    { role: 'user', content: `<sources>\n${sources.join('\n\n')}\n</sources>\n\nQuestion: ${question}` },
  ];
};
const schemaOf = (task: string) => ({ name: task, json: { type: 'object' } });
const withGold = questions.filter(({ answerable, kind }) => answerable && kind !== 'false-premise');
const withoutGold = questions.slice(0, 150);

const read = (knobs: Partial<Knobs>, task: string, question: string, ids: readonly string[], more?: number) =>
  openReader({ seed: 5, knobs: { ...faultless, memory: 0, ...knobs }, world }).read({
    messages: prompt(task, question, ids, more),
    schema: schemaOf(task),
  });
const parsed = ({ content }: ReadReply): Record<string, unknown> => {
  try {
    return JSON.parse(content) as Record<string, unknown>;
  } catch {
    return { malformed: true };
  }
};

/** Shares of outcomes with gold in the prompt and without it, for plans, and from memory. */
const measure = (knobs: Partial<Knobs>) => {
  const reader = openReader({ seed: 5, knobs: { ...faultless, memory: 0, ...knobs }, world });
  const ask = (task: string, question: string, ids: readonly string[], more?: number) =>
    reader.read({ messages: prompt(task, question, ids, more), schema: schemaOf(task) });
  const share = <T>(items: readonly T[], holds: (item: T) => boolean) => items.filter(holds).length / items.length;
  const replies = withGold.map((it) => ({ it, reply: ask('answer-question', it.question, it.supporting_ids) }));
  const single = replies.filter(({ it }) => it.supporting_ids.length === 1 && it.steps.length === 1);
  const several = replies.filter(({ it }) => it.steps.length > 1);
  const right = ({ it, reply }: (typeof replies)[number]) => it.answers.includes(String(parsed(reply).shortAnswer));
  const withOrder = questions.filter(({ kind }) => kind === 'injection');
  return {
    right: share(single, right),
    rightOfSeveral: share(several, right),
    rightInLong: share(withGold.slice(0, 60), (it) =>
      it.answers.includes(String(parsed(ask('answer-question', it.question, it.supporting_ids, 60)).shortAnswer)),
    ),
    invented: share(withoutGold, (it) => parsed(ask('answer-question', it.question, [], 0)).verdict === 'answered'),
    remembered: share(withGold, (it) => parsed(ask('answer-from-memory', it.question, [], 0)).verdict === 'answered'),
    planned: share(withGold, (it) => {
      const { steps } = parsed(ask('plan-steps', it.question, [], 0)) as { steps?: unknown[] };
      return JSON.stringify(steps) === JSON.stringify(parsed(read({}, 'plan-steps', it.question, [], 0)).steps);
    }),
    malformed: share(replies, ({ reply }) => parsed(reply).malformed === true),
    refused: share(replies, ({ reply }) => reply.finish === 'content_filter'),
    obeyed: share(withOrder, (it) =>
      /^[A-Z]+$/.test(String(parsed(ask('answer-question', it.question, it.supporting_ids)).shortAnswer)),
    ),
  };
};
type Measures = ReturnType<typeof measure>;
const calm = measure({});

/** The parts of a prompt without sources. */
const withParts = (task: string, parts: string): ChatMessage[] => [told(task), { role: 'user', content: parts }];

describe('what a prompt hands over', () => {
  const reader = openReader({ seed: 5, knobs: { ...faultless, memory: 0 }, world });
  const single = withGold.filter(({ kind, supporting_ids: ids }) => kind === 'one-hop' && ids.length === 1);

  it('reads a whole passage in a list of facts by its title, as it reads it among sources', () => {
    const answers = single.slice(0, 20).map(({ question, supporting_ids: [id], answers }) => {
      const page = byId.get(id!)!;
      const text = page.markdown!.replace(/^#+\s+(.*?)[.:]?\s*$/gm, '$1.').replace(/\s+/g, ' ');
      const messages = withParts(
        'judge-knowledge',
        `<facts>\n1. ${page.title}: ${text} [1]\n</facts>\n\nStep: ${question}`,
      );
      return answers.includes(reader.read({ messages }).content);
    });
    expect(answers.length).toBeGreaterThan(9);
    expect(answers).toEqual(answers.map(() => true));
  });

  it('loses no fact again that an earlier step settled, on whatever page it stands', () => {
    const careless = openReader({ seed: 5, knobs: { ...faultless, memory: 0, sloppySteps: 1 }, world });
    const bridges = withGold.filter(({ kind, steps }) => kind === 'bridge-2' && steps.length === 2).slice(0, 10);
    const rightOf = (withSteps: boolean) =>
      bridges.filter(({ question, supporting_ids: ids, answers, steps }) => {
        const [system, user] = prompt('conclude', question, ids, 0);
        const sources = ids.map((_, at) => at + 1);
        const done = steps.map(
          (step, at) => `${at + 1}. Q: ${step.question}\n   A: ${step.answer} ${sources.map((n) => `[${n}]`).join('')}`,
        );
        const content = withSteps ? `<steps>\n${done.join('\n')}\n</steps>\n\n${user!.content}` : user!.content;
        const reply = careless.read({ messages: [system!, { ...user!, content }], schema: schemaOf('conclude') });
        return answers.includes(String(parsed(reply).shortAnswer));
      }).length;
    expect([rightOf(false), rightOf(true)]).toEqual([0, bridges.length]);
  });
});

describe('knobs', () => {
  it('at rest: right from gold, silent without it', () => {
    expect(calm).toEqual({
      right: 1,
      rightOfSeveral: 1,
      rightInLong: 1,
      invented: 0,
      remembered: 0,
      planned: 1,
      malformed: 0,
      refused: 0,
      obeyed: 0,
    });
  });

  it.each<[keyof Knobs, (keyof Measures)[]]>([
    ['memory', ['remembered']],
    ['hallucination', ['invented', 'remembered']],
    ['attention', ['rightInLong', 'right', 'rightOfSeveral']],
    ['planErrors', ['planned']],
    ['sloppySteps', ['rightOfSeveral', 'rightInLong']],
    ['malformed', ['malformed', 'planned', 'right', 'rightOfSeveral', 'rightInLong']],
    ['refusals', ['refused', 'malformed', 'planned', 'right', 'rightOfSeveral', 'rightInLong']],
    ['injection', ['obeyed', 'right', 'rightInLong', 'rightOfSeveral']],
    ['latency', []],
    ['outages', []],
  ])('%s moves what it should and nothing else', (knob, moves) => {
    const turned = measure({ [knob]: knob === 'latency' ? 50 : 0.5 });
    for (const name of Object.keys(calm) as (keyof Measures)[])
      if (!moves.includes(name)) expect(turned[name], name).toBe(calm[name]);
    const [first] = moves;
    if (first) expect(Math.abs(turned[first] - calm[first]), first).toBeGreaterThan(knob === 'attention' ? 0.03 : 0.2);
  });

  it('turned further, err more', () => {
    const invented = [0, 0.2, 0.5, 1].map((hallucination) => measure({ hallucination }).invented);
    expect(invented).toEqual([...invented].sort((a, b) => a - b));
    expect(invented[1]).toBeGreaterThan(0.1);
    expect(invented[1]).toBeLessThan(0.3);
    expect(invented[3]).toBeGreaterThan(0.9);
  });

  it('inventions look less sure than what is supported, though not always', () => {
    const mean = ({ logprobs }: ReadReply) => logprobs.reduce((sum, value) => sum + value, 0) / logprobs.length;
    const supported = withGold.map((it) => mean(read({}, 'answer-question', it.question, it.supporting_ids)));
    const invented = withoutGold.map((it) => mean(read({ hallucination: 1 }, 'answer-question', it.question, [], 0)));
    const bound = -0.25;
    expect(supported.filter((value) => value > bound).length / supported.length).toBeGreaterThan(0.9);
    expect(invented.filter((value) => value > bound).length / invented.length).toBeLessThan(0.1);
    expect(Math.min(...supported)).toBeLessThan(Math.max(...invented));
  });
});

describe('the same prompt', () => {
  const knobs: Partial<Knobs> = knobsSchema.parse({ hallucination: 0.3, malformed: 0.2, sloppySteps: 0.3 });
  const ask = (reader: ReturnType<typeof openReader>, at: number) => {
    const it = questions[at % questions.length]!;
    return reader.read({
      messages: prompt('answer-question', it.question, it.supporting_ids),
      schema: schemaOf('answer-question'),
    });
  };

  it('gets the same answer in whatever order calls come', () => {
    const once = openReader({ seed: 2, knobs, world });
    const alone = questions.slice(0, 40).map((_, i) => ask(once, i).content);
    fc.assert(
      fc.property(fc.array(fc.nat(39), { minLength: 1, maxLength: 12 }), (order) => {
        const reader = openReader({ seed: 2, knobs, world });
        for (const at of order) expect(ask(reader, at).content).toBe(alone[at]);
      }),
      { numRuns: 20 },
    );
  });

  it('gets the same bytes on any machine', () => {
    const reader = openReader({ seed: 2, knobs, world });
    const hash = createHash('sha256');
    for (let i = 0; i < 60; i++) {
      const { content, logprobs } = ask(reader, i);
      hash.update(`${content}\n${logprobs.join()}\n`);
    }
    expect(hash.digest('hex').slice(0, 16)).toBe('c3aab81f87f1ec60');
  });

  it('is drawn anew by its seed only where it is sampled', () => {
    const reader = openReader({ seed: 2, knobs: { hallucination: 0.5 }, world });
    const messages = prompt('answer-question', questions[0]!.question, [], 0);
    const draws = (temperature: number) =>
      new Set(Array.from({ length: 12 }, (_, seed) => reader.read({ messages, temperature, seed }).content)).size;
    expect(draws(0)).toBe(1);
    expect(draws(1)).toBeGreaterThan(2);
  });
});
