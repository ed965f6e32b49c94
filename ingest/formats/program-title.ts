/** Names that programs give new files, and what they put before the name of the file that they converted. */
const GIVEN =
  /^(?:untitled|new tab|document\d*|presentation\d*|powerpoint presentation|microsoft \w+ - .*|.*\.(?:docx?|indd|tex|dvi|pdf))$/i;
/** A browser that prints a page without a title writes its address: `about:blank`, `file:///tmp/a.html`. */
const ADDRESS = /^(?:about|file|data|blob|https?):\S*$/i;

/** A document's own title, or nothing where the program that wrote it made that up: it says nothing about the text. */
export const ownTitle = (title: string): string => (GIVEN.test(title) || ADDRESS.test(title) ? '' : title);
