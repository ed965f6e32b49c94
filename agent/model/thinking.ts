const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Takes out what a model thinks aloud at the beginning of its text, while it streams: servers without a reasoning parser send
 * it as `<think>…</think>` before the answer. Some templates open the tag in the prompt, so that only its end arrives: what
 * stands before a lone `</think>` is left in the pieces, and `withoutThinking` takes it from the whole.
 */
export const thinkingFilter = (): ((delta: string) => string) => {
  let state: 'start' | 'thinking' | 'answer' = 'start';
  let held = '';
  return (delta) => {
    if (state === 'answer') return delta;
    held += delta;
    if (state === 'start') {
      const begun = held.trimStart();
      if (begun !== '' && OPEN.startsWith(begun.slice(0, OPEN.length)) && begun.length < OPEN.length) return '';
      if (begun === '') return '';
      state = begun.startsWith(OPEN) ? 'thinking' : 'answer';
    }
    if (state === 'answer') return held;
    const end = held.indexOf(CLOSE);
    if (end === -1) return '';
    state = 'answer';
    return held.slice(end + CLOSE.length).trimStart();
  };
};

/** A whole text without what was thought aloud before it; empty where the thinking never ended. */
export const withoutThinking = (text: string): string => {
  const end = text.lastIndexOf(CLOSE);
  if (end !== -1 && /^\s*<think>|^[^{[]*<\/think>/.test(text)) return text.slice(end + CLOSE.length).trimStart();
  return text.trimStart().startsWith(OPEN) ? '' : text;
};
