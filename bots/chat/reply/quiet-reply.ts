import type { Reply } from '../platform.ts';

/** Wraps the reply to a question that was not addressed to Parley: posts nothing unless the pages contain the answer. */
export const createQuietReply = (reply: Reply): Reply => ({
  async begin() {},
  status() {},
  step() {},
  write() {},
  async finish(end, stands) {
    if (end.kind === 'answer' && end.rendered.verdict === 'answered') await reply.finish(end, stands);
  },
  startOver: () => reply.startOver(),
  removeStrays: () => reply.removeStrays(),
  withdraw: () => reply.withdraw(),
  leave: () => reply.leave(),
});
