/** The closed world: documents and questions as a pure function of a seed and a size. */
export { worldDocuments } from './documents.ts';
export { type QuestionKind, questionKinds, type WorldQuestion, worldQuestions, worldToday } from './questions.ts';
export { worldTriples } from './triples.ts';
export { privateScopes, type WorldOptions } from './world.ts';
