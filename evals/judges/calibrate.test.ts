import { afterEach, expect, it } from 'vitest';
import { type StubReply, type StubRequest, type StubServer, startStubServer } from '../../agent/testing/stub-server.ts';
import type { EvalCase } from '../../core/eval-case.ts';
import type { Settings } from '../../core/settings.ts';
import { caseOrigin, evalCase } from '../../stores/testing/samples.ts';
import { inMemoryParley } from '../testing/in-memory-parley.ts';
import { calibrate } from './calibrate.ts';
import { calibrationLines } from './calibration-text.ts';
import { openJudge } from './open-judge.ts';

let stub: StubServer | undefined;
afterEach(() => stub?.close());

const answered = (text: string, verdict = 'answered') => ({ shortAnswer: text, text, verdict, strategy: 'auto' });
const reviewed = (id: string, origins: EvalCase['origins'], over: Partial<EvalCase> = {}): EvalCase =>
  evalCase(id, { status: 'reviewed', answers: ['twelve weeks'], rejected: [], origins, ...over });

/** A judge that calls right what speaks of a dozen or of twelve, asked about these cases. */
const judgedBy = async (cases: EvalCase[], reply: (request: StubRequest) => StubReply) => {
  stub = await startStubServer(reply);
  const judge = openJudge(['correctness'], { PARLEY_MODEL: 'openai:judge', PARLEY_MODEL_BASE_URL: stub.url });
  return calibrate(cases, inMemoryParley({} as Settings), { judge });
};
const sensible = ({ user }: StubRequest): StubReply => {
  const output = /<output>([\s\S]*?)<\/output>/.exec(user)?.[1] ?? '';
  return { json: { reasoning: 'x', score: /twelve|dozen/.test(output) } };
};

it('lays the judge beside people’s thumbs, where words alone are too narrow', async () => {
  const cases = [
    ...Array.from({ length: 20 }, (_, i) =>
      reviewed(`right-${i}`, [
        caseOrigin({
          turnId: `r${i}`,
          rating: 'up',
          reason: undefined,
          answered: answered(`A dozen weeks, case ${i}.`),
        }),
      ]),
    ),
    ...Array.from({ length: 20 }, (_, i) =>
      reviewed(`wrong-${i}`, [
        caseOrigin({
          turnId: `w${i}`,
          rating: 'down',
          reason: 'wrong',
          answered: answered(i === 0 ? 'twelve' : 'Six.'),
        }),
      ]),
    ),
  ];
  const found = await judgedBy(cases, sensible);
  expect(found.answers).toBe(40);
  expect(found.words.agreement.value).toBe(0.5);
  expect(found.judge).toMatchObject({
    agreement: { value: 0.975 },
    kappa: { value: 0.95 },
    sensitivity: { value: 1, n: 20 },
    specificity: { value: 0.95, n: 20 },
    failed: {},
    disagreements: [{ caseId: 'wrong-0', person: 'wrong', answer: 'twelve' }],
  });
  const text = calibrationLines(found).join('\n');
  expect(text).toMatch(
    /agrees with people in 98 % \(87 to 100, n 40\); kappa 0\.95 \(0\.8\d to 1\.00\), almost perfect/,
  );
  expect(text).toMatch(/Where it calls 80 % right, people would say 79 % \(7\d to 80\)\./);
  expect(text).toContain('40 calls');
});

it('counts what people judged: not refusals, sources, open cases or a tie; of several thumbs the majority', async () => {
  const up = { rating: 'up' as const, reason: undefined };
  const down = { rating: 'down' as const, reason: undefined };
  const cases = [
    reviewed('majority', [
      caseOrigin({ ...up, turnId: 'a', answered: answered('twelve') }),
      caseOrigin({ ...up, turnId: 'b', answered: answered('twelve') }),
      caseOrigin({ ...down, turnId: 'c', answered: answered('twelve') }),
    ]),
    reviewed('tie', [
      caseOrigin({ ...up, turnId: 'd', answered: answered('twelve') }),
      caseOrigin({ ...down, turnId: 'e', answered: answered('twelve') }),
    ]),
    reviewed('refused', [caseOrigin({ ...down, turnId: 'f', answered: answered('', 'unknown') })]),
    reviewed('source', [
      caseOrigin({ rating: 'down', reason: 'missing-source', turnId: 'g', answered: answered('x') }),
    ]),
    reviewed('open', [caseOrigin({ ...up, turnId: 'h', answered: answered('x') })], { status: 'new' }),
    reviewed('none', [caseOrigin({ ...down, turnId: 'i', answered: answered('x') })], {
      answers: [],
      answerable: false,
    }),
  ];
  const found = await judgedBy(cases, sensible);
  expect(found.answers).toBe(1);
  expect(found.judge).toMatchObject({ agreement: { value: 1, n: 1 } });
  const text = calibrationLines(found).join('\n');
  expect(text).toContain('Too few to believe: 1 answers');
  expect(text).toContain('Nobody called an answer wrong here');
});

it('keeps failed judgements out of every figure, and says why they failed', async () => {
  const cases = [reviewed('a', [caseOrigin({ rating: 'up', reason: undefined, answered: answered('twelve') })])];
  const found = await judgedBy(cases, () => ({ text: 'I would say it is right.' }));
  expect(found.judge!.n).toBe(0);
  expect(Object.values(found.judge!.failed)).toEqual([1]);
  expect(calibrationLines(found).join('\n')).toContain('1 judgements failed');
});

it('measures the comparison of words without a judge, and says when nothing is there to compare', async () => {
  const parley = inMemoryParley({} as Settings);
  const some = await calibrate(
    [reviewed('a', [caseOrigin({ rating: 'up', reason: undefined, answered: answered('Twelve weeks') })])],
    parley,
  );
  expect(some).toMatchObject({ answers: 1, words: { agreement: { value: 1 } } });
  expect(calibrationLines(await calibrate([], parley))).toEqual([expect.stringContaining('No reviewed case')]);
});
