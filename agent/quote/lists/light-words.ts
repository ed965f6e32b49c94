/** Words that ask rather than tell the topic, or refer to the asker. They hardly count in the comparison with pages. */
export const LIGHT_WORDS: readonly string[] =
  `get got gotten have take go make need do find tell say mean know happen much many long often soon quickly fast kind type number
  please want use give there any someone somebody anything something everything nothing way thing time current currently now per each new every people person one
  may might must shall allow allowed name called next last upcoming coming bring ask come keep put see look help about
  here us else everybody everyone today tomorrow week hi hello hey explain describe according mention discuss let whether still
  several multiple various stand meaning definition abbreviation acronym difference differ between compare versus vs sit exist exactly actually basically along
  belong belongs stuff become became goes just
  before after since during within anyone whoever somehow something somewhere gotta gonna wanna folks guys really truly normally usually
  typically generally roughly supposed anyway basically`.split(/\s+/);

/** Content words that share a stem with a light word. */
export const WORDS_NOT_LIGHT: ReadonlySet<string> = new Set([
  'allowance',
  'allowances',
  'personal',
  'calls',
  'severity',
  'severities',
  'severe',
]);
