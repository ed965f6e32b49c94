import type { Webhooks } from '../../runtime/webhooks/webhooks.ts';
import type { TurnObserver } from '../conversation/turn-record.ts';

/** Combines several observers into one. */
export const observers = (...all: readonly TurnObserver[]): TurnObserver => ({
  ended: (record) => all.forEach((one) => void one.ended(record)),
  line: (line) => all.forEach((one) => void one.line(line)),
  feedback: (feedback) => all.forEach((one) => void one.feedback?.(feedback)),
});

/** An observer that emits webhook events for unanswered questions and for feedback. */
export const webhookObserver = (webhooks: Pick<Webhooks, 'emit'>): TurnObserver => ({
  ended({ turnId, outcome, answer }) {
    if (outcome !== 'answered' || answer?.verdict !== 'unknown') return;
    void webhooks.emit({ type: 'question.unanswered', turnId });
  },
  line() {},
  feedback: ({ turnId, askerId }) => void webhooks.emit({ type: 'feedback.given', turnId, askerId }),
});
