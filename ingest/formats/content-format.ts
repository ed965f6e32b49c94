/** Formats of which the beginning of a file tells. */
export type ContentFormat = 'api';

/** Names whose files are of many kinds, which their beginning tells. */
const OPEN_NAME = /\.(?:ya?ml|json)$/i;
const OPEN_TYPE = /^(?:application|text)\/(?:[\w.+-]+\+)?(?:json|(?:x-)?yaml)$/i;

/** True for a name or a media type of which the beginning of the file tells the format. */
export const isOpenFormat = (name: string, mediaType = ''): boolean =>
  OPEN_NAME.test(name) || OPEN_TYPE.test(mediaType);

/** The format of a file by its beginning; undefined if it is data that no reader takes. */
export const formatByContent = (head: string): ContentFormat | undefined => (describesApi(head) ? 'api' : undefined);

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
