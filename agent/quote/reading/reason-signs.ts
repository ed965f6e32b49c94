/** What governs an infinitive that gives no purpose: "has to stay", "is able to fly". */
const GOVERNING =
  'up|down|back|next|close|has|have|had|having|needs?|needed|wants?|wanted|able|unable|going|used|ought|how|what|whether|where|when|who|free|allowed|begins?|began|starts?|started|tends?|seems?|appears?|likely|tries|try|tried|talk|speak|listen|go|goes|happy|glad|ready|welcome|asked|told|expected|supposed|decided?|agreed?|plans?|hopes?|likes?|wish';
/** What follows "to" where it says to whom, where to or how much. */
const NO_VERB =
  'the|an?|and|or|one|two|three|four|five|six|seven|eight|nine|ten|any|all|both|each|every(?:one|body)?|some(?:one|body)?|anyone|anybody|which|whom|what(?:ever)?|who|where|its?(?:elf)?|him|her|me|you|us|them|this|that|these|those|my|your|our|his|their|another|others?|date|end|work|school|bed|home|customers|staff|people|guests|visitors|members|questions';

/**
 * Signs of a cause or a purpose in a text. "As" and "so" also compare, "since" also tells the time, and much of what follows
 * "to" is no purpose: "questions go to Maren Lie".
 */
export const REASON_SIGN = new RegExp(
  [
    String.raw`\b(?:[Bb]ecause|[Ss]o that|[Dd]ue to|[Oo]wing to|[Tt]hanks to|[Cc]aused?|[Cc]auses|[Tt]herefore|[Rr]easons?|[Ii]n order to)\b`,
    String.raw`\b[Ss]ince (?![\p{N}\p{Lu}]|then\b|last\b|the (?:beginning|start)\b)`,
    String.raw`(?:^|[,;:–—.] )[Aa]s (?!(?:if|an?|soon|well|long|many|much|far|for|of|to|before|usual|follows)\b)`,
    String.raw`(?:^|[,;:–—.] )[Ss]o (?!(?:far|long|many|much|as|on)\b)`,
    String.raw`\bfor (?:[\w-]+ ){0,3}(?:reasons?|sake|safety|security|fear)\b`,
    String.raw`(?<!\b(?:${GOVERNING}) )\b[Tt]o (?!(?:${NO_VERB})\b)\p{Ll}`,
  ].join('|'),
  'u',
);
