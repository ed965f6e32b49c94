import { isChatLog } from './text/chat-log-lines.ts';
import { startsAsRecords } from './text/records.ts';

/** Bytes at the beginning of a file that tell what it is. */
export const HEAD_BYTES = 16_384;

/** Formats of which the beginning of a file tells. */
export type ContentFormat = 'api' | 'manual' | 'chatlog' | 'records';

/** Names whose files are of many kinds, which their beginning tells. */
const OPEN_NAME = /\.(?:ya?ml|json|xml|page|log)$/i;
const OPEN_TYPE = /^(?:application|text)\/(?:[\w.+-]+\+)?(?:json|(?:x-)?yaml|xml)$/i;

/** True for a name or a media type of which the beginning of the file tells the format. */
export const isOpenFormat = (name: string, mediaType = ''): boolean =>
  OPEN_NAME.test(name) || OPEN_TYPE.test(mediaType);

/** The format of a file by its beginning; undefined if it is data that no reader takes. */
export const formatByContent = (head: string): ContentFormat | undefined =>
  describesApi(head)
    ? 'api'
    : isXmlManual(head)
      ? 'manual'
      : startsAsRecords(head)
        ? 'records'
        : isChatLog(head)
          ? 'chatlog'
          : undefined;

/** Names that a description of an API has by custom, where nobody looks into the file. */
const API_NAME =
  /(?:^|[/\\])(?:openapi|swagger|asyncapi)\.(?:ya?ml|json)$|\.(?:openapi|swagger|asyncapi)\.(?:ya?ml|json)$|\.postman_collection\.json$/i;

/** The format of a file by a name that says more than its ending. */
export const formatByWholeName = (name: string): ContentFormat | undefined => (API_NAME.test(name) ? 'api' : undefined);

/** True for the beginning of a description of an API: OpenAPI, Swagger, AsyncAPI, a collection of Postman. */
const describesApi = (head: string): boolean =>
  /^\s*\{/.test(head)
    ? /"(?:openapi|swagger|asyncapi)"\s*:\s*"\d/.test(head) ||
      /"schema"\s*:\s*"https:\/\/schema\.(?:get)?postman\.com\/\S{0,40}collection/.test(head)
    : /^["']?(?:openapi|swagger|asyncapi)["']?[ \t]*:[ \t]*["']?\d/m.test(head);

/** What may stand before the first element of an XML file. */
const PROLOG = /\s+|<\?[^?]*\?>|<!DOCTYPE[^<>[\]]*(?:\[[\s\S]*?\]\s*)?>|<!--(?:[^-]|-(?!->)){0,8000}-->/gy;

/** The beginning of an XML file from its first element on; empty if it does not show one. */
const fromRoot = (head: string): string => {
  PROLOG.lastIndex = 0;
  let at = 0;
  while (PROLOG.test(head)) at = PROLOG.lastIndex;
  return head.startsWith('<', at) ? head.slice(at) : '';
};

/** The name of an XML file's first element; empty if its beginning does not show it. */
export const rootOf = (head: string): string => /^<([\w:-]{1,100})/.exec(fromRoot(head))?.[1] ?? '';

const DOCBOOK = /^(?:book|article|chapter|appendix|preface|part|section|sect1|reference|refentry|glossary)$/;
const DITA = /^(?:topic|concept|task|reference|troubleshooting|glossentry|dita)$/;

/** True for the source of a manual: DocBook, DITA or Mallard. */
const isXmlManual = (head: string): boolean => {
  const root = rootOf(head).replace(/^\w+:/, '');
  if (!DOCBOOK.test(root) && !DITA.test(root) && root !== 'page') return false;
  const start = fromRoot(head);
  if (root === 'page') return /^<page\b[^>]*http:\/\/projectmallard\.org\//.test(start);
  if (/DTD[^"'>]{0,40}DocBook/i.test(head) || /^<[^>]*http:\/\/docbook\.org\/ns\/docbook/.test(start))
    return DOCBOOK.test(root);
  if (/DTD[^"'>]{0,20}DITA/.test(head) || /<(?:con|task|ref)body\b/.test(start)) return DITA.test(root);
  // Parts of a manual that another file inserts say nothing of their kind.
  return DOCBOOK.test(root) && /<title\b/.test(start) && /<(?:para|simpara|refnamediv)\b/.test(start);
};
