// Made by `npm run client` from /api/v1/openapi.json.

export interface paths {
  "/about": {
    /** What there is to ask: pages, strategies, sources, suggested questions */
    get: operations["getAbout"];
  };
  "/sources": {
    /** The sources that the caller may know of */
    get: operations["listSources"];
  };
  "/conversations/{id}/questions": {
    /** Asks, and answers with the turn’s id as soon as the question is stored; its events tell the rest */
    post: operations["askInConversation"];
  };
  "/ask/stream": {
    /** Asks, and tells what happens until the answer, as server-sent events */
    post: operations["askStreaming"];
  };
  "/ask": {
    /** Asks, and answers in the same response */
    post: operations["ask"];
  };
  "/conversations": {
    /** The caller's own conversations, newest first */
    get: operations["listConversations"];
  };
  "/conversations/{id}": {
    /** One conversation with its turns */
    get: operations["getConversation"];
  };
  "/turns/{id}/events": {
    /** The turn as it happens, as server-sent events; `Last-Event-ID` continues after a lost connection */
    get: operations["streamTurnEvents"];
  };
  "/turns/{id}/trace": {
    /** How the answer was reached */
    get: operations["getTrace"];
  };
  "/turns/{id}/stop": {
    /** Stops an answer that is being made */
    post: operations["stopTurn"];
  };
  "/turns/{id}/feedback": {
    /** What the caller thinks of the answer, in place of what they thought before */
    put: operations["giveFeedback"];
  };
  "/search": {
    /** Finds passages, without a model */
    get: operations["searchPassages"];
  };
  "/passages": {
    /** One passage by its id */
    get: operations["getPassage"];
  };
  "/documents": {
    /** One page by its id, with the position of a passage */
    get: operations["getDocument"];
  };
  "/me/notices": {
    /** Questions with a thumb down that are answered correctly now */
    get: operations["listNotices"];
  };
  "/me/notices/{turnId}/seen": {
    /** Takes a notice away */
    put: operations["markNoticeSeen"];
  };
  "/me/forget": {
    /** Erases the caller's conversations, answers, feedback and every other record of them */
    post: operations["forgetMe"];
  };
  "/shared/{id}": {
    /** One answer with its trace, for whoever holds its link */
    get: operations["getSharedAnswer"];
  };
}

export type webhooks = Record<string, never>;

export interface components {
  schemas: {
    About: {
      /** @description Absent in quote mode. */
      model?: string;
      documents: number;
      suggestions: string[];
      /** @description The sample handbook is all there is so far. */
      sample: boolean;
      strategies: string[];
      sources: string[];
    };
    Failure: {
      /**
       * @description Never changes its meaning.
       * @example UNKNOWN_ID
       */
      code: string;
      /** @description What happened. */
      message: string;
      /** @description What to do. */
      remedy: string;
    };
    Source: {
      id: string;
    };
    NewQuestion: {
      /**
       * Format: uuid
       * @description The same one sent twice is one question.
       */
      eventId: string;
      text: string;
      strategy?: string;
      sources?: string[];
    };
    /** @description The last one is `answer`, `error` or `duplicate`. */
    TurnEvent: {
      /** @enum {string} */
      type: "accepted" | "queued" | "status" | "step" | "trace" | "token" | "reset" | "citation" | "answer" | "error" | "duplicate";
      [key: string]: unknown;
    };
    Ask: {
      /** @example How many weeks of parental leave do I get? */
      question: string;
      /** @description Continues this conversation, or begins it; a new one by default. */
      conversationId?: string;
      /** @description One of `GET /about`; chosen for you by default. */
      strategy?: string;
      /** @description Looks only in these. */
      sources?: string[];
      /** @description What the answer may cost at most. */
      budget?: {
        tokens?: number;
        calls?: number;
        seconds?: number;
      };
    };
    Answered: {
      turnId: string;
      conversationId: string;
      answer: components["schemas"]["Answer"];
    };
    /** @description Markdown with [n] after each claim; citations say what each n is. */
    Answer: {
      id?: string;
      question: string;
      text: string;
      shortAnswer: string;
      /** @enum {string} */
      verdict: "answered" | "likely" | "unknown" | "invalid-premise" | "declined" | "smalltalk";
      unconfirmed?: string[];
      confidence: number;
      citations: ({
          n: number;
          documentId: string;
          passageId?: string;
          title: string;
          url?: string;
          quote: string;
          /** @enum {string} */
          kind: "passage" | "table" | "path" | "live";
          updatedAt?: string;
          /** @enum {boolean} */
          otherwise?: true;
        })[];
      nearest?: {
          documentId: string;
          passageId: string;
          title: string;
          section?: string;
          url?: string;
          quote?: string;
          excerpt?: string;
        }[];
      strategy: string;
      usage: {
        calls: number;
        inputTokens: number;
        outputTokens: number;
        seconds: number;
        estimated?: boolean;
        rounds?: number;
      };
      /** @enum {string} */
      mode: "model" | "quote";
      notices?: string[];
    };
    Conversation: {
      id: string;
      title: string;
      updatedAt: string;
    };
    ConversationWithTurns: {
      id: string;
      title: string;
      updatedAt: string;
      turns: components["schemas"]["Turn"][];
    };
    Turn: {
      id: string;
      question: string;
      /** @description The question as it stands without its conversation. */
      standalone?: string;
      /** @enum {string} */
      status: "running" | "done" | "failed" | "cancelled";
      answer?: components["schemas"]["Answer"];
      error?: components["schemas"]["Failure"];
      feedback?: components["schemas"]["OwnFeedback"];
    };
    OwnFeedback: {
      /** @enum {string} */
      rating: "up" | "down";
      /** @enum {string} */
      reason?: "wrong" | "outdated" | "not-grounded" | "missing-source" | "other";
      comment?: string;
      /** @description What would have been right. */
      answer?: string;
    };
    TraceEvent: {
      node: string;
      /** @enum {string} */
      kind: "task" | "tool" | "state" | "note";
      name: string;
      label?: string;
      at: number;
      ms?: number;
      data?: unknown;
    };
    SearchResult: {
      hits: components["schemas"]["Hit"][];
      /** @enum {string} */
      mode: "fused" | "lexical";
      notice?: string;
    };
    Hit: {
      documentId: string;
      passageId: string;
      title: string;
      text: string;
      url?: string;
      /** @description Comparable within one search only. */
      score: number;
      /** @description Why it was found. */
      via: {
          kind: string;
          [key: string]: unknown;
        }[];
    };
    Passage: {
      id: string;
      documentId: string;
      title: string;
      headings: string[];
      text: string;
      /** @enum {string} */
      kind: "text" | "table";
      url?: string;
      updatedAt?: string;
    };
    Document: {
      id: string;
      title: string;
      url?: string;
      updatedAt?: string;
      /** @description Markdown: the whole page, or the part around the passage if it is long. */
      text: string;
      partial: boolean;
      /** @description The passage's position in the text, in UTF-16 units. */
      passage?: {
        start: number;
        end: number;
        /** @enum {string} */
        kind: "text" | "table";
      };
      /** @description Links to other pages here: href -> document id. */
      links: {
        [key: string]: string;
      };
    };
    Notice: {
      turnId: string;
      threadId: string;
      question: string;
      at: string;
    };
    Forgotten: {
      [key: string]: number;
    };
    SharedAnswer: {
      question: string;
      answer: components["schemas"]["Answer"];
      trace: components["schemas"]["TraceEvent"][];
    };
  };
  responses: {
    /** @description A refusal or a failure; `Retry-After` says when to come back, where that is known. */
    Failure: {
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
  };
  parameters: {
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}

export type $defs = Record<string, never>;

export type external = Record<string, never>;

export interface operations {

  /** What there is to ask: pages, strategies, sources, suggested questions */
  getAbout: {
    parameters: {
      query?: {
        /** @description no: answers at once, without suggestions. Finding those takes a search for each. */
        suggestions?: "yes" | "no";
      };
    };
    responses: {
      /** @description What the caller may see of it. */
      200: {
        content: {
          "application/json": components["schemas"]["About"];
        };
      };
      default: components["responses"]["Failure"];
    };
  };
  /** The sources that the caller may know of */
  listSources: {
    responses: {
      /** @description By name. */
      200: {
        content: {
          "application/json": components["schemas"]["Source"][];
        };
      };
      default: components["responses"]["Failure"];
    };
  };
  /** Asks, and answers with the turn’s id as soon as the question is stored; its events tell the rest */
  askInConversation: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewQuestion"];
      };
    };
    responses: {
      /** @description Stored; it is being answered. */
      202: {
        content: {
          "application/json": {
            turnId: string;
          };
        };
      };
      default: components["responses"]["Failure"];
    };
  };
  /** Asks, and tells what happens until the answer, as server-sent events */
  askStreaming: {
    parameters: {
      header?: {
        /** @description The same key sent again gives the same answer and asks nothing twice. */
        "idempotency-key"?: string;
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Ask"];
      };
    };
    responses: {
      /** @description Events named `turn`. */
      200: {
        content: {
          "text/event-stream": components["schemas"]["TurnEvent"];
        };
      };
      default: components["responses"]["Failure"];
    };
  };
  /** Asks, and answers in the same response */
  ask: {
    parameters: {
      header?: {
        /** @description The same key sent again gives the same answer and asks nothing twice. */
        "idempotency-key"?: string;
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Ask"];
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        content: {
          "application/json": components["schemas"]["Answered"];
        };
      };
      default: components["responses"]["Failure"];
    };
  };
  /** The caller's own conversations, newest first */
  listConversations: {
    responses: {
      /** @description At most 100. */
      200: {
        content: {
          "application/json": components["schemas"]["Conversation"][];
        };
      };
      default: components["responses"]["Failure"];
    };
  };
  /** One conversation with its turns */
  getConversation: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The conversation. */
      200: {
        content: {
          "application/json": components["schemas"]["ConversationWithTurns"];
        };
      };
      default: components["responses"]["Failure"];
    };
  };
  /** The turn as it happens, as server-sent events; `Last-Event-ID` continues after a lost connection */
  streamTurnEvents: {
    parameters: {
      header?: {
        /** @description The id of the last event that was received. */
        "last-event-id"?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Events named `turn`. */
      200: {
        content: {
          "text/event-stream": components["schemas"]["TurnEvent"];
        };
      };
      /** @description The last event was received already. */
      204: {
        content: never;
      };
      default: components["responses"]["Failure"];
    };
  };
  /** How the answer was reached */
  getTrace: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description In order. */
      200: {
        content: {
          "application/json": components["schemas"]["TraceEvent"][];
        };
      };
      default: components["responses"]["Failure"];
    };
  };
  /** Stops an answer that is being made */
  stopTurn: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Whether it was running. */
      200: {
        content: {
          "application/json": {
            stopped: boolean;
          };
        };
      };
      default: components["responses"]["Failure"];
    };
  };
  /** What the caller thinks of the answer, in place of what they thought before */
  giveFeedback: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["OwnFeedback"];
      };
    };
    responses: {
      /** @description Stored. */
      200: {
        content: {
          "application/json": {
            kept: boolean;
          };
        };
      };
      default: components["responses"]["Failure"];
    };
  };
  /** Finds passages, without a model */
  searchPassages: {
    parameters: {
      query: {
        /** @description Words. A phrase in quotes stands in every hit; source:, type:, after: and before: narrow it too. */
        q: string;
        k?: number;
        /** @description Only in this one; may be given several times. */
        source?: string | string[];
        /** @description page, table, chat or a kind of file such as pdf; of several, any. */
        type?: string | string[];
        /** @description Pages changed on this day or later: a year, a month or a day (2026, 2026-03, 2026-03-14), today, yesterday, this-week, last-week, and so with month and year, or how long ago: 7d, 2w, 3m, 1y. */
        after?: string;
        /** @description Pages changed before this day. */
        before?: string;
      };
    };
    responses: {
      /** @description Best first. */
      200: {
        content: {
          "application/json": components["schemas"]["SearchResult"];
        };
      };
      default: components["responses"]["Failure"];
    };
  };
  /** One passage by its id */
  getPassage: {
    parameters: {
      query: {
        id: string;
      };
    };
    responses: {
      /** @description The passage. */
      200: {
        content: {
          "application/json": components["schemas"]["Passage"];
        };
      };
      default: components["responses"]["Failure"];
    };
  };
  /** One page by its id, with the position of a passage */
  getDocument: {
    parameters: {
      query?: {
        id?: string;
        passage?: string;
      };
    };
    responses: {
      /** @description The page. */
      200: {
        content: {
          "application/json": components["schemas"]["Document"];
        };
      };
      default: components["responses"]["Failure"];
    };
  };
  /** Questions with a thumb down that are answered correctly now */
  listNotices: {
    responses: {
      /** @description Those that the caller has not seen. */
      200: {
        content: {
          "application/json": components["schemas"]["Notice"][];
        };
      };
      default: components["responses"]["Failure"];
    };
  };
  /** Takes a notice away */
  markNoticeSeen: {
    parameters: {
      path: {
        turnId: string;
      };
    };
    responses: {
      /** @description Whether it was there. */
      200: {
        content: {
          "application/json": {
            seen: boolean;
          };
        };
      };
      default: components["responses"]["Failure"];
    };
  };
  /** Erases the caller's conversations, answers, feedback and every other record of them */
  forgetMe: {
    responses: {
      /** @description What was erased, by kind. */
      200: {
        content: {
          "application/json": components["schemas"]["Forgotten"];
        };
      };
      default: components["responses"]["Failure"];
    };
  };
  /** One answer with its trace, for whoever holds its link */
  getSharedAnswer: {
    parameters: {
      query?: {
        key?: string;
      };
      path: {
        id: string;
      };
    };
    responses: {
      /** @description The answer. */
      200: {
        content: {
          "application/json": components["schemas"]["SharedAnswer"];
        };
      };
      default: components["responses"]["Failure"];
    };
  };
}
