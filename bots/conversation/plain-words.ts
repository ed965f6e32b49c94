import { type Settings, settingsSchema } from '../../core/settings.ts';

/** Patterns of internal details in error messages: addresses, settings, system error codes, file paths and commands. */
const INTERNAL = [
  /\b[a-z][a-z0-9+.-]*:\/\/\S/i,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/,
  /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/,
  /\bE(?:CONN|NOTFOUND|AI_|PIPE|ACCES|NOENT|TIMEDOUT|HOSTUNREACH)[A-Z_]*\b/,
  /(?:^|[\s"'`(])(?:~|[A-Za-z]:)?[\\/](?:[\w.-]+[\\/])+/,
  /`parley /,
];

/**
 * Creates a function that removes internal details from a text for askers. It keeps sentences without internal details; of any
 * other sentence it keeps the part before a colon or bracket, if that has none. The log holds the full text.
 * @param settings the hosts in their URLs count as internal details, too
 */
export const createPlainWords = (settings: Partial<Settings> = {}): ((whole: string) => string) => {
  const hosts = Object.entries(settings)
    .filter(([name]) => name !== 'PARLEY_PUBLIC_URL')
    .flatMap(([, value]) => (typeof value === 'string' && URL.canParse(value) ? new URL(value).hostname : []))
    .filter((host) => host !== '');
  const names = [...Object.keys(settingsSchema.shape), ...hosts].map((name) => name.toLowerCase());
  const isInternal = (text: string) => {
    const lower = text.toLowerCase();
    return INTERNAL.some((pattern) => pattern.test(text)) || names.some((name) => containsWord(lower, name));
  };
  return (whole) =>
    whole
      .split(/(?<=[.!?])\s+/)
      .flatMap((sentence) => {
        if (!isInternal(sentence)) return [sentence];
        const head = sentence.split(/: | \(/)[0] ?? '';
        return head === sentence || isInternal(head) || isInsideCode(head) ? [] : [`${head.trim()}.`];
      })
      .join(' ');
};

/** `createPlainWords` without settings, for code that does not have them. */
export const plainWords = createPlainWords();

/** A failure without internal details; a general message and remedy replace an empty one. */
export const plainFailure = <T extends { message: string; remedy?: string }>(
  failure: T,
  words: (text: string) => string = plainWords,
): T & { message: string; remedy: string } => ({
  ...failure,
  message: words(failure.message) || 'Parley cannot do this right now.',
  remedy: words(failure.remedy ?? '') || 'Try again in a few minutes; whoever runs Parley finds the reason in its log.',
});

/** True if the text ends within a code span, such as "Send `Authorization". */
const isInsideCode = (text: string): boolean => text.split('`').length % 2 === 0;

const containsWord = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/\w/.test(text[at - 1] ?? '') && !/\w/.test(text[at + word.length] ?? '')) return true;
  }
  return false;
};
