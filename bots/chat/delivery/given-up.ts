import type { Delivery } from './delivery.ts';

/**
 * Notes when a call that writes a reply is given up without an answer: the platform may have got it, and may carry it out some
 * time later.
 * @param isAnswered whether the platform has answered with this error
 */
export const noteGivenUp =
  (delivery: Pick<Delivery, 'callGivenUp'>, isAnswered: (error: unknown) => boolean) =>
  <Result>(call: Promise<Result>): Promise<Result> =>
    call.catch((error: unknown) => {
      if (!isAnswered(error)) delivery.callGivenUp = true;
      throw error;
    });
