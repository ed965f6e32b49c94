import type { Feedback } from './conversation.ts';
import type { Scope } from './document.ts';

/**
 * How far a case is. `new`: somebody said or liked an answer, and nobody has reviewed it; `needs-answer`: nobody has said
 * yet what is right; `reviewed`: a person stands for its gold answer, and evals ask it; `retired`: kept, and asked no more.
 */
export const caseStatuses = ['new', 'needs-answer', 'reviewed', 'retired'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** A question that evals ask again, with its gold answer and where it came from. A record of the stores. */
export interface EvalCase {
  id: string;
  /** 1 for a new case, one more with each write: a write that was made from an older version is refused. */
  version: number;
  status: CaseStatus;
  question: string;
  /** What is compared to find the same question asked again; empty for a case that is merged with no other. */
  key: string;
  /** Gold answers, all equally right; before the review, what somebody proposed. */
  answers: string[];
  /** Documents or passages that state the answer. */
  supportingIds: string[];
  /** False: the pages do not hold the answer, and saying so is right. Absent while nobody has said. */
  answerable?: boolean;
  /** Short answers that were called wrong: giving one again fails the case. */
  rejected: string[];
  kind: string;
  /** The moment as of which it is asked; ISO 8601. */
  asOf?: string;
  /** On whose behalf it is asked. */
  scopes: Scope[];
  /** Earlier turns of its thread, oldest first. */
  thread: { question: string; answer: string }[];
  /** Who looks after it: a person's id, an address or a name. */
  owner?: string;
  /** A reviewer's words on it. */
  note?: string;
  /** The thumbs that it was made of, oldest first; the newest `MAX_ORIGINS`. */
  origins: CaseOrigin[];
  /** How many thumbs there were, also those that are not kept among `origins`. */
  count: number;
  /** What people changed, oldest first; the newest `MAX_EDITS`. */
  edits: CaseEdit[];
  /** How evals found it since its gold last changed, oldest first; the newest `MAX_RESULTS`. */
  results: CaseResult[];
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
}

/** A thumb on one answer. */
export interface CaseOrigin {
  turnId: string;
  askerId: string;
  rating: Feedback['rating'];
  reason?: Feedback['reason'];
  comment?: string;
  /** What would have been right, in the person's words. */
  answer?: string;
  at: string;
  /** What was answered then. */
  answered: { shortAnswer: string; text: string; verdict: string; strategy: string };
  /** The documents that the answer cited, with their content then. */
  cited: { documentId: string; title: string; contentHash?: string }[];
  /** When the person was told that the case is answered correctly. */
  toldAt?: string;
}

/** One change that a person or a command made. */
export interface CaseEdit {
  at: string;
  by?: string;
  /** What was done, in a word or two: `reviewed`, `changed answers, owner`, `imported`. */
  what: string;
  /** The values before, of the fields that changed. */
  before: Partial<Pick<EvalCase, EditableField>>;
}

/** What people change of a case. */
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

/** One eval run's finding, by the strategy that answers when nobody names one. */
export interface CaseResult {
  at: string;
  passed: boolean;
  strategy: string;
  /** What was answered. */
  shortAnswer: string;
  /** The run, so that the same run counts once. */
  run: string;
  commit?: string;
}

export const MAX_ORIGINS = 100;
export const MAX_EDITS = 50;
export const MAX_RESULTS = 20;

/** A case without anything of a person; undefined where nothing is left to keep: only they asked, and nobody reviewed it. */
export const withoutPerson = (found: EvalCase, personId: string): EvalCase | undefined => {
  const origins = found.origins.filter(({ askerId }) => askerId !== personId);
  const isReviewed = found.status === 'reviewed' || found.edits.some(({ what }) => what === 'reviewed');
  if (origins.length === 0 && found.origins.length > 0 && !isReviewed) return undefined;
  const { owner, ...rest } = found;
  return {
    ...rest,
    ...(owner !== undefined && owner !== personId && { owner }),
    origins,
    count: Math.max(origins.length, found.count - (found.origins.length - origins.length)),
    edits: found.edits.map(({ by, before, ...edit }) => ({
      ...edit,
      ...(by !== undefined && by !== personId && { by }),
      before: before.owner === personId ? (({ owner: _, ...others }) => others)(before) : before,
    })),
  };
};

/** Everybody whose id stands in a case. */
export const peopleIn = ({ owner, origins, edits }: EvalCase): string[] => [
  ...new Set(
    [owner, ...origins.map(({ askerId }) => askerId), ...edits.flatMap(({ by, before }) => [by, before.owner])].filter(
      (person) => person !== undefined,
    ),
  ),
];
