const KEY = 'parley-draft';

/** Keeps a question over the way to sign-in and back, in this tab alone. */
export const keepDraft = (question: string): void => sessionStorage.setItem(KEY, question);

/** Keeps what is typed but not sent when the page closes, after a question that is kept already. */
export const keepUnsent = (typed: string): void => {
  if (typed.trim() !== '') keepDraft([sessionStorage.getItem(KEY), typed].filter(Boolean).join('\n'));
};

/** The question that was kept, once. */
export const takeDraft = (): string | undefined => {
  const draft = sessionStorage.getItem(KEY) ?? undefined;
  sessionStorage.removeItem(KEY);
  return draft;
};
