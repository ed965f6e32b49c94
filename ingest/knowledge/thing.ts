/** Headings that name a kind of part, the same on every page. The text below them is about the heading above. */
const KIND_OF_PART =
  /^(?:parameters?|members?|options?|arguments?|args|attributes?|fields?|properties|methods?|functions?|returns?|return values?|values?|constants?|flags|instances|enumerat(?:ors?|ions?)|types?(?: and values)?|directories|files|(?:detailed |short )?descriptions?|details|overview|summary|synopsis|usage|examples?|notes?|see also|references|index|contents|parameter|optionen|beschreibung|paramètres|parámetros|parâmetros)$/i;
/** Numbered pages and boxes. */
const NUMBERED =
  /^(?:slide|sheet|page|table|figure|section|chapter|row|folie|blatt|seite|tabelle|diapositive|hoja)\s*\d+$/i;
/** "Protected Member Functions" is a kind of part too. */
const PARTS = /\b(?:members?|functions|methods|types|classes|attributes|parameters)$/i;
/** Maximum words of a name. A longer heading, or a question, is a sentence. */
const MAX_NAME_WORDS = 10;
/** `10. Resource control`: a numbered section of a document, not a thing. */
const SECTION = /^(?:(?:chapter|part|section|appendix)\s+)?\d+(?:\.\d+)*\.?\s/i;
/** Signs of code, which does not name a thing: `size() const`, `Eigen::Dynamic`, `--list`. */
const CODE = /[{}<>;=]|::|\(\)|\w\(|(?:^|\s)--?\w|->/;

/** True if a heading or title names a thing that can be the subject of facts. */
export const namesThing = (heading: string): boolean => {
  const name = heading.trim();
  return (
    !KIND_OF_PART.test(name) &&
    !NUMBERED.test(name) &&
    !PARTS.test(name) &&
    !SECTION.test(name) &&
    !/[?？:]$/.test(name) &&
    name.split(/\s+/).length <= MAX_NAME_WORDS &&
    !isCode(name)
  );
};

/** True for a text with a sign of code: brackets, `;`, `::`, an option such as `-v`, an arrow. */
export const isCode = (text: string): boolean => CODE.test(text);
