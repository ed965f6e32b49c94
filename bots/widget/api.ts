/** The JSON that the widget and the server exchange. These types are all that the widget imports from the server. */

/** `GET /widget/about` */
export interface WidgetAbout {
  /** Example questions, shown before the first turn. */
  suggestions: string[];
  /** True when the sample handbook is the only source. */
  sample: boolean;
}

/** `POST /widget/questions`; the response streams the turn's events. The same `eventId` sent twice is one question. */
export interface WidgetQuestion {
  conversation: string;
  eventId: string;
  text: string;
  /** Searches only these sources; all when absent. */
  sources?: string[];
}

/** `PUT /widget/turns/:id/feedback` */
export interface WidgetFeedback {
  rating: 'up' | 'down';
  /** The right answer, in the visitor's words. */
  answer?: string;
}
