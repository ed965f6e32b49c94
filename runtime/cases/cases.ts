import type { Feedback, Turn } from '../../core/conversation.ts';
import { ParleyError } from '../../core/errors.ts';
import {
  type CaseOrigin,
  type CaseResult,
  type CaseStatus,
  type EditableField,
  type EvalCase,
  editableFields,
  MAX_EDITS,
  MAX_RESULTS,
} from '../../core/eval-case.ts';
import type { CaseCursor, Stores } from '../../stores/index.ts';
import { caseId, caseOfThumb, originOf, type Thumb, withOrigin } from './case-of-thumb.ts';
import { questionKey } from './question-key.ts';
import { originsToTell } from './telling.ts';

/** What a person changes of a case. Fields that are left out stay; `owner`, `note`, `answerable` and `asOf` go with null. */
export type CaseChanges = {
  [Field in EditableField]?: EvalCase[Field] | (undefined extends EvalCase[Field] ? null : never);
};

/** Who edits, and which version they saw. */
export interface EditOptions {
  by?: string;
  /** The version that the edit was made from; without it the edit is made from whatever stands. */
  version?: number;
  /** What the history says; made from the fields by default. */
  what?: string;
}

/** One run over cases, by the strategy that answers when nobody names one. */
export interface CaseRun {
  /** Tells runs apart: the same run recorded twice counts once. */
  run: string;
  /** When the answers were made; ISO 8601. */
  at: string;
  strategy: string;
  commit?: string;
  /** By the cases' ids. Rows that could not be graded are left out. */
  outcomes: Iterable<{ id: string; passed: boolean; shortAnswer: string }>;
}

/** A person to tell that their question is answered correctly now. */
export interface Telling {
  caseId: string;
  origin: CaseOrigin;
}

/**
 * The cases of a team: made of thumbs, edited and reviewed by people, asked by evals. The one way in which bots, commands
 * and the console change them; reads may also go to `stores.cases`.
 */
export interface Cases {
  /** Makes a case of a thumb, or adds the thumb to the case of the same question. @returns undefined without an answer to judge */
  noteThumb(turn: Turn, feedback: Feedback): Promise<EvalCase | undefined>;
  /** Makes cases of all feedback that is stored, for data of earlier versions and after a crash; changes none twice. */
  collect(): Promise<{ thumbs: number; cases: number }>;
  /** @throws UNKNOWN_ID */
  get(id: string): Promise<EvalCase>;
  /** The newest change first, behind `before`. */
  list(options: { status?: CaseStatus; before?: CaseCursor; limit: number }): Promise<EvalCase[]>;
  counts(): Promise<Record<CaseStatus, number>>;
  /** Adds a case by hand. @throws BAD_USAGE for a question without words, and for one that is there */
  add(given: Pick<EvalCase, 'question'> & CaseChanges, options?: EditOptions & { id?: string }): Promise<EvalCase>;
  /**
   * Changes fields, and keeps the values before in the case's history. A changed question or gold answer makes earlier
   * results void. `{status: 'reviewed'}` is the review.
   * @throws UNKNOWN_ID; CASE_CHANGED when somebody else wrote since `version`; BAD_USAGE for a review without a gold answer
   */
  edit(id: string, changes: CaseChanges, options?: EditOptions): Promise<EvalCase>;
  /** Adds the thumbs of one case to another's and retires it. @throws as `edit` */
  merge(id: string, into: string, options?: Pick<EditOptions, 'by'>): Promise<EvalCase>;
  /** Keeps a run's outcomes with their cases. @returns who is to be told; `told` marks each as told */
  record(run: CaseRun): Promise<{ recorded: number; failed: EvalCase[]; tell: Telling[] }>;
  told(telling: Telling): Promise<void>;
}

/** Turns of a thread that stand before the judged one in a case. */
const MAX_THREAD = 6;
/** Of several writers at one case each loses a try to another's write. */
const MAX_TRIES = 20;
/** What makes earlier results say nothing about the case. */
const goldFields: readonly EditableField[] = [
  'question',
  'answers',
  'answerable',
  'rejected',
  'scopes',
  'thread',
  'asOf',
];

/** @param now wall time in milliseconds */
export const createCases = (
  { cases: store, conversations, documents }: Pick<Stores, 'cases' | 'conversations' | 'documents'>,
  { now = Date.now }: { now?: () => number } = {},
): Cases => {
  const timestamp = () => new Date(now()).toISOString();

  const get = async (id: string): Promise<EvalCase> => {
    const found = await store.get(id);
    if (found) return found;
    throw new ParleyError('UNKNOWN_ID', {
      message: `There is no case ${id}.`,
      remedy: '`parley cases list` shows them.',
    });
  };

  /** Reads, changes and writes until no other writer came between. */
  const update = async (id: string, change: (found: EvalCase) => EvalCase): Promise<EvalCase> => {
    for (let i = 0; i < MAX_TRIES; i += 1) {
      const found = await get(id);
      const next = change(found);
      if (next === found || (await store.put(next))) return next;
    }
    throw changedMeanwhile(id);
  };

  const thumbOf = async (turn: Turn, feedback: Feedback): Promise<Thumb> => {
    // The thread may have gone on since; the judged turn is found from its end.
    const thread = await conversations.turns(turn.conversationId, 200);
    const place = thread.findIndex(({ id }) => id === turn.id);
    const before = place === -1 ? [] : thread.slice(Math.max(0, place - MAX_THREAD), place);
    const cited = (turn.answer?.citations ?? []).map(({ documentId }) => documentId);
    return { turn, feedback, before, stamps: await documents.stampsOf([...new Set(cited)]) };
  };

  const noteThumb = async (turn: Turn, feedback: Feedback): Promise<EvalCase | undefined> => {
    const thumb = await thumbOf(turn, feedback);
    const [origin, made] = [originOf(thumb), caseOfThumb(thumb, timestamp())];
    if (origin === undefined || made === undefined) return undefined;
    const isTheirs = ({ turnId, askerId }: CaseOrigin) => turnId === turn.id && askerId === feedback.askerId;
    const known = (await store.ofTurn(turn.id)).find(({ origins }) => origins.some(isTheirs));
    const same = known ?? (made.key === '' ? undefined : sameQuestion(await store.withKey(made.key)));
    const add = (found: EvalCase) =>
      found.origins.some((one) => isTheirs(one) && sameThumb(one, origin))
        ? found
        : withOrigin(found, origin, timestamp());
    if (same) return update(same.id, add);
    if (await store.put(made)) return made;
    // The id is taken: by another process for the same question a moment ago, or by a case whose question was edited since.
    const there = await get(made.id);
    if (there.key === made.key) return update(there.id, add);
    const apart = { ...made, id: caseId(`${made.key}\n${turn.id}\n${feedback.askerId}`) };
    return (await store.put(apart)) ? apart : update(apart.id, add);
  };

  const edit: Cases['edit'] = async (id, changes, { by, version, what } = {}) => {
    if (version !== undefined && (await get(id)).version !== version) throw changedMeanwhile(id);
    return update(id, (found) => {
      if (version !== undefined && found.version !== version) throw changedMeanwhile(id);
      return edited(found, changes, { by, what, at: timestamp() });
    });
  };

  return {
    noteThumb,
    get,
    edit,
    list: (options) => store.list(options),
    counts: () => store.counts(),
    async collect() {
      const [before, counted] = [sum(await store.counts()), { thumbs: 0 }];
      for await (const { turn, feedback } of conversations.allFeedback())
        if (await noteThumb(turn, feedback)) counted.thumbs += 1;
      return { ...counted, cases: sum(await store.counts()) - before };
    },
    async add({ question, ...changes }, { id, by, what = 'added' } = {}) {
      const at = timestamp();
      const scopes = changes.scopes ?? ['everyone'];
      const thread = changes.thread ?? [];
      const key = questionKey(question, scopes, thread);
      const blank: EvalCase = {
        id: id ?? caseId(key || question),
        version: 0,
        status: 'needs-answer',
        question,
        key,
        answers: [],
        supportingIds: [],
        rejected: [],
        kind: 'question',
        scopes,
        thread,
        origins: [],
        count: 0,
        edits: [],
        results: [],
        createdAt: at,
        updatedAt: at,
      };
      if (question.trim() === '') throw badUsage('A case needs a question.', 'Write the question as somebody asks it.');
      const made = edited(
        blank,
        { ...changes, ...(!changes.status && hasGold(changes) && { status: 'new' }) },
        { by, what, at },
      );
      const first = { ...made, version: 1, edits: [{ at, ...(by !== undefined && { by }), what, before: {} }] };
      if (await store.put(first)) return first;
      throw badUsage(`The case ${made.id} is there already.`, `Change it with \`parley cases edit ${made.id}\`.`);
    },
    async merge(id, into, { by } = {}) {
      if (id === into) throw badUsage('A case cannot be merged with itself.', 'Name two cases.');
      const from = await get(id);
      const at = timestamp();
      const next = await update(into, (found) => ({
        ...from.origins.reduce((one, origin) => withOrigin(one, origin, at), found),
        version: found.version + 1,
        count: found.count + from.count,
        rejected: [...new Set([...found.rejected, ...from.rejected])].filter((one) => !found.answers.includes(one)),
        edits: [...found.edits, { at, ...(by && { by }), what: `merged with ${id}`, before: {} }].slice(-MAX_EDITS),
      }));
      await update(id, (found) => ({
        ...found,
        version: found.version + 1,
        status: 'retired',
        // Its thumbs are the other case's now, and so is the question when it is asked again.
        key: '',
        origins: [],
        edits: [
          ...found.edits,
          { at, ...(by && { by }), what: `merged into ${into}`, before: { status: found.status } },
        ].slice(-MAX_EDITS),
        updatedAt: at,
      }));
      return next;
    },
    async record({ outcomes, ...run }) {
      const failed: EvalCase[] = [];
      const tell: Telling[] = [];
      let recorded = 0;
      for (const { id, passed, shortAnswer } of outcomes) {
        if ((await store.get(id)) === undefined) continue;
        const result: CaseResult = { ...run, passed, shortAnswer };
        const next = await update(id, (found) =>
          found.results.some((one) => one.run === run.run)
            ? found
            : { ...found, version: found.version + 1, results: [...found.results, result].slice(-MAX_RESULTS) },
        );
        recorded += 1;
        if (!passed) failed.push(next);
        tell.push(...originsToTell(next).map((origin) => ({ caseId: id, origin })));
      }
      return { recorded, failed, tell };
    },
    async told({ caseId: id, origin }) {
      const toldAt = timestamp();
      await update(id, (found) => ({
        ...found,
        version: found.version + 1,
        origins: found.origins.map((one) =>
          one.turnId === origin.turnId && one.askerId === origin.askerId ? { ...one, toldAt } : one,
        ),
      }));
    },
  };
};

/** Of cases with one key: one that is in use, else one that was retired. */
const sameQuestion = (found: readonly EvalCase[]): EvalCase | undefined =>
  found.find(({ status }) => status !== 'retired') ?? found[0];

const sameThumb = (one: CaseOrigin, other: CaseOrigin): boolean =>
  one.rating === other.rating &&
  one.reason === other.reason &&
  one.comment === other.comment &&
  one.answer === other.answer;

const hasGold = ({ answers, answerable }: CaseChanges): boolean => (answers?.length ?? 0) > 0 || answerable === false;

/** The next version with these changes, each in the history; the case itself where nothing changes. */
const edited = (
  found: EvalCase,
  changes: CaseChanges,
  { by, what, at }: { by?: string; what?: string; at: string },
): EvalCase => {
  const asked: CaseChanges = { ...changes };
  if (asked.answers !== undefined) asked.answers = [...new Set(asked.answers.map((one) => one.trim()))].filter(Boolean);
  // Words that answer the question say that it has an answer; "it has none" takes the words away.
  if ((asked.answers?.length ?? 0) > 0 && asked.answerable === undefined) asked.answerable = true;
  if (asked.answerable === false && asked.answers === undefined) asked.answers = [];
  if (asked.status === undefined && found.status === 'needs-answer' && hasGold(asked)) asked.status = 'new';
  const changed = editableFields.filter(
    (field) => asked[field] !== undefined && JSON.stringify(asked[field] ?? undefined) !== JSON.stringify(found[field]),
  );
  if (changed.length === 0) return found;
  const next = {
    ...found,
    ...Object.fromEntries(changed.map((field) => [field, asked[field] ?? undefined])),
  } as EvalCase;
  for (const field of changed) if (next[field] === undefined) delete next[field];
  if (next.question.trim() === '')
    throw badUsage('A case needs a question.', 'Write the question as somebody asks it.');
  if (next.answerable === false && next.answers.length > 0)
    throw badUsage('A question without an answer has no gold answer.', 'Give either answers, or that there is none.');
  if (next.status === 'reviewed' && !hasGold(next))
    throw badUsage(
      `The case ${found.id} has no gold answer yet.`,
      'Give the right answer, or say that the pages hold none (--unanswerable).',
    );
  const before = Object.fromEntries(
    changed.map((field) => [field, found[field]]),
  ) as EvalCase['edits'][number]['before'];
  const words =
    what ?? (asked.status === 'reviewed' && found.status !== 'reviewed' ? 'reviewed' : `changed ${changed.join(', ')}`);
  return {
    ...next,
    version: found.version + 1,
    key: changed.some((field) => field === 'question' || field === 'scopes' || field === 'thread')
      ? questionKey(next.question, next.scopes, next.thread)
      : next.key,
    rejected: next.rejected.filter((one) => !next.answers.includes(one)),
    results: changed.some((field) => goldFields.includes(field)) ? [] : next.results,
    edits: [...found.edits, { at, ...(by !== undefined && { by }), what: words, before }].slice(-MAX_EDITS),
    updatedAt: at,
  };
};

const sum = (counts: Record<CaseStatus, number>): number => Object.values(counts).reduce((all, n) => all + n, 0);

const badUsage = (message: string, remedy: string) => new ParleyError('BAD_USAGE', { message, remedy });

const changedMeanwhile = (id: string) =>
  new ParleyError('CASE_CHANGED', {
    message: `Somebody else changed the case ${id} since you opened it.`,
    remedy: 'Nothing of theirs is lost: look at it as it is now, and make your change again.',
    details: { id },
  });
