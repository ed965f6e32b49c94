import { stemOf } from './stems.ts';

/**
 * The forms of irregular English verbs, which a stemmer does not conflate. Verbs with a form that is also a form of another
 * word are left out: find, leave, lie, wind.
 */
const VERBS = `arise arose arisen|awake awoke awoken|bear bore borne|beat beaten|become became|begin began begun|bend bent|
bet|bind bound|bite bit bitten|bleed bled|blow blew blown|break broke broken|breed bred|bring brought|build built|burn burnt|
buy bought|catch caught|choose chose chosen|cling clung|come came|creep crept|deal dealt|dig dug|draw drew drawn|
drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|flee fled|
fly flew flown|forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten|
give gave given|go went gone|grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept|know knew known|
lead led|learn learnt|lend lent|lose lost|make made|mean meant|meet met|overcome overcame|pay paid|
ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|sell sold|send sent|shake shook shaken|
shine shone|shoot shot|show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|
speak spoke spoken|spend spent|spin spun|spring sprang sprung|stand stood|steal stole stolen|stick stuck|strike struck|
strive strove striven|swear swore sworn|sweep swept|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|
tell told|think thought|throw threw thrown|undergo underwent undergone|understand understood|undertake undertook undertaken|
wake woke woken|wear wore worn|weave wove woven|win won|withdraw withdrew withdrawn|write wrote written`;

const formsByStem = new Map(
  VERBS.split('|').flatMap((verb) => {
    const stems = [...new Set(verb.trim().split(/\s+/).map(stemOf))];
    return stems.map((stem): [string, string[]] => [stem, stems.filter((other) => other !== stem)]);
  }),
);

/** Stems of the other forms of an irregular English verb ("began" for "begin"); empty for other words. */
export const otherForms = (stem: string): readonly string[] => formsByStem.get(stem) ?? [];
