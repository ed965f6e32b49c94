import { splitSentences } from '../../core/text/sentences.ts';
import { checkAnswer } from './check-answer.ts';
import type { NumberedReference } from './reference.ts';
import { withoutForeignLinks } from './safe-text.ts';

/** The text of an answer while it is written, as far as it may be shown. */
export interface Draft {
  /** More of what the model writes. */
  token(text: string): void;
  /** The model has written everything: the last sentence is whole as well. */
  end(): void;
  /** What was shown is taken back. */
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
 * Shows an answer sentence by sentence while it is written. A sentence is shown once it is whole and has passed the check
 * that the answer itself must pass (`checkAnswer`): what no source holds, orders of a page and addresses that lead
 * elsewhere are never shown, not for a moment. Numbers of citations are those of the checked answer. Where no source was
 * shown to the model, its addresses alone are left out.
 */
export const createDraft = ({ question, references, show, takeBack }: DraftOptions): Draft => {
  let written = '';
  let shown = '';
  const showUpTo = (length: number) => {
    const safe = checkedText(written.slice(0, length), references(), question);
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
      if (SENTENCE_END.test(text)) showUpTo(wholeLength(written));
    },
    end: () => showUpTo(written.length),
    reset() {
      if (shown !== '') takeBack();
      written = '';
      shown = '';
    },
  };
};

/** Only after one of these can a sentence have become whole: the mark itself, or the space behind it. */
const SENTENCE_END = /[.!?:;。！？\s]/u;

/** Where the last whole sentence of a growing text ends: the last one may still go on. */
const wholeLength = (text: string): number => splitSentences(text).at(-2)?.end ?? 0;

const checkedText = (text: string, references: readonly NumberedReference[], question: string): string => {
  if (text === '') return '';
  if (references.length === 0) return withoutForeignLinks(text, { pages: [], texts: [question] });
  const written = { reasoning: '', text, shortAnswer: '', verdict: 'answered' as const, citations: [] };
  const { text: safe, citations } = checkAnswer(written, references, question);
  return citations.length > 0 ? safe : '';
};
