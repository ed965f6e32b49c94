import type { Citation } from '../../../core/answer.ts';
import type { Reply } from '../platform.ts';
import { citedUrls } from './render.ts';
import { leadOf } from './reply-end.ts';
import { safeMarkdown, settledLength } from './safe-markdown.ts';
import type { ShownVerified } from './verified-answers.ts';

/** The reply's text while it streams: a verified answer if there is one, then the tokens so far as safe Markdown. */
export const createGrowingText = (reply: Reply, verified: ShownVerified | undefined) => {
  const lead = leadOf(verified);
  const urls = new Set<string>(verified?.urls);
  let tokens = '';
  let shown = '';
  const show = () => {
    shown = lead + safeMarkdown(tokens.slice(0, settledLength(tokens)), urls);
    reply.write(shown);
  };
  return {
    lead,
    begin() {
      if (lead) show();
    },
    get shown() {
      return shown;
    },
    cite(citations: readonly Citation[]) {
      for (const url of citedUrls(citations)) urls.add(url);
    },
    append(token: string) {
      tokens += token;
      show();
    },
    reset() {
      tokens = '';
      show();
    },
  };
};

export type GrowingText = ReturnType<typeof createGrowingText>;
