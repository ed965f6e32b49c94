/** Particles that German verbs leave at the end of a question: "Wie lege ich ein Konto an?" asks about "anlegen". */
const PARTICLES =
  'zusammen|herunter|hinunter|hinein|heraus|hinaus|zurück|weiter|wieder|hinzu|hoch|ab|an|auf|aus|bei|ein|fest|frei|heim|her|hin|los|mit|nach|um|vor|weg|zu';
const SEPARATED = new RegExp(
  `^(.*?\\b(?:wie|wo|wann|womit|wodurch|warum|wofür|wozu)\\s+)(\\p{Ll}{3,})(\\s+(?:ich|man|wir|sie|du|ihr|er|es)\\s+.*\\S)\\s+(${PARTICLES})(\\W*)$`,
  'iu',
);
/** Endings of a verb in the present, longest first. */
const ENDING = /(?:est|et|st|en|e|t)$/;

/** Puts a German verb and its particle together, as pages write them: "Wie anlegen ich ein Konto?". */
export const joinSeparableVerb = (question: string): string => {
  const [, before = '', verb = '', middle = '', particle = '', end = ''] = SEPARATED.exec(question) ?? [];
  if (verb === '') return question;
  const stem = verb.toLowerCase().replace(ENDING, '');
  return `${before}${particle.toLowerCase()}${stem}${/(?:el|er)$/.test(stem) ? 'n' : 'en'}${middle}${end}`;
};
