import { words } from '../../core/text/words.ts';

/**
 * Everyday words of a workplace that pages and people use for one another. Without an encoder nothing else bridges
 * "vacation" to "holiday"; a match by one of these counts less than the word itself.
 */
const GROUPS = [
  'holiday vacation pto leave',
  'leave absence',
  'allowance limit',
  'country destination',
  'salary pay wage compensation remuneration',
  'cost price fee charge',
  'boss manager supervisor',
  'lead head leader leads',
  'sick ill illness sickness',
  'laptop computer notebook machine',
  'hr people personnel',
  'remote home homeoffice wfh',
  'abroad foreign overseas',
  'pension retirement',
  'expense expenses reimbursement refund',
  'trip travel journey',
  'staff employees employee colleagues',
  'parental maternity paternity baby birth',
  'quit resign notice',
  'training learning course',
  'password passphrase credentials',
  'outage incident downtime',
  'customer client',
  'dog pet pets',
  'parking garage car',
  'begin start',
  'deep depth',
  'long length',
  'high height',
  'wide width',
  'heavy weight',
  'accurate accuracy',
  'often frequency every',
  'fast speed',
  'largest biggest',
  'phone telephone extension mobile',
  'mail email e-mail',
  'wifi wlan wireless',
  'wedding marriage marry married',
  'die death died bereavement',
  'kid child children kids',
].map((group) => group.split(' '));

const others = new Map<string, Set<string>>();
for (const group of GROUPS) {
  for (const word of group) {
    const set = others.get(word) ?? new Set<string>();
    for (const other of group) if (other !== word) set.add(other);
    others.set(word, set);
  }
}

/** Words that a page may use instead of this one. */
export const sameMeaning = (word: string): readonly string[] => [...(others.get(word) ?? [])];

/** Short forms that pages write out, or the other way round; as whole phrases. */
const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\bceo\b/gi, 'chief executive'],
  [/\bcto\b/gi, 'chief technology officer'],
  [/\bcfo\b/gi, 'chief financial officer'],
  [/\bcoo\b/gi, 'chief operating officer'],
  [/\bwfh\b/gi, 'work from home'],
  [/\bpto\b/gi, 'paid holiday'],
  [/\bwi-?fi\b/gi, 'Wi-Fi'],
];

/** A question with its short forms written out. */
export const writtenOut = (question: string): string =>
  SHORT_FORMS.reduce((text, [form, words]) => text.replace(form, words), question);

/** A query with the other words for what it asks, for a search by words alone. */
export const widened = (query: string): string => {
  const more = words(query).flatMap(sameMeaning);
  return more.length === 0 ? query : `${query} ${[...new Set(more)].join(' ')}`;
};
