import { withWordSpaces } from '../../../core/text/question-terms.ts';
import { isFenceLine } from '../../../core/text/remove-spans.ts';
import { plainText } from './plain-text.ts';

// What keeps a sentence from answering by itself.

export type Unfit = 'question' | 'heading' | 'links' | 'fragment';

/** True for a chat message that ends with a question, or with a question and a few words. */
export const endsWithQuestion = (plain: string): boolean =>
  /[?？][^.!?]{0,40}[.!?]?\W*$/u.test(plain) && /[?？]/.test(plain);

const LINK_LINE = /^\W*(?:\[[^\]]*\]\([^)]*\)[\s,.;:|·–-]*(?:and\s+)?)+$/u;
const SEE_ALSO =
  /^\W*(?:see (?:also\b|\p{Lu}|\[)|more (?:about|on) .{0,40}:|for (?:more|further|additional|details)\b.{0,60}\b(?:see|read|refer to|consult)\b|(?:please )?(?:refer to|consult) (?:the )?(?:section|chapter|appendix|\[)|(?:siehe|sehen sie|lesen sie) (?:auch )?(?:kapitel|abschnitt|anhang|\[)|(?:weitere|nähere|mehr) (?:informationen|einzelheiten|details)\b.{0,60}\b(?:finden|stehen)\b)/iu;
/** A line that continues in an example: "A log is kept, so". */
const BREAKS_OFF = /(?:,|\b(?:so|and|or|but|that|the|an?|as|by|with|of|to|like|e\.g\.|i\.e\.))\s*$/i;

const WRITTEN =
  '(?:written(?: (?:out|up|down))?|listed|collected|gathered|compiled|outlined|described|explained|documented|summari[sz]ed|answered|put together)';
/** What only says that something is written elsewhere on the page: "We have collected the questions asked most below." */
const POINTS_BELOW = new RegExp(
  `^\\W*(?:(?:we|i)(?:['’]ve| have)? (?:also |already )?${WRITTEN}|you(?:['’]ll| will| can) (?:also )?(?:find|see|read)|[^.,;]{0,60} (?:is|are) (?:also )?${WRITTEN})\\b[^.:;\\p{N}@]{0,90}\\b(?:below|above|further down|on this page)\\W*$`,
  'iu',
);

/** What stands where nobody has written anything yet: "TODO", "Coming soon (Ana is on it)". */
const PLACEHOLDER =
  /^\W*(?:(?:todo|tb[acd]|wip)(?![\p{L}\p{N}-])[^.!?]{0,40}$|(?:coming soon|under construction|work in progress|to be (?:written|added|completed|continued))(?!\p{L})[^.!?]{0,60}(?:\.{3}|…)?[^.!?]{0,60}$)/iu;

/** True for "**6. Dash cams.**", the title of an item of an agenda, whatever stands behind it. */
export const isNumberedTitle = (quote: string): boolean => NUMBERED_TITLE.test(quote);
const NUMBERED_TITLE = /^\s*\*\*\s*\d{1,2}[.)]\s+[^.!?:*]{1,60}[.:]?\s*\*\*\W*$/u;

/** A caption of a table, figure or example. */
const CAPTION = /^(?:table|figure|fig\.|example|listing)\s+[\p{Lu}\d][\d.-]*[.:]?\s+\S/iu;

/** "Figure 2: The master opens the lock." Its number is set apart, so that it is no sentence on a figure. */
const NUMBERED_CAPTION =
  /^\W*(?:table|figure|fig\.?|photo|picture|plate|map|chart|tabelle|abb(?:ildung)?\.?|foto|bild|tableau|photographie)\s+(?:\d+(?:[.-]\d+)*[a-z]?|[IVX]+)\s*[.:–—-]\s*\S/iu;
/** Who made a picture: "Image credits: harbour archive", "Foto © Jan Berg". */
const CREDIT =
  /^\W*(?:(?:(?:cover|title) )?(?:photo(?:graph)?s?|photography|pictures?|images?|illustrations?|drawings?|fotos?|bild(?:er)?)\W{0,2}(?:credits?|by|courtesy(?: of)?|©|\(c\))|(?:©|\(c\)|copyright)\W{0,3}(?:\d{4}|\p{L}))/iu;
/** "Photo: Lena Frost, harbour festival", but not "Photos: send them to Lena". */
const NAMED_CREDIT =
  /^\W*(?:[Pp]hotos?|[Pp]ictures?|[Ii]mages?|[Ff]otos?|[Bb]ild(?:er)?|[Ii]llustrations?)\s*:\s*\p{Lu}[\p{L}.'’-]*(?:\s(?:and |& |und |et |van |von |de )?\p{Lu}[\p{L}.'’-]*){1,3}\s*(?:[,/(|]|\W*$)/u;
/** A picture alone, of which only its description is text. */
const IMAGE_LINE = /^\s*\[?!\[[^\]]*\]\([^)]*\)(?:\]\([^)]*\))?\s*$/u;
/** An entry of a list says who takes pictures: "- Photos: Piers Galloway". */
const isCredit = (quote: string, plain: string): boolean =>
  plain.length <= MAX_CAPTION_CHARS &&
  !/^\s*(?:[-+•]|\*\s|\d+[.)])/.test(quote) &&
  (CREDIT.test(plain) || NAMED_CREDIT.test(plain));
/** Maximum characters of a credit, or of a caption without a mark behind its number. */
const MAX_CAPTION_CHARS = 120;
/** Maximum characters of a numbered caption. A longer one describes. */
const MAX_PICTURE_CHARS = 200;

const CAPTION_ALONE = /^(?:table|figure|fig\.|example|listing)\s+[\d.-]+[.:]?\s+\p{Lu}[^.!?;:]*$/iu;
/**
 * True for a paragraph that only goes with a picture or a table: "Table 4.8. Mailbox shortcuts", whose number looks like the end
 * of a sentence, "Figure 2: The master opens the lock.", a picture alone, "Photo: Lena Frost".
 */
export const isCaption = (paragraph: string): boolean => {
  if (IMAGE_LINE.test(paragraph)) return true;
  if (paragraph.length > MAX_CAPTION_CHARS)
    return paragraph.length <= MAX_PICTURE_CHARS && NUMBERED_CAPTION.test(plainText(paragraph));
  const plain = plainText(paragraph);
  return CAPTION_ALONE.test(plain) || NUMBERED_CAPTION.test(plain) || isCredit(paragraph, plain);
};

/** Maximum words of a line that is a heading because it ends without a mark. */
const MAX_HEADING_WORDS = 3;

/**
 * Why a sentence cannot answer by itself; undefined if it can.
 * @param quote the sentence with its Markdown marks
 * @param plain the same without them
 * @param alone true if it is the only one of its paragraph
 */
export const unfitReason = (quote: string, plain: string, alone: boolean): Unfit | undefined => {
  if (LINK_LINE.test(quote) || SEE_ALSO.test(plain) || (POINTS_BELOW.test(plain) && !plain.endsWith(':')))
    return 'links';
  if (/[?？]["”’')\]*_]*\s*$/.test(plain)) return 'question';
  if (alone && CAPTION.test(plain) && !/[.!:;]$/.test(plain)) return 'heading';
  // A bold term at the start is the paragraph's topic. Adjacent bold words ("****") count as one.
  if (
    /^\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?\*\*(?:[^*]|\*(?!\*))+\*\*\W*$/.test(quote.replaceAll('****', '')) &&
    !/[.!]["”’')\]]*$/.test(plain)
  )
    return 'heading';
  // A bold line alone is an unmarked heading.
  if (
    alone &&
    (/^\s*(?:\*\*[^*]+\*\*|__[^_]+__)\W*$/.test(quote) ||
      (!/[.!:;…。]["”’')\]]*$/.test(plain) &&
        withWordSpaces(plain).trim().split(/\s+/).length <= MAX_HEADING_WORDS &&
        !/\p{N}|@/u.test(plain) &&
        !/^\s*[-*+•\d]/.test(quote)))
  )
    return 'heading';
  if (!/\p{L}{2}|\p{N}/u.test(plain) || isFenceLine(quote) || BREAKS_OFF.test(plain) || PLACEHOLDER.test(plain))
    return 'fragment';
  return undefined;
};
