import type { CaseEdit, CaseOrigin, CaseStatus, EvalCase } from '../../core/eval-case.ts';
import type { ForgetReceipt } from '../../ingest/forget.ts';
import type { IngestFailure, IngestProgress, IngestReport } from '../../ingest/report.ts';
import type { MatchReason, SearchMode } from '../../retrieval/retriever.ts';
import type { Finding } from '../../runtime/doctor/index.ts';
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
  /** The address or path that Parley reads; `uploads` for files that were uploaded in the console. */
  location: string;
  uploaded: boolean;
  documents: number;
  passages: number;
  /** ISO 8601; absent until the first complete run. */
  syncedAt?: string;
  /** The source's own sync interval; absent when the general one applies. */
  every?: string;
  scopes: string[];
  /** The access file's rule, in words; absent when no rule names the source. */
  rule?: string;
  /** How many pages could not be read. */
  failed: number;
  /** How many of them `failures` does not list. */
  unlisted: number;
  failures: Pick<IngestFailure, 'input' | 'code' | 'message' | 'remedy'>[];
  /** Files skipped on purpose, by reason: how many, and the first of them. */
  skipped: Record<string, { count: number; files: string[] }>;
  forgotten: string[];
  isSample: boolean;
  /** True for the source that holds the answers written in the console. */
  isTeamAnswers: boolean;
}

/** `POST /sources` */
export interface NewSource {
  kind: 'web' | 'folder' | 'connector';
  /** A URL, a path, or a connector's location such as `notion:…`. */
  location: string;
  name?: string;
  scopes?: string[];
  /** Limits of a crawl; a URL without them is ingested as a single page. */
  crawl?: { depth?: number; maxPages?: number; include?: string[]; exclude?: string[] };
  every?: string;
}

/** A run of ingest or sync that somebody started in the console. */
export interface JobView {
  id: string;
  source: string;
  what: 'add' | 'sync' | 'dry-run' | 'retry' | 'upload';
  by: string;
  startedAt: string;
  endedAt?: string;
  state: 'running' | 'done' | 'failed' | 'stopped';
  progress?: IngestProgress;
  /** `failedPages`: how many pages could not be read, of which `failed` lists the first. */
  report?: Pick<IngestReport, 'added' | 'updated' | 'unchanged' | 'deleted' | 'failed' | 'seconds' | 'plan'> & {
    failedPages: number;
  };
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
  /** Absent when the person may manage the page but not read it. */
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
    /** `via` in words, as the command line prints it. */
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
    /** Number of passages that state the fact; `passages` may hold fewer. */
    stated: number;
  }[];
  /** True when the graph holds more facts around the entity than `edges`. */
  partial: boolean;
}

/** Two names of entities, as the pages write them. */
export interface NamePair {
  name: string;
  other: string;
}
/** `GET /names` */
export interface MergedNames {
  /** Names merged into one entity, with the reason and some pages that support it. */
  joined: (NamePair & { reason: string; documentIds: string[] })[];
  /** True when `joined` does not hold all merged names. */
  partial: boolean;
  /** Names that a person separated: no rule merges them again. Empty for anybody but an admin. */
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

/** A webhook without its secret, which the console shows once, when the webhook is added. */
export type WebhookRow = Omit<Endpoint, 'secret'>;
/** `GET /admin/webhooks` */
export interface WebhooksView {
  /** Oldest first. */
  endpoints: WebhookRow[];
  /** Events whose every delivery attempt failed, newest first. */
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
  /** Days that threads are kept; absent when they are kept until somebody erases them. */
  threadDays?: number;
  /** Days that audit records are kept; absent when they are kept for ever. */
  changeDays?: number;
  /** What the next run will erase. */
  due: RetentionReceipt;
  /** The last run of this installation. */
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
  /** Number of thumbs that this case was made from. */
  count: number;
  /** Rating of the newest thumb. */
  rating?: 'up' | 'down';
  reason?: string;
}

/** `GET /quality/cases` */
export interface Inbox {
  counts: Record<CaseStatus, number>;
  cases: CaseRow[];
  /** Number of cases left out of this page of the list, since their answers cite pages that the reader may not see. */
  hidden: number;
  next?: string;
}

/** `GET /quality/cases/:id` */
export interface CaseDetail
  extends CaseRow,
    Pick<EvalCase, 'answers' | 'answerable' | 'note' | 'rejected' | 'scopes' | 'thread' | 'results'> {
  origins: Omit<CaseOrigin, 'askerId' | 'turnId'>[];
  edits: Pick<CaseEdit, 'at' | 'by' | 'what'>[];
  /** Number of thumbs down whose askers have not yet been told that the question now has an answer. */
  toTell: number;
  /** Id of the page that holds the published answer. */
  documentId?: string;
}

/** `POST /quality/cases/:id/tell` */
export interface Told {
  told: number;
  /** Number of askers who cannot be notified, such as those at the command line. */
  unreachable: number;
}

/** `POST /quality/cases/:id/try` */
export interface Trial {
  text: string;
  verdict: string;
  citations: { documentId: string; title: string }[];
  /** Notices to the reader, such as that the day's model quota is used up. */
  notices?: string[];
  /** True when the answer holds one of the case's gold answers; absent when the case has none. */
  passes?: boolean;
}

/** `GET /quality/compare` */
export interface CompareView {
  /** The model's name; absent in quote mode. */
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
  /** Id of the source that holds the answers written in the console. */
  source: string;
}

/** Figures of the questions that were asked, without anything that identifies a person. */
export interface UsageFigures {
  /** All questions asked: the sum of the four below. Small talk does not count. */
  questions: number;
  /** Answered with a source, including answers that reject a false premise. */
  answered: number;
  likely: number;
  notFound: number;
  /** Declined, stopped or failed. */
  other: number;
  /** Median and 95th percentile of the seconds per answer; absent without an answer. */
  p50?: number;
  p95?: number;
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** Cost in US dollars; absent when no prices are set. */
  usd?: number;
}
export type UsageDay = UsageFigures & { day: string };
export type UsageStrategy = UsageFigures & { strategy: string };

/** `GET /quality/usage?days=30` */
export interface UsageView {
  /** Every day of the period in UTC, oldest first, including days without questions. */
  days: UsageDay[];
  /** Most used first. */
  strategies: UsageStrategy[];
  all: UsageFigures;
  /** US dollars per million tokens; absent when nobody has set them. */
  prices?: { input: number; output: number };
}

/** An item of `GET /quality/runs`, oldest first: one run of an eval. */
export interface EvalRunView {
  id: string;
  /** The folder with the run's rows; absent for a nightly run that kept its figures only and so cannot be compared. */
  folder?: string;
  at: string;
  commit?: string;
  model: string | null;
  /** The first 12 characters of the hash of the questions: runs with the same value are comparable. */
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
  /** Questions that exactly one of the two runs answered correctly. */
  turned: {
    strategy: string;
    id: string;
    question: string;
    expected: string[];
    given: string;
    nowRight: boolean;
  }[];
}
