/** The title of a note, a warning or a similar box, by its words. */
export const BOX_TITLE =
  /^(?:note|caution|warning|tip|important|danger|hint|attention|see also|hinweis|achtung|warnung|wichtig|remarque|attention|nota|importante|注意)s?[:.!]?$/i;
