const KEY = 'parley-draft';

/** Saves a question in this tab's session storage, so that it survives the redirects of sign-in. */
export const keepDraft = (question: string): void => sessionStorage.setItem(KEY, question);

/** Saves the text that was typed but not sent, after the question that is already saved. */
export const keepUnsent = (typed: string): void => {
  if (typed.trim() !== '') keepDraft([sessionStorage.getItem(KEY), typed].filter(Boolean).join('\n'));
};

/** Returns the saved question and deletes it. */
export const takeDraft = (): string | undefined => {
  const draft = sessionStorage.getItem(KEY) ?? undefined;
  sessionStorage.removeItem(KEY);
  return draft;
};
