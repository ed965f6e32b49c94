import type { Candidate } from '../../candidates/candidate.ts';
import { RELATED_MATCH, termMatch } from '../../reading/term-match.ts';
import type { Term } from '../../reading/terms.ts';
import { stemsOf } from '../../words/stems.ts';

// Detects whether a sentence defines something: it is the grammatical subject, and a defining verb follows directly.

/** Generic nouns that add nothing to a name: "the VACUUM command". */
const KINDS = new Set(
  `command statement option parameter argument function method macro pragma mode setting variable clause operator keyword
  program tool utility module extension interface feature subcommand flag term library service constraint format policy`.split(
    /\s+/,
  ),
);
/**
 * Nouns by which a page refers to its own topic: "This command". Excludes "option", which is only a part of a topic.
 */
const PAGES = new Set('command statement function program tool utility module extension library service'.split(' '));
const isIn = (kinds: ReadonlySet<string>, word: string): boolean => kinds.has(word.replace(/s$/, ''));
const ITSELF = /^(?:the|this)$/;
const ARTICLE = /^(?:an?|the|this)$/;
/** Words inside a longer subject than the one asked about: "transition into WAL mode". */
const LINKS =
  /^(?:of|in|into|for|to|from|with|by|on|at|and|or|not|no|if|when|while|out|between|than|as|that|which|is|are)$/;
const ADVERB = /^(?:just|often|\p{Ll}{3,}ly)$/u;
const DASH = /^(?:[-–—:]|=)$/;
const MEANS = /^(?:means?|refers?|denotes?|describes?|represents?|designates?|consists?)$/;
/** Words after "is" that start a definition. "is running", "is not" and "is always" do not. */
const AFTER_IS =
  /^(?:an?|the|one|any|when|where|what|how|used|called|defined|short|another|each|every|two|three|like|similar|\p{N}.*)$/u;
/** Words after a plural that start a definition: "checkpoints are points in the sequence of …". */
const AFTER_NOUN = /^(?:of|in|that|which|for|whose|where)$/;
/** Verbs that say what a thing is for, which also answer "What is …?". */
const BY_NATURE = /^(?:use|provide|allow|let|enable|contain|specif(?:y|ie)|control|define|hold|store|list)s?$/;
const NO_VERB = /^(?:does|has|was|this)$/;
/** Words that introduce additional properties, not the definition: "provides additional functions". */
const FURTHER = /^(?:other|additional|further|more)$/;
/** Before these words, a word in -s is a verb. Otherwise it may be a plural: "VACUUM statements". */
const AFTER_VERB =
  /^(?:an?|the|this|these|all|any|each|every|your|our|their|its|one|some|several|both|multiple|how|that|whether|what|which|you|new|data)$/;
/**
 * Before these words, a word in -s is a plural. Otherwise, right after the name asked about, it is a verb: "VACUUM
 * reclaims storage".
 */
const AFTER_PLURAL =
  /^(?:is|are|was|were|can|may|must|will|should|could|would|might|do|does|have|has|had|that|which|to|if|when|because|while|unless|in|on|at|by|and|or|for|of|as|with)$/;
const PREPOSITION = /^(?:for|in|on|at|by|to|of|as|with)$/;
/** "… is a scheduler that …", "… is a way to …". */
const PURPOSE = /^(?:that|which|to|for|it)$/;
const MAX_SUBJECT_WORDS = 6;

/** A grammatical subject. */
interface Subject {
  words: readonly string[];
  /** True if it is only what the question asks about, with an article or a generic noun. */
  bare: boolean;
}

/**
 * Degree to which the question's subject is the sentence's grammatical subject and gets defined: 1 if the sentence says
 * what it is, .5 if it names one thing that it does, 0 otherwise.
 */
export const definesSubject = (
  { plain, title, headings, passage }: Candidate,
  content: readonly Term[],
  asksPurpose: boolean,
): number => {
  const tokens = plain
    .slice(0, 240)
    .replace(/\([^)]*\)/g, ' ')
    .match(/[\p{L}\p{N}_]+(?:[-'’./][\p{L}\p{N}_]+)*|(?<=\s)[-–—=](?=\s)|:(?=\s)/gu)
    ?.map((token) => token.toLowerCase());
  if (!tokens) return 0;
  if (namesItself(tokens, content, passage.title)) return 1;
  for (const [at, token] of tokens.slice(0, MAX_SUBJECT_WORDS + 1).entries()) {
    if (at > 0) {
      const subject = subjectOf(tokens.slice(0, at), content, [title, headings]);
      const says = subject ? saysOf(subject, tokens.slice(at), asksPurpose) : 0;
      if (says > 0) return says;
    }
    if (LINKS.test(token)) return 0;
  }
  return 0;
};

/** The NAME line of a manual page, such as "git-rerere - Reuse recorded resolution", if the page has that name. */
const namesItself = ([name = '', dash = '', ...rest]: readonly string[], content: readonly Term[], title: string) => {
  const parts = stemsOf(name);
  return (
    DASH.test(dash) &&
    dash !== ':' &&
    rest.length > 1 &&
    parts.length > 1 &&
    title.toLowerCase().startsWith(name) &&
    content.every((term) => parts.includes(term.stem)) &&
    content.some((term) => term.stem === parts.at(-1))
  );
};

/** Score of a sentence that states one thing that the subject does. */
const SAYS_ONE_THING = 0.5;

/** Degree to which the words after the subject define it. */
const saysOf = (subject: Subject, [verb = '', ...rest]: readonly string[], asksPurpose: boolean): number => {
  const [next = ''] = rest;
  if (next === '' || FURTHER.test(next) || NO_VERB.test(verb)) return 0;
  if (DASH.test(verb)) return subject.bare ? 1 : 0;
  if (ADVERB.test(verb)) return saysOf(subject, rest, asksPurpose);
  if (MEANS.test(verb)) return 1;
  if (verb === 'is' || verb === 'are') return isWhatItIs(verb, rest, asksPurpose) ? 1 : 0;
  const score = ITSELF.test(subject.words[0] ?? '') && subject.bare ? 1 : SAYS_ONE_THING;
  if (BY_NATURE.test(verb) && !PREPOSITION.test(next) && (verb.endsWith('s') || subject.words.at(-1)?.endsWith('s')))
    return score;
  if (!asksPurpose || !/^\p{Ll}{2,}[^su\P{Ll}]s$/u.test(verb)) return 0;
  return AFTER_VERB.test(next) || (subject.bare && !AFTER_PLURAL.test(next)) ? score : 0;
};

/**
 * True if the words after "is" define the subject. For "What does X do?" that includes "is used to" and "is a command
 * for".
 */
const isWhatItIs = (verb: string, rest: readonly string[], asksPurpose: boolean): boolean => {
  const [next = '', then = ''] = rest;
  if (asksPurpose)
    return (
      next === 'used' ||
      rest.slice(0, 4).some((word) => isIn(KINDS, word)) ||
      (AFTER_IS.test(next) && rest.slice(2, 12).some((word) => PURPOSE.test(word)))
    );
  if (ADVERB.test(next)) return AFTER_IS.test(then);
  return AFTER_IS.test(next) || (verb === 'are' && next.endsWith('s') && AFTER_NOUN.test(then));
};

/**
 * The subject if it is what the question asks about. The page may be about a part of it ("The prune command" of borg
 * prune) or about all of it ("This command extracts …"). At most one other word may be inside: "the WAL journaling
 * mode" qualifies, "a partial index" and "WAL files" are other things.
 */
const subjectOf = (
  words: readonly string[],
  content: readonly Term[],
  above: readonly ReadonlySet<string>[],
): Subject | undefined => {
  const nouns = words
    .filter((word) => !ARTICLE.test(word))
    .map((word) => {
      // A name in code is one word, and "TOAST-able" is a different word from TOAST.
      const parts = word.includes('_') ? [word] : stemsOf(word);
      const terms = parts.flatMap(
        (part) => content.find((term) => term.stem === part || term.same.includes(part)) ?? [],
      );
      return { terms, isOwn: terms.length > 0 && terms.length === parts.length, isKind: isIn(KINDS, word) };
    });
  const [first, head] = [nouns[0], nouns.at(-1)];
  if (!first || !head) return undefined;
  const isAbove = (term: Term) => above.some((stems) => termMatch(term, stems) >= RELATED_MATCH);
  if (nouns.length === 1 && !first.isOwn)
    return first.isKind && ITSELF.test(words[0] ?? '') && isIn(PAGES, words.at(-1) ?? '') && content.every(isAbove)
      ? { words, bare: true }
      : undefined;
  const own = new Set(nouns.flatMap(({ terms, isOwn }) => (isOwn ? terms : [])));
  const others = nouns.filter(({ isOwn, isKind }) => !isOwn && !isKind).length;
  const isWhole = first.isOwn && (head.isOwn || head.isKind) && content.every((term) => own.has(term) || isAbove(term));
  return isWhole && others <= 1 ? { words, bare: others === 0 } : undefined;
};
