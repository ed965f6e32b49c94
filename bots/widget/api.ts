/** The JSON that the widget and the server exchange. The widget imports these types and nothing else from the server. */

/** `GET /widget/about` */
export interface WidgetAbout {
  /** Questions to begin with. */
  suggestions: string[];
  /** The sample handbook is all there is so far. */
  sample: boolean;
}

/** `POST /widget/questions`: answered with the turn's events. The same `eventId` sent twice is one question. */
export interface WidgetQuestion {
  conversation: string;
  eventId: string;
  text: string;
  /** Looks only in these; everywhere if not given. */
  sources?: string[];
}

/** `PUT /widget/turns/:id/feedback` */
export interface WidgetFeedback {
  rating: 'up' | 'down';
  /** What would have been right. */
  answer?: string;
}
