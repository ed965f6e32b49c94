import { FUNCTION_WORDS_OF_SCRIPTS } from '../../core/text/function-words.ts';

/** English function words, and those of other scripts. They are not search terms, and names neither start with nor consist of them. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set([
  ...`a about above after again against all almost along already also although always am among an and another any anyone
  anything are around as at away back be became because become becomes been before being below between both but by came can
  cannot could did do does doing done down during each either else even ever every everyone everything few first for from
  further get gets give given go goes got had has have having he hence her here hers herself him himself his how however i if
  in indeed instead into is it its itself just last later least less let like made mainly make makes many may me meanwhile
  might more moreover most mostly much must my myself near nearly neither never nevertheless next no nobody none nor not
  nothing now of off often on once one only onto or other others otherwise our ours ourselves out over own per perhaps please
  quite rather re s same several shall she should since so some someone something soon still such t than that the their
  theirs them themselves then there thereafter therefore these they this those though through throughout thus to together too
  toward towards under until unless up upon us used using usually very via was we well were what whatever when whenever where
  whereas wherever whether which while who whoever whole whom whose why will with within without would yes yet you your yours
  yourself according despite both two three four five six seven eight nine ten d ll m ve`.split(/\s+/),
  ...FUNCTION_WORDS_OF_SCRIPTS,
]);

/**
 * Function words that may be what a question is about ("how do I become a member", "what does a used wheel cost"), with the
 * key that they are indexed by. They are search terms of short questions, though no part of a name. The keys differ from
 * every stem, so that other questions ("how do I use …") are ranked as if these words were not indexed.
 */
export const LIGHT_WORDS: ReadonlyMap<string, string> = new Map([
  ['become', 'become'],
  ['becomes', 'become'],
  ['became', 'become'],
  ['used', 'used'],
]);

/** Question words. Sub-questions keep them, because they tell the encoder the kind of answer. */
export const QUESTION_WORDS: ReadonlySet<string> = new Set(
  'who whom whose what which when where why how many much long far old often'.split(' '),
);

/** Days and months, which English capitalises although they are not names that connect pages. */
export const CALENDAR_WORDS: ReadonlySet<string> = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december`.split(/\s+/),
);
