import type { Feedback, Turn } from '../../core/conversation.ts';
import type { CaseOrigin, EvalCase } from '../../core/eval-case.ts';
import type { Stores } from '../../stores/index.ts';
import { caseId, caseOfThumb, originOf, type Thumb, withOrigin } from './case-of-thumb.ts';
import type { CaseVersions } from './case-versions.ts';

/** Maximum number of earlier turns in a case. */
const MAX_THREAD = 6;

/** Creates the function that turns a thumb into a case, or adds it to the case of the same question. */
export const createNoteThumb = (
  { cases: store, conversations, documents }: Pick<Stores, 'cases' | 'conversations' | 'documents'>,
  { get, update }: CaseVersions,
  timestamp: () => string,
) => {
  const thumbOf = async (turn: Turn, feedback: Feedback): Promise<Thumb> => {
    // The thread may have continued since the judged turn.
    const thread = await conversations.turns(turn.conversationId, 200);
    const place = thread.findIndex(({ id }) => id === turn.id);
    const before = place === -1 ? [] : thread.slice(Math.max(0, place - MAX_THREAD), place);
    const cited = (turn.answer?.citations ?? []).map(({ documentId }) => documentId);
    return { turn, feedback, before, stamps: await documents.stampsOf([...new Set(cited)]) };
  };

  /** False when one of the turns that a case was made of is gone. */
  const isWhole = async ({ turn, before }: Thumb): Promise<boolean> => {
    if (!(await conversations.turn(turn.id))) return false;
    if (before.length === 0) return true;
    const there = new Set((await conversations.turns(turn.conversationId, 200)).map(({ id }) => id));
    return before.every(({ id }) => there.has(id));
  };

  const noteThumb = async (turn: Turn, feedback: Feedback): Promise<EvalCase | undefined> => {
    const thumb = await thumbOf(turn, feedback);
    const noted = await note(thumb);
    // Somebody of the thread was erased while the case was made: the erasure of cases may have been over before.
    if (!noted || (await isWhole(thumb))) return noted;
    await store.forgetTurn(turn.id);
    return (await conversations.turn(turn.id)) ? noteThumb(turn, feedback) : undefined;
  };

  const note = async (thumb: Thumb): Promise<EvalCase | undefined> => {
    const { turn, feedback } = thumb;
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
    // The id exists: another process has just created the case, or the question of the case with this id was edited.
    const there = await get(made.id);
    if (there.key === made.key) return update(there.id, add);
    const apart = { ...made, id: caseId(`${made.key}\n${turn.id}\n${feedback.askerId}`) };
    return (await store.put(apart)) ? apart : update(apart.id, add);
  };

  return noteThumb;
};

/** Selects one of several cases with the same key; prefers one that is not retired. */
const sameQuestion = (found: readonly EvalCase[]): EvalCase | undefined =>
  found.find(({ status }) => status !== 'retired') ?? found[0];

const sameThumb = (one: CaseOrigin, other: CaseOrigin): boolean =>
  one.rating === other.rating &&
  one.reason === other.reason &&
  one.comment === other.comment &&
  one.answer === other.answer;
