/** Kinds of which a text that names one does not speak of another. */
export const CONTRASTING_KINDS = `
  half full double whole
  maternity paternity adoption
  adult child student senior family group concession toddler baby
  minimum maximum
  daily weekly monthly quarterly yearly
  breakfast lunch dinner supper tea
  morning afternoon evening night
  weekday weekend
  spring summer autumn winter christmas easter
  indoor outdoor
  junior senior
  permanent temporary
  domestic international
  application appeal resignation renewal cancellation
  arrival departure
  pint bottle
  single double twin triple
  small medium large
`;
/** Other words for a kind. */
export const OTHER_WORDS_FOR_KINDS: Readonly<Record<string, readonly string[]>> = {
  child: ['children', 'kid'],
  minimum: ['min'],
  maximum: ['max'],
  yearly: ['annual', 'annually'],
  resignation: ['resign'],
  renewal: ['renew'],
  cancellation: ['cancel'],
};
