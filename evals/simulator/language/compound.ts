/** Questions over two things or more; {a} and {b} the things, {o} and {x} objects. */

/** Which of two things has the greater or the lesser value of a relation, perhaps that of something it leads to. */
export interface Comparison {
  relation: string;
  /** Compare the relation of what this one leads to: the director's date of birth, for films. */
  via?: string;
  wants: 'least' | 'most';
  asks: readonly string[];
}

export const comparisons: readonly Comparison[] = [
  { relation: 'born-on', wants: 'least', asks: ['Who is older, {a} or {b}?', 'Who was born first, {a} or {b}?'] },
  { relation: 'born-on', wants: 'most', asks: ['Who is younger, {a} or {b}?'] },
  { relation: 'released', wants: 'least', asks: ['Which film came out first, {a} or {b}?'] },
  { relation: 'released', wants: 'most', asks: ['Which film is more recent, {a} or {b}?'] },
  { relation: 'founded', wants: 'least', asks: ['Which was founded earlier, {a} or {b}?'] },
  { relation: 'population', wants: 'most', asks: ['Which city has more inhabitants, {a} or {b}?'] },
  { relation: 'population', wants: 'least', asks: ['Which city has fewer inhabitants, {a} or {b}?'] },
  { relation: 'employees', wants: 'most', asks: ['Which company has more employees, {a} or {b}?'] },
  { relation: 'students', wants: 'most', asks: ['Which university has more students, {a} or {b}?'] },
  { relation: 'price', wants: 'least', asks: ['Which product is cheaper, {a} or {b}?'] },
  { relation: 'born-on', via: 'director', wants: 'least', asks: ['Which film has the older director, {a} or {b}?'] },
  { relation: 'born-on', via: 'author', wants: 'most', asks: ['Which book has the younger author, {a} or {b}?'] },
  { relation: 'founded', via: 'employer', wants: 'least', asks: ['Who works for the older company, {a} or {b}?'] },
];

/** Which of several things has the greatest or the least value of a relation; {l} is their list. */
export const rankings: readonly { relation: string; wants: 'least' | 'most'; asks: readonly string[] }[] = [
  { relation: 'born-on', wants: 'least', asks: ['Which of these people is the oldest: {l}?'] },
  { relation: 'released', wants: 'least', asks: ['Which of these films came out first: {l}?'] },
  { relation: 'published', wants: 'most', asks: ['Which of these books is the most recent: {l}?'] },
  { relation: 'population', wants: 'most', asks: ['Which of these cities has the most inhabitants: {l}?'] },
  { relation: 'employees', wants: 'most', asks: ['Which of these companies has the most employees: {l}?'] },
  { relation: 'price', wants: 'least', asks: ['Which of these products is the cheapest: {l}?'] },
];

/** Whether a relation leads from two things to the same one. */
export const samenesses: readonly { relation: string; asks: readonly string[] }[] = [
  { relation: 'born-in', asks: ['Were {a} and {b} born in the same city?'] },
  { relation: 'country', asks: ['Do {a} and {b} lie in the same country?'] },
  { relation: 'director', asks: ['Do {a} and {b} have the same director?'] },
  { relation: 'employer', asks: ['Do {a} and {b} work for the same company?'] },
  { relation: 'headquarters', asks: ['Are {a} and {b} headquartered in the same city?'] },
];

/** What a relation leads to from both of two things. */
export const commons: readonly { relation: string; asks: readonly string[] }[] = [
  { relation: 'director', asks: ['Who directed both {a} and {b}?'] },
  { relation: 'actor', asks: ['Who plays the lead in both {a} and {b}?', 'Who stars in both {a} and {b}?'] },
  { relation: 'author', asks: ['Who wrote both {a} and {b}?'] },
  { relation: 'maker', asks: ['Which company makes both {a} and {b}?'] },
  { relation: 'studio', asks: ['Which company produced both {a} and {b}?'] },
];

/** The thing of which two relations hold. */
export const intersections: readonly { relations: readonly [string, string]; asks: readonly string[] }[] = [
  { relations: ['director', 'actor'], asks: ['Which film was directed by {a} and stars {b}?'] },
  { relations: ['director', 'studio'], asks: ['Which film was directed by {a} and produced by {b}?'] },
  { relations: ['born-in', 'studied-at'], asks: ['Who was born in {a} and studied at {b}?'] },
  { relations: ['born-in', 'employer'], asks: ['Who was born in {a} and works for {b}?'] },
  { relations: ['maker', 'designer'], asks: ['Which product is made by {a} and was designed by {b}?'] },
];

/** What a question takes for granted, set between commas behind the name: `The Silent Harbor, directed by X,`. */
export const premises: readonly { relation: string; words: string }[] = [
  { relation: 'director', words: 'directed by {o}' },
  { relation: 'author', words: 'written by {o}' },
  { relation: 'born-in', words: 'born in {o}' },
  { relation: 'employer', words: 'employed by {o}' },
  { relation: 'headquarters', words: 'headquartered in {o}' },
  { relation: 'maker', words: 'made by {o}' },
  { relation: 'located-in', words: 'based in {o}' },
  { relation: 'country', words: 'a city in {o}' },
];

/** Follow-ups that only their thread explains; {n} a relation's noun, {p} `her`, `his` or `its`, {a} a name. */
export const followUps = {
  possessive: ['And {p} {n}?', 'What about {p} {n}?'],
  other: ['And {a}?', 'What about {a}?'],
} as const;
