/** Maximum recipients of a message that are named. */
const MAX_NAMED = 30;

/** Formats recipients: `To: Ana (ana@x.example), Bo and 212 more`. @returns an empty text without recipients */
export const recipientLine = (people: readonly string[]): string => {
  const named = people.filter((one) => one !== '');
  if (named.length === 0) return '';
  const rest = named.length - MAX_NAMED;
  return `To: ${named.slice(0, MAX_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
};
