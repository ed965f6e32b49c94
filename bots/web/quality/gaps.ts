import type { NearestPage } from '../../../core/answer.ts';
import type { Turn } from '../../../core/conversation.ts';
import { ParleyError } from '../../../core/errors.ts';
import { sha256 } from '../../../core/sha256.ts';
import { namedScopes } from '../../../core/source-scopes.ts';
import { isSameQuestion } from '../../../core/team-answers.ts';
import type { Encoder } from '../../../retrieval/index.ts';
import { clusterQuestions } from '../../../runtime/gaps/cluster-questions.ts';
import { createVectorCache, type VectorsOf } from '../../../runtime/gaps/question-vectors.ts';
import { unansweredTurns, wordingOf } from '../../../runtime/gaps/unanswered.ts';
import { readVerdicts, type Verdicts } from '../../../runtime/gaps/verdicts.ts';
import { collectAll, type Stores } from '../../../stores/index.ts';
import { ownersOf } from '../../chat/digest/owners.ts';
import { notFound } from '../failure.ts';

/**
 * Grouping takes at most this share of the time, because its cost grows with the square of the questions. Until its turn
 * comes again, questions asked since are gaps of their own.
 */
const MAX_GROUPING_SHARE = 1 / 5;
const MAX_WORDINGS = 12;
const KIND = 'web-gap';

/** What people decided about a gap. The rest of a gap is computed from the questions. */
interface GapRecord {
  /** The gap's turns at its last change. A later cluster with one of these turns is the same gap. */
  turnIds: string[];
  owner?: string;
  status: 'open' | 'answered' | 'dismissed';
  /** Set once somebody has answered the gap. */
  answer?: { documentId: string; by: string; at: string };
  /** Wordings that, as a reviewer said, ask something else. They form a gap of their own. */
  leftOut?: string[];
  /** Incremented by each change, for optimistic locking. */
  version: number;
}

/** A group of questions that ask the same and that the pages do not answer. */
export interface Gap {
  id: string;
  version: number;
  /** The wording of median length. */
  question: string;
  /** Other wordings, newest first. */
  wordings: string[];
  /** How often it was asked, and by how many people. A gap never says who asked. */
  count: number;
  askers: number;
  firstAt: string;
  lastAt: string;
  platforms: string[];
  nearest: NearestPage[];
  /** The owner of the nearest pages' source, or else the author of those pages. */
  proposedOwner?: string;
  owner?: string;
  status: GapRecord['status'];
  answer?: GapRecord['answer'];
  /** How often it was asked after somebody wrote the answer, and still went unanswered. Above 0, the gap is open again. */
  sinceAnswered: number;
  /** Scopes that every asker held: the default scopes of the page with the answer. */
  scopes: string[];
}

type GapChange = Partial<Pick<GapRecord, 'owner' | 'status' | 'answer' | 'leftOut'>>;

/** Finds gaps, and records what people decide about them. */
export interface Gaps {
  /** Most asked first. */
  list(): Promise<Gap[]>;
  /** @throws UNKNOWN_ID */
  get(id: string): Promise<Gap>;
  /** @throws UNKNOWN_ID; CASE_CHANGED when somebody changed the gap since `version` */
  change(id: string, version: number, change: GapChange): Promise<void>;
  /**
   * Marks the open gaps with one of these turns as answered; called when somebody publishes an answer in the feedback
   * inbox.
   */
  close(turnIds: readonly string[], answer: NonNullable<GapRecord['answer']>): Promise<void>;
}

export const createGaps = (
  { stores, encoder }: { stores: Pick<Stores, 'conversations' | 'keyValues' | 'documents'>; encoder?: Encoder },
  now: () => number = Date.now,
): Gaps => {
  const group = createGrouping(encoder && createVectorCache(encoder), now);
  const list = (): Promise<Gap[]> => findGaps(stores, group, now());
  const get = async (id: string): Promise<Gap> => {
    const found = (await list()).find((gap) => gap.id === id);
    if (!found) throw notFound('question');
    return found;
  };
  return {
    list,
    get,
    change,
    async close(turnIds, answer) {
      const open = (await list()).filter((gap) => gap.status === 'open');
      for (const gap of open)
        if (turnsOf.get(gap)?.some(({ id }) => turnIds.includes(id)))
          await change(gap.id, gap.version, { status: 'answered', answer, owner: gap.owner ?? answer.by });
    },
  };

  async function change(id: string, version: number, change: GapChange): Promise<void> {
    const turns = turnsOf.get(await get(id)) ?? [];
    const known = await stores.keyValues.get<GapRecord>(KIND, id);
    if ((known?.version ?? 0) !== version) {
      throw new ParleyError('CASE_CHANGED', {
        message: 'Somebody else changed this since you opened it.',
        remedy: 'Look at it as it is now, and make your change again.',
      });
    }
    const leftOut = [...(known?.leftOut ?? []), ...(change.leftOut ?? [])];
    const turnIds = turns.filter((turn) => !isAmong(leftOut, turn)).map((turn) => turn.id);
    const record: GapRecord = { status: 'open', ...known, ...change, leftOut, turnIds, version: version + 1 };
    await stores.keyValues.put(KIND, id, record);
  }
};

/** Groups turns that ask the same, and returns their ids. */
type Group = (turns: readonly Turn[], verdicts: Verdicts) => Promise<string[][]>;

interface Grouped {
  /** The questions of the groups and the verdicts' version; undefined if the same questions have to be grouped again. */
  questions: string | undefined;
  groups: string[][];
  /** Questions are not grouped again before this time. */
  notBefore: number;
}

/** Groups again whenever questions or a model's verdicts were added or removed, one call after the other, within `MAX_GROUPING_SHARE`. */
const createGrouping = (vectorsOf: VectorsOf | undefined, now: () => number): Group => {
  const nothing: Grouped = { questions: undefined, groups: [], notBefore: Number.NEGATIVE_INFINITY };
  let last = Promise.resolve(nothing);
  const next = async (before: Grouped, turns: readonly Turn[], verdicts: Verdicts): Promise<Grouped> => {
    const wordings = turns.map(wordingOf);
    const questions = JSON.stringify([verdicts.version, turns.map(({ id }, at) => [id, wordings[at]])]);
    if (questions === before.questions) return before;
    const startedAt = now();
    if (startedAt < before.notBefore) return { ...before, questions: undefined, groups: withNew(before.groups, turns) };
    // If the encoder fails, questions are grouped by words alone, and again at the next call.
    const encoded = await vectorsOf?.(wordings).catch(() => undefined);
    const groups = clusterQuestions(wordings, encoded?.vectors, encoded?.unrelated, verdicts);
    const endedAt = now();
    return {
      questions: vectorsOf && !encoded ? undefined : questions,
      groups: groups.map((members) => members.flatMap((index) => turns[index]?.id ?? [])),
      notBefore: endedAt + (endedAt - startedAt) * (1 / MAX_GROUPING_SHARE - 1),
    };
  };
  return async (turns, verdicts) => {
    last = last.catch(() => nothing).then((before) => next(before, turns, verdicts));
    return (await last).groups;
  };
};

/** The groups without turns that are gone; each new turn is a group of its own. */
const withNew = (groups: readonly string[][], turns: readonly Turn[]): string[][] => {
  const ids = new Set(turns.map(({ id }) => id));
  const kept = groups.map((group) => group.filter((id) => ids.has(id))).filter((group) => group.length > 0);
  const known = new Set(kept.flat());
  return [...kept, ...[...ids].filter((id) => !known.has(id)).map((id) => [id])];
};

/** The turns of each gap. They are kept outside of `Gap` since they name the askers. */
const turnsOf = new WeakMap<Gap, readonly Turn[]>();

const isAmong = (wordings: readonly string[], turn: Turn): boolean =>
  wordings.some((one) => isSameQuestion(one, wordingOf(turn)));

const findGaps = async (
  stores: Pick<Stores, 'conversations' | 'keyValues' | 'documents'>,
  group: Group,
  at: number,
): Promise<Gap[]> => {
  const turns = await unansweredTurns(stores, at);
  const groups = await group(turns, await readVerdicts(stores));
  const turnOf = new Map(turns.map((turn) => [turn.id, turn]));
  const records = await collectAll<GapRecord>(stores.keyValues, KIND);
  const byTurn = new Map(
    records.flatMap(({ key, value }) => value.turnIds.map((turn) => [turn, { key, value }] as const)),
  );
  const taken = new Set<string>();
  const asGaps = (own: readonly Turn[]): Gap[] => {
    if (own.length === 0) return [];
    const record = own.map(({ id }) => byTurn.get(id)).find((one) => one && !taken.has(one.key));
    if (record) taken.add(record.key);
    const leftOut = record?.value.leftOut ?? [];
    const isLeftOut = (turn: Turn) => isAmong(leftOut, turn);
    const kept = own.filter((turn) => !isLeftOut(turn));
    return kept.length === 0 ? [gapOf(own, undefined)] : [gapOf(kept, record), ...asGaps(own.filter(isLeftOut))];
  };
  const gaps = groups.flatMap((ids) => asGaps(ids.flatMap((id) => turnOf.get(id) ?? [])));
  const owners = await ownersOf(stores.keyValues);
  const stamps = await stores.documents.stampsOf([
    ...new Set(gaps.flatMap(({ nearest }) => nearest.map(({ documentId }) => documentId))),
  ]);
  for (const gap of gaps)
    for (const { documentId } of gap.nearest) {
      const stamp = stamps.get(documentId);
      const author = typeof stamp?.metadata?.author === 'string' ? stamp.metadata.author : undefined;
      gap.proposedOwner ??= owners.find(({ source }) => source === stamp?.sourceId)?.person ?? author;
    }
  return gaps.sort((a, b) => b.count - a.count || b.lastAt.localeCompare(a.lastAt));
};

const gapOf = (turns: readonly Turn[], record: { key: string; value: GapRecord } | undefined): Gap => {
  const [first] = turns;
  const last = turns.at(-1);
  const wordings = [...new Set(turns.toReversed().map(wordingOf))];
  const { status = 'open', answer, owner, version = 0 } = record?.value ?? {};
  const sinceAnswered = answer ? turns.filter(({ askedAt }) => askedAt > answer.at).length : 0;
  const gap: Gap = {
    id: record?.key ?? sha256(first?.id ?? '').slice(0, 16),
    version,
    question: wordings.toSorted((a, b) => a.length - b.length)[Math.floor(wordings.length / 2)] ?? '',
    wordings: wordings.slice(0, MAX_WORDINGS),
    count: turns.length,
    askers: new Set(turns.map(({ askerId }) => askerId)).size,
    firstAt: first?.askedAt ?? '',
    lastAt: last?.askedAt ?? '',
    platforms: [...new Set(turns.map(({ conversationId }) => conversationId.split(':', 1)[0] ?? ''))],
    nearest: turns.toReversed().find((turn) => turn.answer?.nearest?.length)?.answer?.nearest ?? [],
    ...(owner !== undefined && { owner }),
    status: status === 'answered' && sinceAnswered > 0 ? 'open' : status,
    ...(answer && { answer }),
    sinceAnswered,
    scopes: sharedScopes(turns),
  };
  turnsOf.set(gap, turns);
  return gap;
};

/** The scopes that every asker held, without scopes of persons. */
const sharedScopes = (turns: readonly Turn[]): string[] => {
  const [first, ...rest] = turns.map(({ scopes }) => namedScopes(scopes));
  const shared = (first ?? []).filter((scope) => rest.every((other) => other.includes(scope)));
  const open = shared.filter((scope) => !scope.startsWith('person:'));
  return open.includes('everyone') ? ['everyone'] : open;
};
