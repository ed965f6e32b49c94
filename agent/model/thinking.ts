const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Removes a model's thinking at the start of a streamed text. Servers without a reasoning parser send it as
 * `<think>…</think>` before the answer. If the prompt opened the tag and only `</think>` arrives, the pieces are
 * unchanged and `withoutThinking` cleans the complete text.
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

/** A complete text without the thinking before it; empty if the thinking never ended. */
export const withoutThinking = (text: string): string => {
  const end = text.lastIndexOf(CLOSE);
  if (end !== -1 && /^\s*<think>|^[^{[]*<\/think>/.test(text)) return text.slice(end + CLOSE.length).trimStart();
  return text.trimStart().startsWith(OPEN) ? '' : text;
};
