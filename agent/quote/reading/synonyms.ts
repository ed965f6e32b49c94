import { words } from '../../../core/text/words.ts';
import { otherForms } from '../../../retrieval/ranking/irregular-verbs.ts';
import { stemOf } from '../words/stems.ts';
import { supportQuery } from './support.ts';

/**
 * Workplace words with the same meaning. Without an encoder nothing else connects "vacation" with "holiday". A match
 * counts less than the word itself.
 */
const SYNONYM_GROUPS = [
  'holiday vacation pto',
  'cost price',
  'salary pay wage compensation',
  'boss manager supervisor',
  'lead head leader leads',
  'sick ill',
  'laptop notebook',
  'remote wfh',
  'abroad overseas',
  'expense expenses reimbursement',
  'trip travel',
  'training learning',
  'password passphrase',
  'phone telephone',
  'wedding marriage',
  'warranty guarantee',
  'stolen theft stole steal nicked pinched robbed',
  'deploy release',
  'delete deleted remove removed',
  'favorite favourite',
  'weigh weight heavy',
  'begin start',
  'deep depth',
  'largest biggest',
  'buy purchase',
  'staff employees',
  'maximum max',
  'minimum min',
  'kid child',
  'km kilometre kilometer',
  'configuration config configure',
  'database db',
  'directory folder dir',
  'authentication auth',
  'asynchronous async',
  'synchronous sync',
  'quit exit',
  'bike bicycle',
  'decaf decaffeinated',
  'kilo kilogram kg',
  'photo picture',
  'toilet loo restroom',
  'lift elevator',
  'luggage baggage',
  'rubbish trash garbage',
].map((group) => group.split(' '));

/**
 * Related words, which pages often use instead of the question's words. What follows a bar is a kind of what stands before
 * the first one: maternity leave is parental leave, and no paternity leave.
 */
const RELATED_GROUPS = [
  'holiday vacation pto leave',
  'leave absence off',
  'allowance limit budget cap',
  'country destination',
  'salary pay wage compensation remuneration',
  'cost price fee charge cheap expensive',
  'boss manager supervisor',
  'boss chief head lead leader leads runs responsible',
  'sick ill illness sickness',
  'doctor medical',
  'note certificate',
  'laptop computer notebook machine',
  'hr people personnel',
  'remote home homeoffice wfh',
  'abroad foreign overseas',
  'pension retirement',
  'expense expenses reimbursement reimbursed refund paid claim claims',
  'trip travel journey',
  'staff employees employee colleagues',
  'parental baby birth | maternity | paternity | carer',
  'quit resign notice',
  'training learning course education',
  'password passphrase credentials',
  'outage incident downtime broke down failed',
  'customer client',
  'dog pet pets',
  'parking garage car',
  'begin start open',
  'deep depth down',
  'long length',
  'high height',
  'wide width',
  'heavy weight weigh weighs kg',
  'accurate accuracy',
  'often frequency every',
  'fast speed faster first',
  'largest biggest maximum max size',
  'phone telephone extension mobile',
  'mail email',
  'wifi wlan wireless',
  'wedding marriage marry married',
  'die death died bereavement',
  'kid child children kids',
  'decaf decaffeinated',
  'kilo kilogram kg',
  'stolen lost theft missing stole steal nicked pinched robbed burgled',
  'damaged broken ripped torn cracked smashed',
  'help support assistance',
  'deploy deployment release released rollout ship',
  'delete deleted erase remove removed',
  'cancel cancelled terminate ends end contract',
  'store stored kept keep located',
  'discount rebate reduction',
  'approve approval approved agree agrees sign permission',
  'pager paged call',
  'temperature degrees celsius',
  'meeting meetings all-hands gathering',
  'meals food meal | dinner | lunch',
  'bytes storage size',
  'generate create make creates returns',
  'purpose reason goal',
  'building office offices site',
  'bike bicycle cycle',
  'photo photos picture pictures',
  'toilet toilets loo restroom bathroom wc',
  'lift elevator',
  'cctv camera cameras',
  'pensioner pensioners senior seniors oap',
  'rubbish trash garbage waste',
  'walkie talkie radio radios',
  'canteen cafeteria',
  'rota roster shift shifts turn',
  'uniform clothing clothes',
  'injury injured accident hurt',
  'luggage baggage',
  'leftover unused remaining carry carried',
  'contact phone mobile extension email mail',
  'lorry lorries truck trucks van vans vehicle vehicles fleet',
  'shut closed close',
  'deputy substitute replacement',
  'treated treatment',
  'weekend weekends | saturday | sunday',
  'buy purchase order ordered',
  'probation trial',
  'daily day',
  'weekly week',
  'monthly month',
  'yearly annual annually year',
  'receipt invoice bill',
  'fire emergency evacuation',
  'kill cancel terminate stop abort',
  'quit exit leave',
  'user role account',
  'login connect connection sign',
  'backup back dump',
  'upgrade upgrading migrate',
  'export copy dump',
  'slow duration slowly',
  'error errors failure',
  'drop remove removes delete',
  'uninstall remove delete',
  'pause paused freeze frozen suspend suspended',
  'rename name',
  'restart reload start',
  'internet broadband connection',
  'lessons lesson class classes',
  'favorite favourite favorites preferred prefers prefer loves',
  'recommend recommends suggested suggests suggest recommendation',
  'warranty guarantee',
].map((group) => group.split(' | ').map((part) => part.split(' ')));

/** Phrasal verbs and their equivalents: "phrasal|phrasal|verbs that pages use". */
const PHRASAL = [
  'turn off|switch off|shut off|disable deactivate suppress omit',
  'turn on|switch on|enable activate',
  'throw away|get rid|discard remove delete',
  'set up|put up|configure setup install',
  'shut down|take down|stop terminate',
  'go back|roll back|take back|revert restore undo',
  'get back|bring back|restore recover',
  'find out|look up|determine see show',
  'clean up|clear out|remove delete',
  'put back|restore',
  'speed up|faster performance',
  'back up|backup',
].map((group) => group.split('|'));

/** Stems of verbs equivalent to a phrasal verb: "turn off". */
export const phrasalEquivalents = (phrasal: string): string[] =>
  PHRASAL.filter((group) => group.slice(0, -1).includes(phrasal)).flatMap((group) =>
    words(group.at(-1) ?? '').map(stemOf),
  );

const synonyms = new Map<string, Set<string>>();
const relate = (word: string, others: readonly string[]): void => {
  const set = synonyms.get(word) ?? new Set<string>();
  for (const other of others) if (other !== word) for (const part of words(other)) set.add(part);
  synonyms.set(word, set);
};
for (const [general = [], ...kinds] of RELATED_GROUPS) {
  for (const word of general) relate(word, [...general, ...kinds.flat()]);
  for (const kind of kinds) for (const word of kind) relate(word, [...general, ...kind]);
}

const same = new Map<string, ReadonlySet<string>>();
for (const group of SYNONYM_GROUPS)
  for (const word of group) same.set(word, new Set(group.filter((other) => other !== word)));

/** Stems of words with the same meaning, and of the other forms of an irregular verb. */
export const stemsOfSynonyms = (word: string): string[] => [
  ...Array.from(same.get(word) ?? same.get(word.replace(/s$/, '')) ?? [], stemOf),
  ...otherForms(stemOf(word)),
];

/** Stems of words with the same or a related meaning. */
export const stemsOfRelated = (word: string): string[] => {
  const found = synonyms.get(word) ?? synonyms.get(word.replace(/s$/, ''));
  return [...new Set([...stemsOfSynonyms(word), ...Array.from(found ?? [], stemOf)])];
};

/** Questions for a limit: "How many columns can a table have", "how long may a name be", "largest file". */
const ASKS_A_LIMIT =
  /\bhow (?:many|much|long|big|large|high|old|far)\b.*\b(?:can|may|could|allowed)\b|\b(?:max(?:imum)?|largest|biggest|longest|highest)\b/i;

/** Adds synonyms to a query, for a search by words alone. */
export const withSynonyms = (query: string): string => {
  const limits = ASKS_A_LIMIT.test(query) ? ' maximum limit' : '';
  const more = new Set([
    ...words(query).flatMap((word) => [
      ...(synonyms.get(word) ?? synonyms.get(word.replace(/s$/, '')) ?? []),
      ...otherForms(stemOf(word)),
    ]),
    ...supportQuery(query),
  ]);
  return `${query}${more.size === 0 ? '' : ` ${[...more].join(' ')}`}${limits}`;
};
