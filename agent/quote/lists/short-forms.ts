/** A pattern for what is typed, and what it stands for. `$1` is the pattern's first group. */
export type ShortForm = readonly [RegExp, string];

/** Omissions of hurried typing, such as the apostrophe of "whos on call". */
export const TYPING_SHORTCUTS: readonly ShortForm[] = [
  [/\b(who|what|where|when|how|there|that|here)s\b/gi, "$1's"],
  // "whats noors number", "bens email".
  [
    /\b(?!(?:his|its|this|sales|news|business|access|address|sms)\b)(\p{L}+[^\P{L}s])s(?= (?:(?:phone|mobile|office|e-?mail) )?(?:number|phone|mobile|extension|e-?mail|address)\b)/giu,
    "$1's",
  ],
  [/\bim\b/gi, "I'm"],
  [/\bive\b/gi, "I've"],
  [/\b(do|does|did|is|are|was|were|has|have|should|would|could)nt\b/gi, "$1n't"],
  [/\b(?:cant|cannot)\b/gi, "can't"],
  [/\bwont\b/gi, "won't"],
  // "The till is short" is about the machine.
  [
    /(?<!\b(?:the|an?|my|our|your|this|that|each|every|which|second|other) )\b'?till?\b(?!['’]s\b| (?:is|was|isn|doesn|does|won|has|keeps|drawer|roll)\b)/gi,
    'until',
  ],
  [/\b(?:pls|plz)\b/gi, 'please'],
  // "Carry over n by when", "n 118".
  [/(?:^|(?<=[\p{Ll}\p{N},.?!] ))n(?= [\p{L}\p{N}])/gu, 'and'],
  [/\bnite(?=s?\b)/gi, 'night'],
  [
    /\b(?:packed (?:up|in)(?=[,.;!?]|\W*$| (?:on|at|in|again|what|who|how)\b)|conked out|died on (?:me|us)|gave up the ghost)/gi,
    "isn't working",
  ],
  [/\bkms?\b/gi, 'km'],
  [/\bdiff(?=s? (?:between|of|to|from)\b)/gi, 'difference'],
  [/\bppl\b/gi, 'people'],
  [/\bhrs\b/gi, 'hours'],
  [/\byrs\b/gi, 'years'],
  [/\bwks\b/gi, 'weeks'],
  [/\bmins\b/gi, 'minutes'],
  [/\bsecs\b/gi, 'seconds'],
  [/(?<=\d)\s?quid\b/gi, ' pounds'],
  [/(?<=\d)\s?bucks\b/gi, ' dollars'],
  [/\bget (?:a )?hold of\b|\bget (?:in touch with|through to)\b/gi, 'contact'],
  // An article follows where one asks for the way: "how do I reach the lodge".
  [/(?<=\bhow (?:do|can|could|should) (?:i|we|you) )reach(?= (?!the\b|an?\b|my\b|our\b)\p{L})/giu, 'contact'],
  [/\bin charge of\b/gi, 'responsible for'],
  [/\b(do|does|did|can|may|must|should|could|would|if|when|are|have|will) u\b/gi, '$1 you'],
];

/** Abbreviations that pages write out. */
export const ABBREVIATIONS: readonly ShortForm[] = [
  // Somebody's number is where to call them; a thing's stands with an article: "the van's number".
  [/(?<=(?:^|\b(?:is|what['’]s|need|have|want|get|find|and|for)) ?\p{L}+['’]s )number\b(?! of)/giu, 'phone number'],
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
  [/\btemp\b/gi, 'temperature'],
  [/\bunis?\b/gi, 'university'],
  [/\bdept\b/gi, 'department'],
  [/\bmgr\b/gi, 'manager'],
  [/\bwi-?fi\b/gi, 'Wi-Fi'],
  [/\bx-?mas\b/gi, 'Christmas'],
];
