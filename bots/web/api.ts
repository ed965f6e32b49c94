import type { Answer, Citation, TraceEvent } from '../../core/answer.ts';
import type { Feedback, Turn } from '../../core/conversation.ts';
import type { Person } from './people/person.ts';

/** The JSON that the page and the server exchange. This file holds types only, so the page's bundle gets no server code. */

/** An answer without its trace: the page fetches the trace when the reader opens the reasoning. */
export type AnswerView = Omit<Answer, 'trace'>;

/** `GET /api/v1/about` */
export interface About {
  /** The model's name, or undefined in quote mode. */
  model?: string;
  documents: number;
  suggestions: string[];
  /** True while the sample handbook is the only source. */
  sample: boolean;
  /** Strategies that the asker may choose from; empty in quote mode. */
  strategies: string[];
  /** Sources that the asker may choose from. */
  sources: string[];
}

/** An item of `GET /api/v1/conversations`, newest first. */
export interface ThreadSummary {
  id: string;
  title: string;
  updatedAt: string;
  /** The list shows pinned threads first. */
  pinned?: boolean;
  /** True while a link to the thread works; the page alone is told (`GET /api/page/threads`). */
  shared?: boolean;
}

/** `GET /api/page/sample`: the sample handbook, while it is ingested and the reader may remove it. */
export interface PageSample {
  source: string;
  documents: number;
}

/** `GET` and `POST /api/page/encoder`: the local encoder, offered to admins while no encoder is configured. */
export interface EncoderView {
  name: string;
  /** Size of the remaining download; 0 when the encoder is already on disk. */
  megabytes: number;
  /** `ready`: Parley searches with it after the next start. */
  state: 'offered' | 'fetching' | 'encoding' | 'ready' | 'failed';
  /** Progress: bytes while `fetching`, passages while `encoding`. */
  done?: number;
  total?: number;
  error?: { code: string; message: string; remedy: string };
}

/** `PUT /api/page/threads/:id` */
export interface ThreadChange {
  title?: string;
  pinned?: boolean;
}

/** `GET /api/page/shares/:key`: a shared thread, as a reader with the link sees it. */
export interface SharedThread {
  title: string;
  /** `answer` is absent, and `hidden` true, when the answer cites a page that the reader may not see. */
  turns: { question: string; answer?: AnswerView; hidden: boolean }[];
}

/** `GET /api/v1/conversations/:id` */
export interface ThreadView extends ThreadSummary {
  turns: TurnView[];
}

export interface TurnView {
  id: string;
  question: string;
  standalone?: string;
  status: Turn['status'];
  answer?: AnswerView;
  error?: { code: string; message: string; remedy?: string };
  feedback?: OwnFeedback;
}

/** The asker's own feedback on an answer. */
export type OwnFeedback = Pick<Feedback, 'rating' | 'reason' | 'comment' | 'answer'>;

/** An item of `GET /api/v1/me/notices`: a question whose answer the asker rated down, and that now has a correct answer. */
export interface PageNoticeView {
  turnId: string;
  threadId: string;
  question: string;
  at: string;
}

/** An answer that a reviewer verified, as the page shows it. */
export interface VerifiedView {
  /** The question that it was verified for. */
  question: string;
  text: string;
  citations: Citation[];
}

/**
 * `GET /api/page/turns/:id/verified`: the verified answer to the same question, or a similar question for which the page
 * asks the reader whether they meant it.
 */
export interface VerifiedOffer {
  same?: VerifiedView;
  /** A verified question in other words; `GET /api/page/turns/:id/verified/ID` gives its answer. */
  alike?: { id: string; question: string };
}

/** `POST /api/v1/conversations/:id/questions`. The same `eventId` sent twice is one question. */
export interface NewQuestion {
  eventId: string;
  text: string;
  /** One of `About.strategies`; `auto` if not given. */
  strategy?: string;
  /** The sources to search, from `About.sources`; all of them if not given. */
  sources?: string[];
}

/** `GET /api/v1/documents?id=…&passage=…` */
export interface DocumentView {
  id: string;
  title: string;
  /** The original page's address, if it is on the web. */
  url?: string;
  updatedAt?: string;
  /** Markdown: the whole page, or the part around the passage if the page is very long. */
  text: string;
  partial: boolean;
  /** The requested passage's character offsets in `text`; absent when none was requested or the passage no longer exists. */
  passage?: { start: number; end: number; kind: 'text' | 'table' };
  /** Links from this page to other ingested pages: the href as written, mapped to the document id. */
  links: Record<string, string>;
}

/** `GET /api/v1/shared/:id?key=…` */
export interface SharedAnswer {
  question: string;
  answer: AnswerView;
  trace: TraceEvent[];
}

/** `GET /api/session` */
export interface SessionView {
  person: Pick<Person, 'id' | 'name' | 'email' | 'role' | 'by'>;
  /** `provider`: an OpenID Connect provider is configured. `required`: only people who have signed in may use the page. */
  signIn: { provider: boolean; required: boolean };
}

/** The body of every response with a status of 400 or above. */
export interface Failure {
  code: string;
  message: string;
  remedy: string;
}
