/**
 * Phrases of boilerplate, in several languages. Each is tested against one block. If a phrase also occurs in running text, its
 * use limits the block's length.
 */
export const PHRASES = {
  legal:
    /©|\(c\) ?\d{4}|all rights reserved|terms (?:of|and|&) |privacy policy|copyright|alle rechte vorbehalten|tous droits réservés|impressum|datenschutz|mentions légales|aviso legal|disclaimer/i,
  subscribe:
    /\bsubscri|newsletter|sign[- ]?up|follow (?:us|me)|join (?:us|our|now)|download (?:our|the) app|abonn|suscr[ií]b|iscriviti|get (?:our|the) (?:latest|best)|inbox|patreon|become a member|support (?:us|our)|donat/i,
  share:
    /\bshare (?:this|on|via|it)|\b(?:facebook|twitter|whatsapp|linkedin|pinterest|telegram|reddit|instagram)\b|teilen|partager|compartir|condividi|tweet/i,
  comments:
    /\bcomments?\b|\breply\b|\breplies\b|leave a |log ?in to|kommentar|commentaire|comentario|commenti|responses?\b|\bposted by\b/i,
  related:
    /^(?:read (?:more|also|next)|see also|related|more (?:from|on|in|stories|news)|you (?:may|might) (?:also )?(?:like|be interested)|recommended|also (?:read|on)|don.t miss|trending|most (?:read|popular)|latest|popular|previous|next|lesen sie|mehr zum|auch interessant|lire aussi|à lire|sur le même|leer también|lee también|te puede|leggi anche|lees ook|läs (?:också|mer)|les også|читайте|czytaj)/i,
  tags: /^(?:tags?|topics?|categor(?:y|ies)|filed under|keywords?|labels?|posted in|schlagw|mots-clés|etiquetas|temas)\b/i,
  byline:
    /^(?:by|von|par|por|di|af|door|written by|author|posted by|reporting by|text:|autor)\b[ :]|\b(?:staff (?:writer|reporter)|correspondent|contributor|editor)\b/i,
  date: /\b(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}(?:, ?\d{4})?|\d{1,2}\.? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|januar|februar|märz|mai|juni|juli|oktober|dezember)[a-z]*|\d+ (?:min|minutes?|hours?|days?|weeks?|months?|years?) (?:read|ago)|updated|published)\b/i,
  credit:
    /^(?:photo|image|picture|foto|bild|source|quelle|credit|getty|reuters|afp|ap photo|illustration|video|caption|courtesy)|\((?:photo|image|foto|reuters|afp|ap|getty)\b|getty images|shutterstock|unsplash|\bdpa\b|©/i,
  ad: /^(?:advertisement|advertising|sponsored|anzeige|werbung|publicit[éà]|publicidad|pubblicità|annons|reklame?|ads? by|story continues|article continues|continue reading|loading|skip|scroll)/i,
  shop: /add to (?:cart|bag|basket)|\bin stock\b|buy now|checkout|shipping|[$€£] ?\d|\d ?[€£]|price|free delivery|warenkorb/i,
  listMarker: /^(?:[-•*·▪►»›]|\d{1,2}[.)])\s/,
} as const;

export type Phrase = keyof typeof PHRASES;
export const PHRASE_NAMES = Object.keys(PHRASES) as Phrase[];

/** Number of characters at a block's start to check, where phrases of boilerplate are. */
const LOOK = 240;

/** Bit mask of the phrases in a block, in the order of `PHRASE_NAMES`. */
export const phraseBits = (text: string): number => {
  const start = text.length > LOOK ? text.slice(0, LOOK) : text;
  let bits = 0;
  for (let i = 0; i < PHRASE_NAMES.length; i++) if (PHRASES[PHRASE_NAMES[i]!].test(start)) bits |= 1 << i;
  return bits;
};
