const KEY = 'parley-draft';

/** Keeps a question over the way to sign-in and back, in this tab alone. */
export const keepDraft = (question: string): void => sessionStorage.setItem(KEY, question);

/** The question that was kept, once. */
export const takeDraft = (): string | undefined => {
  const draft = sessionStorage.getItem(KEY) ?? undefined;
  sessionStorage.removeItem(KEY);
  return draft;
};
