/** People that are named of a message's recipients; a list of more says nothing of the message. */
const MAX_NAMED = 30;

/** `To: Ana (ana@x.example), Bo and 212 more`. @returns an empty text for nobody */
export const recipientLine = (people: readonly string[]): string => {
  const named = people.filter((one) => one !== '');
  if (named.length === 0) return '';
  const rest = named.length - MAX_NAMED;
  return `To: ${named.slice(0, MAX_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
};
