import { freshdesk, intercom, serviceNow, wordPress, zendesk } from './record-shapes/articles.ts';
import { discourse, stackExchange } from './record-shapes/discussions.ts';
import { gitHub, redmine } from './record-shapes/issues.ts';
import type { RecordShape } from './record-shapes/shape.ts';

/** Every service whose pages are read from JSON. The first whose `head` fits a file reads it. */
export const RECORD_SHAPES: readonly RecordShape[] = [
  zendesk,
  intercom,
  freshdesk,
  serviceNow,
  wordPress,
  discourse,
  stackExchange,
  gitHub,
  redmine,
];
