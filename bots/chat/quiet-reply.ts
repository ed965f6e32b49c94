import type { Reply } from './platform.ts';

/** A reply to a question that was asked of nobody in particular: nothing is shown unless the pages hold the answer. */
export const createQuietReply = (reply: Reply): Reply => ({
  async begin() {},
  status() {},
  step() {},
  write() {},
  async finish(end) {
    if (end.kind === 'answer' && end.rendered.verdict === 'answered') await reply.finish(end);
  },
  withdraw: () => reply.withdraw(),
  leave: () => reply.leave(),
});
