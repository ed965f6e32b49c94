import type { CaseEdit, CaseOrigin, CaseStatus, EvalCase } from '../../core/eval-case.ts';
import type { ForgetReceipt } from '../../ingest/forget.ts';
import type { IngestFailure, IngestProgress, IngestReport } from '../../ingest/report.ts';
import type { MatchReason, SearchMode } from '../../retrieval/retriever.ts';
import type { Finding } from '../../runtime/doctor.ts';
import type { RetentionReceipt } from '../../runtime/retention.ts';
import type { Endpoint } from '../../runtime/webhooks/endpoints.ts';
import type { EventType } from '../../runtime/webhooks/events.ts';
import type { FailedDelivery } from '../../runtime/webhooks/webhooks.ts';
import type { AuditRecord } from '../../stores/index.ts';
import type { AnswerView } from './api.ts';
import type { Role } from './people/person.ts';
import type { KnownPerson } from './people/roles.ts';
import type { Gap } from './quality/gaps.ts';

/** The JSON that the console and the server exchange, under `/api/console`. */

/** An item of `GET /sources`. */
export interface SourceView {
  id: string;
  kind: string;
  /** Where it is read from; `uploads` for files that were uploaded here. */
  location: string;
  uploaded: boolean;
  documents: number;
  passages: number;
  /** ISO 8601; absent before it was first read to its end. */
  syncedAt?: string;
  /** The source's own interval; absent where the common one holds. */
  every?: string;
  scopes: string[];
  /** Who may see it by the access file, in words; absent where no rule stands. */
  rule?: string;
  failures: Pick<IngestFailure, 'input' | 'code' | 'message' | 'remedy'>[];
  /** Files passed over on purpose: how many of each reason. */
  skipped: Record<string, number>;
  forgotten: string[];
  isSample: boolean;
  /** The answers that people wrote in the console. */
  isTeamAnswers: boolean;
}

/** `POST /sources` */
export interface NewSource {
  kind: 'web' | 'folder' | 'connector';
  /** The address, the path, or the place as its connector writes it. */
  location: string;
  name?: string;
  scopes?: string[];
  /** Bounds of a crawl; a web address without them is one page. */
  crawl?: { depth?: number; maxPages?: number; include?: string[]; exclude?: string[] };
  every?: string;
}

/** A run of ingest or sync that somebody started here. */
export interface JobView {
  id: string;
  source: string;
  what: 'add' | 'sync' | 'dry-run' | 'retry' | 'upload';
  by: string;
  startedAt: string;
  endedAt?: string;
  state: 'running' | 'done' | 'failed' | 'stopped';
  progress?: IngestProgress;
  report?: Pick<IngestReport, 'added' | 'updated' | 'unchanged' | 'deleted' | 'failed' | 'seconds' | 'plan'>;
  error?: { code: string; message: string; remedy: string };
}

/** `POST /forget` */
export type ForgetView = ForgetReceipt;

/** An item of `GET /documents` */
export interface DocumentRow {
  id: string;
  title: string;
  sourceId: string;
  url?: string;
  updatedAt?: string;
  fetchedAt: string;
  passages: number;
}

/** `GET /documents` */
export interface DocumentList {
  documents: DocumentRow[];
  next?: string;
}

/** `GET /document?id=…` */
export interface DocumentDetail extends DocumentRow {
  scopes: string[];
  rule?: string;
  /** Absent where you may not see the page itself. */
  content?: {
    passages: { id: string; kind: 'text' | 'table'; headings: string[]; text: string; start: number }[];
    tables: { id: string; caption: string; columns: string[][]; rows: string[][] }[];
  };
}

/** `GET /search?q=…` */
export interface SearchTrial {
  mode: SearchMode;
  notice?: string;
  corrections: { from: string; to: string }[];
  ms: number;
  hits: {
    documentId: string;
    passageId: string;
    title: string;
    headings: string[];
    text: string;
    score: number;
    /** In words, as the command line prints them. */
    why: string[];
    via: MatchReason[];
  }[];
}

/** `GET /entities?q=…` */
export type EntityRow = { id: string; name: string };

/** `GET /graph?entity=…` */
export interface EntityGraph {
  center: EntityRow;
  nodes: EntityRow[];
  edges: {
    id: string;
    from: string;
    to: string;
    predicate: string;
    passages: { id: string; documentId: string; title: string; text: string }[];
    /** How many passages state it. */
    stated: number;
  }[];
  /** True where there is more around the entity than is shown. */
  partial: boolean;
}

/** Two names, as the pages write them. */
export interface NamePair {
  name: string;
  other: string;
}
/** `GET /names` */
export interface MergedNames {
  /** Names merged as one thing, with the reason and some pages that say so. */
  joined: (NamePair & { reason: string; documentIds: string[] })[];
  /** True where there are more. */
  partial: boolean;
  /** What a person took apart; no rule joins it again. For admins. */
  separated: NamePair[];
}

/** `GET /people` */
export type PeopleView = KnownPerson[];
/** `PUT /people/role` */
export interface RoleChange {
  /** An e-mail address, or a person's id. */
  who: string;
  role: Role;
}

/** A webhook; its secret is shown once, when it is added. */
export type WebhookRow = Omit<Endpoint, 'secret'>;
/** `GET /admin/webhooks` */
export interface WebhooksView {
  /** Oldest first. */
  endpoints: WebhookRow[];
  /** Events that no attempt could deliver, newest first. */
  failed: FailedDelivery[];
}
/** `POST /admin/webhooks` */
export interface NewWebhook {
  url: string;
  events: EventType[];
}
/** `POST /admin/webhooks/:id/test` */
export type WebhookTrial = { taken: true } | { taken: false; message: string; remedy: string };

/** `GET /admin/retention` */
export interface RetentionView {
  /** Days that threads, and records of changes, are kept; absent: until somebody erases them. */
  threadDays?: number;
  changeDays?: number;
  /** What is older by now, and goes with the next run. */
  due: RetentionReceipt;
  /** The last run that this Parley made. */
  last?: RetentionReceipt & { at: string };
}
/** `POST /admin/settings/check` */
export type SettingsCheck = Finding[];

/** `GET /audit` */
export interface AuditView {
  records: AuditRecord[];
  next?: string;
}

/** An item of `GET /quality/cases` */
export interface CaseRow extends Pick<EvalCase, 'id' | 'version' | 'status' | 'question' | 'owner' | 'updatedAt'> {
  /** What has to happen next, in words. */
  waitsFor: string;
  /** How many thumbs it was made of. */
  count: number;
  /** Of the newest thumb. */
  rating?: 'up' | 'down';
  reason?: string;
}

/** `GET /quality/cases` */
export interface Inbox {
  counts: Record<CaseStatus, number>;
  cases: CaseRow[];
  /** Cases of this page whose answers cite pages that you may not see. */
  hidden: number;
  next?: string;
}

/** `GET /quality/cases/:id` */
export interface CaseDetail
  extends CaseRow,
    Pick<EvalCase, 'answers' | 'answerable' | 'note' | 'rejected' | 'scopes' | 'thread' | 'results'> {
  origins: Omit<CaseOrigin, 'askerId' | 'turnId'>[];
  edits: Pick<CaseEdit, 'at' | 'by' | 'what'>[];
  /** Thumbs down whose people have not been told that the question is answered now. */
  toTell: number;
  /** The page that a published answer became. */
  documentId?: string;
}

/** `POST /quality/cases/:id/tell` */
export interface Told {
  told: number;
  /** Asked where nobody can be told, such as at the command line. */
  unreachable: number;
}

/** `POST /quality/cases/:id/try` */
export interface Trial {
  text: string;
  verdict: string;
  citations: { documentId: string; title: string }[];
  /** Such as that the day's share of the model is used up. */
  notices?: string[];
  /** Whether it says a gold answer; absent without one. */
  passes?: boolean;
}

/** `GET /quality/compare` */
export interface CompareView {
  /** Absent where none is set: then only quoting is there. */
  model?: string;
  strategies: string[];
}
/** `POST /quality/compare` */
export interface CompareQuestion {
  question: string;
  strategy: string;
}
export type ComparedAnswer = AnswerView;

/** `GET /quality/gaps` */
export interface GapList {
  gaps: Gap[];
  /** The source of answers that people wrote. */
  source: string;
}

/** Person-free figures of questions that were asked. */
export interface UsageFigures {
  /** All questions asked: the sum of the four below. Small talk does not count. */
  questions: number;
  /** With a source, or that rest on something false. */
  answered: number;
  likely: number;
  notFound: number;
  /** Declined, stopped, or failed. */
  other: number;
  /** Seconds that half, and 95 of 100 answers, took at most; absent without an answer. */
  p50?: number;
  p95?: number;
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** US dollars by the prices; absent without them. */
  usd?: number;
}
export type UsageDay = UsageFigures & { day: string };
export type UsageStrategy = UsageFigures & { strategy: string };

/** `GET /quality/usage?days=30` */
export interface UsageView {
  /** Oldest first, also those on which nobody asked; by UTC. */
  days: UsageDay[];
  /** The most used first. */
  strategies: UsageStrategy[];
  all: UsageFigures;
  /** US dollars a million tokens; absent where nobody has set them. */
  prices?: { input: number; output: number };
}

/** A run of an eval: an item of `GET /quality/runs`, oldest first. */
export interface EvalRunView {
  id: string;
  /** Absent for a night of which only the figures are kept: it cannot be compared. */
  folder?: string;
  at: string;
  commit?: string;
  model: string | null;
  /** Of the questions. */
  dataset: string;
  strategies: {
    strategy: string;
    metrics: Record<string, { value: number; low: number; high: number; n: number }>;
  }[];
}

/** `GET /quality/runs/compare?before=…&after=…` */
export interface EvalRunComparison {
  metrics: {
    strategy: string;
    metric: string;
    before: number;
    after: number;
    difference: number;
    low: number;
    high: number;
    real: boolean;
  }[];
  /** Questions whose answer was right in one of the two only. */
  turned: {
    strategy: string;
    id: string;
    question: string;
    expected: string[];
    given: string;
    nowRight: boolean;
  }[];
}
