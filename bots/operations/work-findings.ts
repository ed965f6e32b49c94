import { counted } from '../../core/text/counted.ts';
import type { Finding } from '../../runtime/doctor/index.ts';
import { WEBHOOK } from '../../runtime/webhooks/webhooks.ts';
import type { Status } from './status.ts';

/** Work that has waited this long is not being done by any process. */
const WAITS_TOO_LONG_MS = 10 * 60_000;

/** Findings about failed or late work that an operator has to look at. */
export const workFindings = ({ at, queue, outbox, stuck }: Status): Finding[] => {
  const late = (since: string | undefined) =>
    since !== undefined && Date.parse(since) < Date.parse(at) - WAITS_TOO_LONG_MS;
  const said: Finding[] = [];
  const add = (what: string, detail: string, remedy: string) => said.push({ what, state: 'broken', detail, remedy });
  for (const { kind, dead, waiting, overdue, oldestWaiting } of queue) {
    if (dead > 0 && kind === WEBHOOK.name)
      add('webhooks', `${counted(dead, 'event')} could not be delivered.`, RETRY_WEBHOOKS);
    else if (dead > 0) add('jobs', `${counted(dead, 'job')} of the kind ${kind} failed for good.`, RETRY_JOBS);
    if (overdue > 0) add('jobs', `${counted(overdue, 'job')} of the kind ${kind} lost its process.`, START);
    if (waiting > 0 && late(oldestWaiting))
      add('jobs', `${counted(waiting, 'job')} of the kind ${kind} waits, the first since ${oldestWaiting}.`, START);
  }
  const ofChats = stuck.filter(({ waitsForAsker }) => !waitsForAsker);
  if (ofChats.length > 0)
    add(
      'questions',
      `${counted(ofChats.length, 'question')} began long ago and has no answer, the first ${ofChats[0]?.askedAt}.`,
      START,
    );
  for (const { platform, waiting, oldest } of outbox)
    if (late(oldest))
      add(
        'chat',
        `${counted(waiting, 'question')} of ${platform} has no posted answer, the first since ${oldest}.`,
        START,
      );
  const left = stuck.length - ofChats.length;
  if (left > 0)
    said.push({
      what: 'questions',
      state: 'ok',
      detail: `whose page was closed when their process ended: ${left}; each goes on when its page is opened again`,
    });
  return said.length > 0
    ? said
    : [{ what: 'work', state: 'ok', detail: 'nothing failed for good, and nothing waits for long' }];
};

const RETRY_JOBS = '`parley jobs` lists them, and `parley jobs retry ID` tries one again.';
const RETRY_WEBHOOKS = '`parley webhooks failed` says why, and with `--retry` tries them again.';
const START = 'A running Parley takes it up: run `parley start`, and see `parley status`.';
