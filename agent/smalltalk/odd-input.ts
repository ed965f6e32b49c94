/** A message without a question, recognised by its form. */
export type OddInput = 'empty' | 'emoji' | 'link' | 'stack-trace' | 'no-words';

const URL_ALONE = /^<?(?:https?:\/\/|www\.)\S+>?$/i;
const FRAMES =
  /^\s*(?:at .+[(:]\S*:\d+(?::\d+)?\)?|File ".+", line \d+.*|\s*from .+:\d+:in .*|#\d+\s+0x\w+.*|\w+(?:\.\w+)+\(\w+\.java:\d+\)|goroutine \d+ .*|\s+raise \w+.*)$/;
const TRACE_HEAD =
  /^(?:Traceback \(most recent call last\)|Exception in thread|panic: |(?:[\w.]+(?:Error|Exception)): .*|Caused by: )/m;
/** A stack frame on the line of its error, as chat clients paste it. */
const FRAME_INLINE = /\sat \S+ \(?\S+:\d+(?::\d+)?\)?/;
const MIN_FRAMES = 2;

/**
 * Recognises an empty message, only emoji, only a link, a stack trace, and text without letters. Undefined for anything
 * else.
 */
export const oddInput = (message: string): OddInput | undefined => {
  const text = message.trim();
  if (text === '') return 'empty';
  if (URL_ALONE.test(text)) return 'link';
  const frames = text.split('\n').filter((line) => FRAMES.test(line)).length;
  if (frames >= MIN_FRAMES || ((frames >= 1 || FRAME_INLINE.test(text)) && TRACE_HEAD.test(text))) return 'stack-trace';
  const bare = text.replace(/:[a-z0-9_+-]{2,}:/g, '');
  if (/[\p{L}\p{N}]/u.test(bare.replace(/(?:^|\s)[xX:;]-?[DPpoO](?=\s|$)/g, ''))) return undefined;
  return /\p{Extended_Pictographic}|^\s*$|[:;]-?[)(DPpo|]/u.test(bare) || bare !== text ? 'emoji' : 'no-words';
};
