import { wordTable } from '../../../core/word-table.ts';
/** How an element of DocBook, DITA or Mallard is written in HTML. */
export type Written =
  /** Nothing of it and of what is inside. */
  | 'nothing'
  /** A part with a heading of its own. */
  | 'section'
  /** A note, a tip, a warning. */
  | 'box'
  /** An element of HTML. */
  | { tag: string };

const words = (text: string): string[] => text.trim().split(/\s+/);
const all = (names: string, written: Written): [string, Written][] => words(names).map((name) => [name, written]);
const as = (tag: string, names: string): [string, Written][] => all(names, { tag });

/** Elements by their names. Those that are not here are written as what is inside of them. */
export const VOCABULARY: ReadonlyMap<string, Written> = new Map([
  ...all(
    `indexterm index toc lot bibliomset remark comment beginpage anchor imagedata imageobject videoobject audioobject
     articleinfo bookinfo chapterinfo sectioninfo sect1info sect2info prefaceinfo appendixinfo refentryinfo refsectioninfo
     refsect1info partinfo setinfo glossaryinfo info blockinfo objectinfo refmeta titleabbrev navtitle searchtitle titlealts prolog
     related-links reltable links else draft-comment required-cleanup data data-about desc-none navinfo`,
    'nothing',
  ),
  ...all(
    `section sect1 sect2 sect3 sect4 sect5 simplesect chapter appendix preface part partintro article book reference refentry
     refsect1 refsect2 refsect3 refsection refsynopsisdiv dedication colophon glossary bibliography set topic concept task
     troubleshooting glossentry-topic sidebar example procedure formalpara figure informalfigure
     context-section prereq context result postreq tasktroubleshooting cause remedy condition refsyn properties-section abstract`,
    'section',
  ),
  ...all('note tip warning caution important danger hazardstatement', 'box'),
  ...as('p', 'para simpara p shortdesc synopsisline subtitle cmd refpurpose'),
  ...as('ul', 'itemizedlist simplelist ul sl list steps-unordered choices'),
  ...as('ol', 'orderedlist ol steps substeps calloutlist qandaset'),
  ...as('li', 'listitem li sli step substep choice callout member stepsection'),
  ...as('dl', 'variablelist glosslist dl parml terms segmentedlist'),
  ...as('dt', 'term glossterm-head dt pt dthd'),
  ...as('dd', 'glossdef dd pd ddhd'),
  ...as(
    'pre',
    'programlisting screen literallayout synopsis codeblock pre lines msgblock funcsynopsisinfo classsynopsisinfo programlistingco screenco code-block',
  ),
  ...as('table', 'table informaltable simpletable properties choicetable'),
  ...as('thead', 'thead'),
  ...as('tbody', 'tbody tfoot'),
  ...as('tr', 'row tr strow sthead property prophead chrow chhead'),
  ...as(
    'td',
    'entry td stentry proptype propvalue propdesc choption chdesc proptypehd propvaluehd propdeschd choptionhd chdeschd',
  ),
  ...as('blockquote', 'blockquote lq epigraph'),
  ...as(
    'code',
    `command literal code filename option varname function parameter classname methodname constant envar systemitem userinput
     computeroutput prompt property-name token type returnvalue errorcode errorname replaceable markup tag sgmltag structfield
     structname symbol codeph filepath cmdname apiname parmname systemoutput msgph xmlelement xmlatt sys cmd-inline input output`,
  ),
  ...as('em', 'emphasis em i citetitle firstterm foreignphrase cite'),
  ...as('strong', 'b strong'),
  ...as('sup', 'superscript sup'),
  ...as('sub', 'subscript sub'),
]);

/** What a box is called. */
export const BOX_WORDS = wordTable<string>({
  note: 'Note',
  tip: 'Tip',
  warning: 'Warning',
  caution: 'Caution',
  important: 'Important',
  danger: 'Danger',
  hazardstatement: 'Danger',
});

/** Parts of a DITA task that have no title of their own, as its toolkit calls them. */
export const TASK_PARTS = wordTable<string>({
  prereq: 'Before you begin',
  result: 'Results',
  postreq: 'What to do next',
  tasktroubleshooting: 'Troubleshooting',
  cause: 'Cause',
  remedy: 'Remedy',
  condition: 'Condition',
});

/** Elements whose text is a name in a program's window; several are a path through its menus. */
export const MENU_PATHS: ReadonlySet<string> = new Set(['menuchoice', 'menucascade', 'guiseq']);
export const KEYS: ReadonlySet<string> = new Set(['keycombo', 'keyseq']);
