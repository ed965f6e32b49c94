import type { Feedback, Turn } from '../../core/conversation.ts';
import { type CaseStatus, type EvalCase, MAX_EDITS } from '../../core/eval-case.ts';
import type { CaseCursor, Stores } from '../../stores/index.ts';
import { caseId, withOrigin } from './case-of-thumb.ts';
import { type CaseRun, createCaseRuns, type Telling } from './case-runs.ts';
import { changedMeanwhile, createCaseVersions } from './case-versions.ts';
import { badUsage, type CaseChanges, editCase, hasGold } from './edit-case.ts';
import { createNoteThumb } from './note-thumb.ts';
import { questionKey } from './question-key.ts';

/** Who edits, and which version they saw. */
export interface EditOptions {
  by?: string;
  /** The version that the edit was made from; without it the edit is made from whatever stands. */
  version?: number;
  /** What the history says; made from the fields by default. */
  what?: string;
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
  /** The newest change first, starting after `before`. */
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

/** @param now wall time in milliseconds */
export const createCases = (
  stores: Pick<Stores, 'cases' | 'conversations' | 'documents'>,
  { now = Date.now }: { now?: () => number } = {},
): Cases => {
  const { cases: store, conversations } = stores;
  const timestamp = () => new Date(now()).toISOString();
  const versions = createCaseVersions(store);
  const { get, update } = versions;
  const noteThumb = createNoteThumb(stores, versions, timestamp);

  const edit: Cases['edit'] = async (id, changes, { by, version, what } = {}) => {
    if (version !== undefined && (await get(id)).version !== version) throw changedMeanwhile(id);
    return update(id, (found) => {
      if (version !== undefined && found.version !== version) throw changedMeanwhile(id);
      return editCase(found, changes, { by, what, at: timestamp() });
    });
  };

  return {
    noteThumb,
    get,
    edit,
    ...createCaseRuns(store, versions, timestamp),
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
      const made = editCase(
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
  };
};

const sum = (counts: Record<CaseStatus, number>): number => Object.values(counts).reduce((all, n) => all + n, 0);
