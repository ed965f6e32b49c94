/**
 * Removes personal data from a text: e-mail addresses, telephone and account numbers, mentions, and the ids of the people in
 * the conversation. Plain names stay, because no rule can distinguish them from names that the question is about.
 * @param ids ids of people, as the platform gives them (`U024BE7LH`)
 */
export const deidentify = (text: string, ids: readonly string[] = []): string => {
  let clean = text;
  for (const id of ids) if (id.length >= 3) clean = clean.replaceAll(id, '[person]');
  return clean
    .replace(/<@[!&]?[^>]+>/g, '[person]')
    .replace(/<mailto:[^>]+>/g, '[email]')
    .replace(/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, '[email]')
    .replace(/(?<![\p{L}\p{N}/])@[\p{L}][\p{L}\p{N}._-]+/gu, '[person]')
    .replace(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g, '[account]')
    .replace(/(?<![\p{L}\p{N}.,/-])\+?\d(?:[ ()/.-]{0,2}\d){8,}(?![\p{L}\p{N}])/gu, (run) =>
      isDate(run) ? run : '[number]',
    )
    .replace(/([?&](?:token|key|sig|signature|password|secret|access_token)=)[^&\s)]+/gi, '$1[secret]');
};

/** Whether a run of digits is one or more ISO dates, which are common in questions. */
const isDate = (run: string): boolean => /^(?:\d{4}-\d{2}-\d{2})(?:[ /-]+\d{4}-\d{2}-\d{2})*$/.test(run);
