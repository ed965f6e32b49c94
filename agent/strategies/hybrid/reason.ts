import { isParleyError } from '../../../core/errors.ts';
import { likelyByRule } from '../../model/likely.ts';
import { runTask } from '../../model/run-task.ts';
import { unreadableNote } from '../../model/unusable-answer.ts';
import { node } from '../../node.ts';
import { nothingFound } from '../../nodes/answer.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { saysUnknown } from '../../references/says-unknown.ts';
import type { ClaimedCitation, WrittenAnswer } from '../../tasks/shapes.ts';
import type { HybridOptions } from './options.ts';
import type { CheckedCalculation, Hybrid, HybridUpdate } from './state.ts';
import { LIKELY_ANSWERABLE_RULE, reasonOverReferences } from './tasks/reason-over-references.ts';
import { summariseReferences } from './tasks/summarise-references.ts';

/** The text of every unknown answer. */
const UNKNOWN = "I don't know.";

/**
 * The reasoning module (sections 4.6 and 4.7): all references in one prompt. An answer that contains "I don't know"
 * anywhere becomes exactly that.
 */
export const reasonOver = ({ falsePremise }: HybridOptions) =>
  node<Hybrid, HybridUpdate>('reason', async ({ standalone, references, calculations, today }, context) => {
    if (references.every(({ kind }) => kind === 'memory')) return { written: nothingFound };
    try {
      const input = { question: standalone, references, today };
      const { output } = await runTask(context, reasonOverReferences, input, {
        show: true,
        likelyRule: LIKELY_ANSWERABLE_RULE,
      });
      const { reasoning, text, shortAnswer, citations, unconfirmed, candidates } = output;
      const written = likelyByRule(
        { reasoning, verdict: verdictOf(output, falsePremise), text, shortAnswer, citations, unconfirmed, candidates },
        context.allowsLikely !== false,
      );
      const { verdict } = written;
      const doubts = saysUnknown(output.text) || (output.shortAnswer !== '' && saysUnknown(output.shortAnswer));
      if (verdict === 'unknown' && doubts)
        return { written: { ...written, text: UNKNOWN, shortAnswer: '', citations: [] } };
      return {
        written: citeFigures(
          verdict === 'unknown' ? { ...written, shortAnswer: '' } : written,
          calculations,
          references,
        ),
      };
    } catch (error) {
      if (!isParleyError(error, 'MODEL_OUTPUT_MALFORMED') && !isParleyError(error, 'MODEL_OUTPUT_CUT')) throw error;
      context.trace(unreadableNote(error, false));
      return { unreadable: true };
    }
  });

const verdictOf = (
  output: { falsePremise: boolean; answerable: boolean; text: string; shortAnswer: string; unconfirmed: string[] },
  falsePremise: boolean,
): WrittenAnswer['verdict'] => {
  if (output.falsePremise && falsePremise) return 'invalid-premise';
  if (!output.answerable || saysUnknown(output.text) || saysUnknown(output.shortAnswer)) return 'unknown';
  return output.unconfirmed.length > 0 ? 'likely' : 'answered';
};

/** The backup summariser (section 4.7), used if the structured output cannot be parsed. */
export const summarise = node<Hybrid, HybridUpdate>(
  'summarise',
  async ({ standalone, references, calculations }, context) => {
    const { output } = await runTask(context, summariseReferences, { question: standalone, references });
    const isUnknown = saysUnknown(output);
    const written: WrittenAnswer = {
      reasoning: '',
      verdict: isUnknown ? 'unknown' : 'answered',
      text: isUnknown ? UNKNOWN : output,
      shortAnswer: isUnknown ? '' : output.replace(/\s*\[\d+\]/g, ''),
      citations: [],
    };
    return { written: citeFigures(written, calculations, references) };
  },
);

/**
 * Replaces cited calculations by the sources of their figures, because a calculation is not a source. Quotes the row or
 * sentence that contains most of the figures.
 */
export const citeFigures = (
  written: WrittenAnswer,
  calculations: readonly CheckedCalculation[],
  references: readonly NumberedReference[],
): WrittenAnswer => {
  const citations: ClaimedCitation[] = [...written.citations];
  const text = written.text.replace(/\[(\d+)\]/g, (marker, n: string) => {
    const calculation = calculations.find((one) => one.n === Number(n));
    if (!calculation) return marker;
    for (const source of calculation.sources) {
      const held = references.find((reference) => reference.n === source);
      if (held) citations.push({ n: source, quote: lineWithFigures(held.text, calculation.expression) });
    }
    return calculation.sources.map((source) => `[${source}]`).join('');
  });
  return { ...written, text, citations };
};

const lineWithFigures = (text: string, expression: string): string => {
  const figures = expression.match(/\d+(?:\.\d+)?/g) ?? [];
  const lines = text.split(/\n|(?<=[.!?])\s+/).filter((line) => line.trim() !== '');
  const held = (line: string) =>
    figures.filter((figure) => line.replace(/(?<=\d)[,\s](?=\d{3})/g, '').includes(figure)).length;
  return lines.reduce((best, line) => (held(line) > held(best) ? line : best), lines[0] ?? '').trim();
};
