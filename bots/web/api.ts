import type { Answer, Citation, TraceEvent } from '../../core/answer.ts';
import type { Feedback, Turn } from '../../core/conversation.ts';
import type { Person } from './people/person.ts';

/** The JSON that the page and the server exchange. The page imports these types and nothing else from here. */

/** An answer as the page gets it: the trace is fetched when somebody asks to see it. */
export type AnswerView = Omit<Answer, 'trace'>;

/** `GET /api/v1/about` */
export interface About {
  /** The model's name, or undefined in quote mode. */
  model?: string;
  documents: number;
  suggestions: string[];
  /** The sample handbook is all there is so far. */
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
  /** Pinned threads stand first. */
  pinned?: boolean;
}

/** `GET /api/page/sample`: the sample handbook, while it is there and the reader may remove it. */
export interface PageSample {
  source: string;
  documents: number;
}

/** `GET` and `POST /api/page/encoder`: the local encoder that is offered while none is set, to whoever may change settings. */
export interface EncoderView {
  name: string;
  /** What is left to download; 0 where all of it is there. */
  megabytes: number;
  /** `ready`: the next start searches with it. */
  state: 'offered' | 'fetching' | 'encoding' | 'ready' | 'failed';
  /** Bytes while it fetches, passages while it encodes. */
  done?: number;
  total?: number;
  error?: { code: string; message: string; remedy: string };
}

/** `PUT /api/page/threads/:id` */
export interface ThreadChange {
  title?: string;
  pinned?: boolean;
}

/** `GET /api/page/shares/:key`: a thread as somebody with its link sees it. */
export interface SharedThread {
  title: string;
  /** Without an answer where it cites a page that the reader may not see. */
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

/** An item of `GET /api/v1/me/notices`: a question with a thumb down that is answered correctly now. */
export interface PageNoticeView {
  turnId: string;
  threadId: string;
  question: string;
  at: string;
}

/** An answer that a reviewer stands for, as the page shows it. */
export interface VerifiedView {
  /** The question that it was verified for. */
  question: string;
  text: string;
  citations: Citation[];
}

/** `GET /api/page/turns/:id/verified`: of the same question, or what to ask the reader first. */
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
  /** Of `About.sources`, where to look; everywhere if not given. */
  sources?: string[];
}

/** `GET /api/v1/documents?id=…&passage=…` */
export interface DocumentView {
  id: string;
  title: string;
  /** The original, if it is on the web. */
  url?: string;
  updatedAt?: string;
  /** Markdown: the whole page, or the part around the passage if the page is very long. */
  text: string;
  partial: boolean;
  /** The passage's position in `text`, if one was asked for and is still there. */
  passage?: { start: number; end: number; kind: 'text' | 'table' };
  /** The page's links to other pages of Parley: href as written -> document id. */
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
  /** Whether there is a provider to sign in with, and whether the page answers to nobody else. */
  signIn: { provider: boolean; required: boolean };
}

/** Any failure, with an HTTP status that fits. */
export interface Failure {
  code: string;
  message: string;
  remedy: string;
}
