import { splitSentences } from '../../core/text/sentences.ts';
import { checkAnswer } from './check-answer.ts';
import type { NumberedReference } from './reference.ts';
import { withoutForeignLinks } from './safe-text.ts';

/** The part of a streaming answer that may be shown. */
export interface Draft {
  /** Adds text from the model. */
  token(text: string): void;
  /** Ends the text, which completes the last sentence. */
  end(): void;
  /** Takes back everything shown. */
  reset(): void;
}

export interface DraftOptions {
  question: string;
  /** The sources shown to the model so far. */
  references(): readonly NumberedReference[];
  show(text: string): void;
  takeBack(): void;
}

/**
 * Characters of a draft. An answer has a few sentences or steps, and each of them has the whole checked again; what a model
 * writes beyond is shown when it is whole.
 */
const MAX_DRAFT = 8_000;

/**
 * Shows an answer sentence by sentence while it streams. Each complete sentence must first pass the same check as the
 * answer (`checkAnswer`), so that unsupported statements, injected instructions and foreign addresses are never shown.
 * Citations are numbered as in the checked answer. Without sources, removes only addresses.
 */
export const createDraft = ({ question, references, show, takeBack }: DraftOptions): Draft => {
  let written = '';
  let shown = '';
  /** What was checked last: most tokens complete no sentence. */
  let checked: { length: number; sources: readonly NumberedReference[] } | undefined;
  const showUpTo = (length: number) => {
    const sources = references();
    if (checked?.length === length && areSame(checked.sources, sources)) return;
    checked = { length, sources };
    const safe = checkedText(written.slice(0, length), sources, question);
    if (safe === shown) return;
    if (safe.startsWith(shown)) show(safe.slice(shown.length));
    else {
      takeBack();
      if (safe !== '') show(safe);
    }
    shown = safe;
  };
  return {
    token(text) {
      written += text;
      if (written.length <= MAX_DRAFT && SENTENCE_END.test(text)) showUpTo(wholeLength(written));
    },
    end: () => {
      if (written.length <= MAX_DRAFT) showUpTo(written.length);
    },
    reset() {
      if (shown !== '') takeBack();
      written = '';
      shown = '';
      checked = undefined;
    },
  };
};

const areSame = (some: readonly NumberedReference[], others: readonly NumberedReference[]): boolean =>
  some.length === others.length && some.every((one, at) => one === others[at]);

/** A sentence can only be complete after one of these characters. */
const SENTENCE_END = /[.!?:;。！？\s]/u;

/** End of the last complete sentence; the final one may still grow. */
const wholeLength = (text: string): number => splitSentences(text).at(-2)?.end ?? 0;

const checkedText = (text: string, references: readonly NumberedReference[], question: string): string => {
  if (text === '') return '';
  if (references.length === 0) return withoutForeignLinks(text, { pages: [], texts: [question] });
  const written = { reasoning: '', text, shortAnswer: '', verdict: 'answered' as const, citations: [] };
  const { text: safe, citations } = checkAnswer(written, references, question);
  return citations.length > 0 ? safe : '';
};
