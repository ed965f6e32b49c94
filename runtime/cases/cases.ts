import type { Feedback, Turn } from '../../core/conversation.ts';
import { type CaseStatus, type EvalCase, MAX_EDITS } from '../../core/eval-case.ts';
import type { CaseCursor, Stores } from '../../stores/index.ts';
import { caseId, withOrigin } from './case-of-thumb.ts';
import { type CaseRun, createCaseRuns, type Telling } from './case-runs.ts';
import { changedMeanwhile, createCaseVersions } from './case-versions.ts';
import { badUsage, type CaseChanges, editCase, hasGold } from './edit-case.ts';
import { createNoteThumb } from './note-thumb.ts';
import { questionKey } from './question-key.ts';

export interface EditOptions {
  by?: string;
  /** The version that the editor saw. Without it, the edit applies to the current version. */
  version?: number;
  /** The description in the history; derived from the changed fields by default. */
  what?: string;
}

/**
 * The eval cases of a team: created from thumbs, edited and reviewed by people, and used by evals. All changes go through this
 * interface; reads may also use `stores.cases`.
 */
export interface Cases {
  /** Creates a case from a thumb, or adds it to the case of the same question. @returns undefined without an answer to judge */
  noteThumb(turn: Turn, feedback: Feedback): Promise<EvalCase | undefined>;
  /** Creates cases from all stored feedback, for data of earlier versions and after a crash. Idempotent. */
  collect(): Promise<{ thumbs: number; cases: number }>;
  /** @throws UNKNOWN_ID */
  get(id: string): Promise<EvalCase>;
  /** At most `limit` cases, last changed first, starting after `before`. */
  list(options: { status?: CaseStatus; before?: CaseCursor; limit: number }): Promise<EvalCase[]>;
  counts(): Promise<Record<CaseStatus, number>>;
  /** Adds a case. @throws BAD_USAGE for an empty question or one that already has a case */
  add(given: Pick<EvalCase, 'question'> & CaseChanges, options?: EditOptions & { id?: string }): Promise<EvalCase>;
  /**
   * Changes fields and keeps their previous values in the case's history. Changing the question or gold answer deletes earlier
   * results. `{status: 'reviewed'}` marks the case as reviewed.
   * @throws UNKNOWN_ID; CASE_CHANGED if somebody else changed it since `version`; BAD_USAGE for a review without a gold answer
   */
  edit(id: string, changes: CaseChanges, options?: EditOptions): Promise<EvalCase>;
  /** Moves the thumbs of the case `id` to the case `into` and retires `id`. @throws the codes of `edit` */
  merge(id: string, into: string, options?: Pick<EditOptions, 'by'>): Promise<EvalCase>;
  /** Stores a run's outcomes in their cases. @returns also the people to tell, each to be marked with `told` */
  record(run: CaseRun): Promise<{ recorded: number; failed: EvalCase[]; tell: Telling[] }>;
  told(telling: Telling): Promise<void>;
}

/** @param now the wall-clock time in milliseconds */
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
        // The other case has the thumbs now, and new thumbs on the same question must go there too.
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
