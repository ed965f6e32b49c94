import { nameKey } from '../../language/names.ts';
import type { Query } from '../../language/query.ts';
import { writeQuestion } from '../../language/write-question.ts';
import type { Handler } from '../call.ts';
import { compose, sentenceOf } from '../compose.ts';
import { decide } from '../decide.ts';
import { plain } from '../read-passage.ts';

/** True when an answer's text contains the short answer. */
const says = (words: string, bare: string): boolean => ` ${nameKey(plain(words))} `.includes(` ${nameKey(bare)} `);

const nothing = { answer: '', shortAnswer: '', citations: [], question: '' };

/** PAR-RAG: pass, revised or unconfident. */
const review: Handler = (call) => {
  const question = call.prompt.line('Question') ?? '';
  const given = call.prompt.line('Answer') ?? '';
  const query = call.understand(question);
  const decision = decide(call, query);
  const { verdict, text, shortAnswer, citations } = compose(decision);
  if (verdict === 'answered')
    return says(given, shortAnswer)
      ? { output: { ...nothing, verdict: 'pass', citations }, sure: decision.sure }
      : { output: { ...nothing, verdict: 'revised', answer: text, shortAnswer, citations }, sure: decision.sure };
  const { outcome } = decision;
  const missing: Query | undefined = outcome.status === 'unknown' ? outcome.missing[0] : undefined;
  const better = missing ? writeQuestion(missing, 1) : question;
  return { output: { ...nothing, verdict: 'unconfident', question: better }, sure: false };
};

/**
 * `auto`: whether the cited sources state each link of an answer. It errs as a review does: it may lose a link, or take
 * something for stated that is not.
 */
const confirm: Handler = (call) => {
  const { outcome, sure } = decide(call, call.understand(call.prompt.line('Question')));
  const missing = outcome.status === 'unknown' ? outcome.missing : [];
  const holds = outcome.status === 'answered' && says(call.prompt.line('Answer') ?? '', outcome.answer);
  return {
    output: {
      reasoning: holds ? 'Each link is stated.' : 'A link is not stated.',
      verdict: holds ? 'supported' : 'unsupported',
      established: holds ? [] : outcome.used.flatMap((fact) => sentenceOf(fact) ?? []),
      missing: missing[0] ? writeQuestion(missing[0]) : '',
      queries: missing.slice(0, 2).map((link) => writeQuestion(link)),
    },
    sure,
  };
};

export const reviewing: Record<string, Handler> = { 'review-step': review, 'confirm-answer': confirm };
