import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { createQuestionGrouper } from '../../agent/index.ts';
import { judgeQuestions } from '../../runtime/gaps/judge-questions.ts';
import { createVectorCache } from '../../runtime/gaps/question-vectors.ts';
import type { Parley } from '../../runtime/parley.ts';
import type { Stores } from '../../stores/index.ts';
import { answerOf } from '../conversation/testing/scripted-agent.ts';
import type { GapList } from './console-api.ts';
import { createRoles } from './people/roles.ts';
import { createSessions } from './people/sessions.ts';
import { authorOf, type RecurringQuestions, recurringQuestions } from './quality/testing/recurring-questions.ts';
import { openSampleWeb } from './testing/sample-web.ts';

export const about =
  'gaps: 50 recurring questions that no page answers, found as one each and closed by a reviewer’s answer';

/** Goal: the minimum share of questions whose wordings form exactly one gap. */
const MIN_SHARE = 0.8;
const wordingsSchema = z.array(z.tuple([z.string(), z.string(), z.string()]));

/**
 * `npm run bench -- gaps [FILE.json]`: plants 50 unanswered questions in three wordings each, lets a reviewer answer each gap
 * over HTTP, and asks every question again. Runs over five sets of questions, one of them by an author who knew how questions
 * are grouped; or over a file with an array of `[wording, wording, wording]`. Uses the encoder in PARLEY_EMBEDDINGS and the model
 * in PARLEY_MODEL, if set.
 */
export const run = async ([file]: readonly string[]): Promise<void> => {
  const sets: readonly (readonly [string, RecurringQuestions])[] = file
    ? [[file, wordingsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))]]
    : (['recurring', 'strangers', 'others', 'colleagues', 'blind'] as const).map((set) => [
        authorOf(set),
        recurringQuestions(set),
      ]);
  for (const [name, questions] of sets) {
    console.log(`${questions.length} questions, written ${name}`);
    await measure(questions);
  }
};

const measure = async (questions: RecurringQuestions): Promise<void> => {
  const enough = questions.length * MIN_SHARE;
  const { PARLEY_EMBEDDINGS, PARLEY_MODELS, PARLEY_MODEL, PARLEY_MODEL_BASE_URL, PARLEY_MODEL_API_KEY } = process.env;
  const web = await openSampleWeb({
    PARLEY_SIGN_IN: 'required',
    ...(PARLEY_EMBEDDINGS && { PARLEY_EMBEDDINGS }),
    ...(PARLEY_MODELS && { PARLEY_MODELS }),
    ...(PARLEY_MODEL && { PARLEY_MODEL }),
    ...(PARLEY_MODEL_BASE_URL && { PARLEY_MODEL_BASE_URL }),
    ...(PARLEY_MODEL_API_KEY && { PARLEY_MODEL_API_KEY }),
  });
  try {
    const { stores } = web.parley;
    await plant(stores.conversations, questions);
    await judge(web.parley);
    const rita = { id: 'oidc:rita', name: 'Rita', email: 'rita@example.com', groups: [], by: 'oidc' as const };
    await createRoles(stores.keyValues).setRole(rita.email, 'reviewer');
    const cookie = `parley_session=${await createSessions(stores.keyValues).open(rita)}`;
    const call = async <T>(path: string, body?: unknown): Promise<T> => {
      const response = await fetch(`${web.url}/api/console${path}`, {
        headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    };
    const began = performance.now();
    const { gaps } = await call<GapList>('/quality/gaps');
    console.log(`${gaps.length} gaps of ${questions.length * WORDINGS} questions, after ${ms(began)}`);
    const found = questions.flatMap((wordings, n) => {
      const gap = gaps.find((one) => wordings.every((wording) => one.wordings.includes(wording)));
      return gap?.count === WORDINGS ? [{ gap, wordings, secret: `ANSWER-${String(n).padStart(3, '0')}` }] : [];
    });
    console.log(
      `found as one gap each, with every wording and nothing else: ${found.length} of ${questions.length} (${enough} at least)`,
    );

    const asks = new Map(questions.flatMap((wordings, n) => wordings.map((wording) => [wording, n] as const)));
    const asked = gaps.map((gap) => new Set(gap.wordings.map((wording) => asks.get(wording))).size);
    console.log(
      `gaps that hold two questions or more: ${asked.filter((n) => n > 1).length}, of which ${Math.max(...asked)} at most in one`,
    );

    for (const { gap, secret } of found)
      await call(`/quality/gaps/${gap.id}/answer`, {
        version: gap.version,
        answer: `${secret} is what you need to know.`,
        scopes: ['everyone'],
      });
    const after = await call<GapList>('/quality/gaps');
    const closed = found.filter(({ gap }) => after.gaps.find(({ id }) => id === gap.id)?.status === 'answered');
    console.log(`closed by a reviewer’s answer: ${closed.length} of ${found.length}`);
    const ask = (question: string) => web.parley.ask(question, { scopes: ['everyone'], strategy: 'quote' });
    for (const [at, name] of ['in a full sentence', 'in a hurry', 'in words of their own'].entries()) {
      let answered = 0;
      for (const { wordings, secret } of found)
        if ((await ask(wordings[at] ?? '')).text.includes(secret)) answered += 1;
      console.log(`asked again ${name}: ${answered} of ${found.length} get the answer`);
    }
    if (closed.length < found.length) process.exitCode = 1;
  } finally {
    await web.close();
  }
};

const WORDINGS = 3;
/** More than all batches of one set need: a worker would spread them over several jobs. */
const JUDGE_BUDGET = { tokens: 1_000_000, calls: 1000, seconds: 36_000 };

/** With a model (PARLEY_MODEL), does what the worker's job does: has it say which similar questions ask the same. */
const judge = async ({ models, encoder, stores, log }: Parley): Promise<void> => {
  if (!models) return;
  const vectorsOf = encoder && createVectorCache(encoder);
  const groupQuestions = createQuestionGrouper(models, JUDGE_BUDGET);
  const calls = await judgeQuestions({ stores, groupQuestions, vectorsOf, log }, new AbortController().signal);
  console.log(`compared by ${models.fast.name} in ${calls} calls`);
};
const ms = (since: number) => `${(performance.now() - since).toFixed(0)} ms`;

/**
 * Stores the questions as unanswered: all first wordings, then all second ones, then all third ones; one asker for each
 * round.
 */
const plant = async (conversations: Stores['conversations'], questions: RecurringQuestions): Promise<void> => {
  const began = Date.now() - 3_600_000;
  for (let wording = 0; wording < WORDINGS; wording += 1)
    for (const [n, wordings] of questions.entries()) {
      const id = `planted-${n}-${wording}`;
      const question = wordings[wording] ?? '';
      const askedAt = new Date(began + (wording * questions.length + n) * 1000).toISOString();
      const conversationId = `web:${id}`;
      await conversations.putConversation({
        id: conversationId,
        platform: 'web',
        title: question,
        createdAt: askedAt,
        updatedAt: askedAt,
      });
      await conversations.putTurn({
        id,
        conversationId,
        eventId: id,
        askerId: `web:asker-${wording}`,
        question,
        scopes: ['everyone'],
        status: 'done',
        askedAt,
        answer: answerOf(question, { text: 'I could not find that in your pages.', verdict: 'unknown', citations: [] }),
      });
    }
};
