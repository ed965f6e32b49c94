import type { Feedback } from './conversation.ts';
import type { Scope } from './document.ts';

/**
 * Status of a case. `new`: from a rated answer, not yet reviewed; `needs-answer`: nobody has given the correct answer
 * yet; `reviewed`: a person approved its gold answer, and evals use it; `retired`: kept but no longer used.
 */
export const caseStatuses = ['new', 'needs-answer', 'reviewed', 'retired'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** A question for evals, with its gold answer and origin. Stored in the stores. */
export interface EvalCase {
  id: string;
  /** 1 for a new case, incremented by each write. A write based on an older version is rejected. */
  version: number;
  status: CaseStatus;
  question: string;
  /** Key for finding the same question again; empty for a case that is never merged. */
  key: string;
  /** Gold answers, all equally correct; before the review, proposed ones. */
  answers: string[];
  /** Documents or passages that state the answer. */
  supportingIds: string[];
  /** False if the pages do not contain the answer, so that "unknown" is correct. Absent until somebody decides. */
  answerable?: boolean;
  /** Short answers known to be wrong; giving one fails the case. */
  rejected: string[];
  kind: string;
  /** Time at which it is asked; ISO 8601. */
  asOf?: string;
  /** Scopes of the asker. */
  scopes: Scope[];
  /** Earlier turns of its thread, oldest first. */
  thread: CaseTurn[];
  /** Id, address or name of the responsible person. */
  owner?: string;
  /** A reviewer's note. */
  note?: string;
  /** The ratings behind it, oldest first; the newest `MAX_ORIGINS`. */
  origins: CaseOrigin[];
  /** Number of ratings, including those no longer in `origins`. */
  count: number;
  /** Changes by people, oldest first; the newest `MAX_EDITS`. */
  edits: CaseEdit[];
  /** Eval results since its gold answer last changed, oldest first; the newest `MAX_RESULTS`. */
  results: CaseResult[];
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
}

/** An earlier turn of a case's thread. */
export interface CaseTurn {
  question: string;
  answer: string;
  /** Who asked it, if it was asked in a chat, so that it can be erased with them. */
  askerId?: string;
}

/** A thumbs-up or thumbs-down on an answer. */
export interface CaseOrigin {
  turnId: string;
  askerId: string;
  rating: Feedback['rating'];
  reason?: Feedback['reason'];
  comment?: string;
  /** What would have been right, in the person's words. */
  answer?: string;
  at: string;
  /** The rated answer. */
  answered: { shortAnswer: string; text: string; verdict: string; strategy: string };
  /** The documents that the answer cited, with their content hashes at that time. */
  cited: { documentId: string; title: string; contentHash?: string }[];
  /** When the person was notified that the case is now answered correctly. */
  toldAt?: string;
}

/** One change that a person or a command made. */
export interface CaseEdit {
  at: string;
  by?: string;
  /** Short description: `reviewed`, `changed answers, owner`, `imported`. */
  what: string;
  /** Previous values of the changed fields. */
  before: Partial<Pick<EvalCase, EditableField>>;
}

/** Fields that people can change. */
export const editableFields = [
  'question',
  'answers',
  'supportingIds',
  'answerable',
  'rejected',
  'kind',
  'asOf',
  'scopes',
  'thread',
  'status',
  'owner',
  'note',
] as const;
export type EditableField = (typeof editableFields)[number];

/** Result of one eval run, with the default strategy. */
export interface CaseResult {
  at: string;
  passed: boolean;
  strategy: string;
  /** The short answer given. */
  shortAnswer: string;
  /** Id of the run, so that a run counts once. */
  run: string;
  commit?: string;
}

export const MAX_ORIGINS = 100;
export const MAX_EDITS = 50;
export const MAX_RESULTS = 20;

/** A case without a person's data. Undefined if nothing is left to keep: nobody else asked, and nobody reviewed it. */
export const withoutPerson = (found: EvalCase, personId: string): EvalCase | undefined => {
  const origins = found.origins.filter(({ askerId }) => askerId !== personId);
  const thread = found.thread.filter(({ askerId }) => askerId !== personId);
  const isReviewed = found.status === 'reviewed' || found.edits.some(({ what }) => what === 'reviewed');
  if (origins.length === 0 && found.origins.length > 0 && !isReviewed) return undefined;
  const { owner, ...rest } = found;
  return {
    ...rest,
    ...(owner !== undefined && owner !== personId && { owner }),
    thread,
    // The key holds words of the thread's last question. Without a key, no other question is taken for the same.
    ...(thread.length < found.thread.length && { key: '' }),
    origins,
    count: Math.max(origins.length, found.count - (found.origins.length - origins.length)),
    edits: found.edits.map(({ by, before, ...edit }) => ({
      ...edit,
      ...(by !== undefined && by !== personId && { by }),
      before: withoutPersonBefore(before, personId),
    })),
  };
};

const withoutPersonBefore = (before: CaseEdit['before'], personId: string): CaseEdit['before'] => {
  const { owner, thread, ...others } = before;
  return {
    ...others,
    ...(owner !== undefined && owner !== personId && { owner }),
    ...(thread && { thread: thread.filter(({ askerId }) => askerId !== personId) }),
  };
};

/** The case without what came from a turn that was erased; undefined when nothing else made the case. */
export const withoutTurn = (found: EvalCase, turnId: string): EvalCase | undefined => {
  const origins = found.origins.filter((origin) => origin.turnId !== turnId);
  const isReviewed = found.status === 'reviewed' || found.edits.some(({ what }) => what === 'reviewed');
  if (origins.length === 0 && !isReviewed) return undefined;
  return { ...found, origins, count: Math.max(origins.length, found.count - (found.origins.length - origins.length)) };
};

/** Ids of all people in a case. */
export const peopleIn = ({ owner, origins, thread, edits }: EvalCase): string[] => [
  ...new Set(
    [
      owner,
      ...[...origins, ...thread, ...edits.flatMap(({ before }) => before.thread ?? [])].map(({ askerId }) => askerId),
      ...edits.flatMap(({ by, before }) => [by, before.owner]),
    ].filter((person) => person !== undefined),
  ),
];
