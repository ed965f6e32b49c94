/** What people type for words that pages write out. An apostrophe is the first thing to go: "whos on call". */
const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\b(who|what|where|when|how)s\b/gi, "$1's"],
  [/\bim\b/gi, "I'm"],
  [/\bive\b/gi, "I've"],
  [/\b(do|does|did|is|are|was|were|has|have|should|would|could)nt\b/gi, "$1n't"],
  [/\b(?:cant|cannot)\b/gi, "can't"],
  [/\bwont\b/gi, "won't"],
  [/\b(?:'?till?)\b/gi, 'until'],
  [/\b(?:pls|plz)\b/gi, 'please'],
  [/\bkms?\b/gi, 'km'],
  [/\bhrs\b/gi, 'hours'],
  [/\bmins\b/gi, 'minutes'],
  [/\bsecs\b/gi, 'seconds'],
  [/\bceo\b/gi, 'chief executive'],
  [/\bcto\b/gi, 'chief technology officer'],
  [/\bcfo\b/gi, 'chief financial officer'],
  [/\bcoo\b/gi, 'chief operating officer'],
  [/\bwfh\b/gi, 'work from home'],
  [/\bpto\b/gi, 'paid holiday'],
  [/\bdpo\b/gi, 'data protection officer'],
  [/\bgdpr\b/gi, 'GDPR data protection'],
  [/\bslas?\b/gi, 'service level'],
  [/\b(?:pw|pwd)\b/gi, 'password'],
  [/\brepos?\b/gi, 'repository'],
  [/\bdocs\b/gi, 'documents'],
  [/\bappt\b/gi, 'appointment'],
  [/\bunis?\b/gi, 'university'],
  [/\bdept\b/gi, 'department'],
  [/\bmgr\b/gi, 'manager'],
  [/\bwi-?fi\b/gi, 'Wi-Fi'],
];

/** A question with its short forms written out. */
export const writtenOut = (question: string): string =>
  SHORT_FORMS.reduce((text, [form, long]) => text.replace(form, long), question);
