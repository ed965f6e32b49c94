import type { AccessRule, Audience } from '../access/rules.ts';
import type { ExtractedPage } from '../extract/page.ts';
import type { DeletedItem, FailedItem, PageItem } from '../inputs/item.ts';
import type { AnsweredError, Api } from './api.ts';
import type { ConnectorContext, PathRules } from './connector.ts';

export type { AccessRule, AnsweredError, Api, Audience };

/** A page with the rules of its source that say who may see it. */
export type MirroredPage = Omit<PageItem, 'scopes' | 'access'> & { audience: Audience };

/**
 * A group that rules name, with its members. A member without an e-mail address is only counted (`hidden`), and the group does
 * not give that person access.
 */
export interface ToldGroup {
  kind: 'group';
  id: string;
  /** Verified e-mail addresses. */
  people: readonly string[];
  /** Ids of groups that are members of this one. */
  groups?: readonly string[];
  /** Number of members whose address the source hides. */
  hidden?: number;
}

/**
 * States that every stored page of this place that was not yielded or deleted is unchanged, text and rules. For connectors that
 * read a feed of changes. Allowed only if `mayGoOn` returns true.
 */
export interface UnchangedRest {
  kind: 'rest-unchanged';
  /**
   * Reads the text of one of these pages by its id. The pipeline calls it if a newer version of Parley extracts text in another
   * way.
   */
  extract(id: string): Promise<ExtractedPage>;
}

/** What a connector yields. */
export type MirroredItem = MirroredPage | ToldGroup | FailedItem | DeletedItem | UnchangedRest;

/** A place that an input names. */
export interface ApiPlace {
  /** The normalized spelling: `confluence:https://acme.atlassian.net/wiki/spaces/ENG`. */
  location: string;
  /** The id of its source, unless `--source` gives another one. */
  sourceId: string;
  /** The address that API paths are relative to. The credentials of its host are sent. */
  base: string;
  /** Other origins of the same service. They get the credentials of the base's host. */
  alsoAt?: readonly string[];
}

/** What a connector's `read` gets. */
export interface ApiContext extends Omit<ConnectorContext, 'fetcher'> {
  api: Api;
  rules: PathRules;
}

/** A right that a connector needs, with a call that checks it. */
export interface RightCheck {
  /** The right's name in the service's own documentation. */
  right: string;
  /** What the connector needs it for. */
  why: string;
  /** Where an administrator grants it. */
  where: string;
  /** Makes the call, and throws if the service refuses it. @returns what it found, as text for the administrator: `3 spaces` */
  check(place: ApiPlace, api: Api): Promise<string>;
}

/**
 * A place with an API: one folder `ingest/sources/NAME/` whose `connector.ts` exports `connector`. Nothing else names it: the
 * folder's name is the prefix of its inputs (`NAME:…`) and the kind of its sources. docs/connectors/WRITING.md walks through
 * one.
 *
 * `read` yields every page that is there, with the rules on who may see it, and every group that these rules name. A page that
 * cannot be read is a failure with its id; a part of the place that cannot be listed is a failure without one, and then nothing
 * is deleted. `extract` is called only when `hash` is new; who may see a page is no part of the hash.
 */
export interface ApiConnector {
  name: string;
  /** The name that people use: `Confluence`. */
  title: string;
  /** An example of an input, for error messages: `confluence:https://acme.atlassian.net/wiki/spaces/ENG`. */
  example: string;
  /** Headers that every request needs, besides credentials. */
  headers?: Readonly<Record<string, string>>;
  /**
   * For a service that reports errors with status 200: the error in its JSON, which is then handled by its `status`. 401 and 403
   * name the missing credentials or right, 403 and 404 for a page's text close the stored copy, 429 waits.
   */
  errorIn?(json: unknown): AnsweredError | undefined;
  /** The place that an input names, undefined for an input of another kind. Makes no request. */
  locate(input: string): ApiPlace | undefined;
  read(place: ApiPlace, context: ApiContext): AsyncGenerator<MirroredItem>;
  /**
   * The members of a group that a rule names or that is a member of another group. Called once for each group that `read` did not
   * yield.
   * @returns undefined for a group that no longer exists, which then admits nobody
   */
  group?(id: string, place: ApiPlace, context: ApiContext): Promise<Omit<ToldGroup, 'kind' | 'id'> | undefined>;
  setup: {
    /** Steps to create the credentials: what to create, and where. */
    steps: readonly string[];
    /** The entry of PARLEY_CREDENTIALS for a place. */
    credentials(place: ApiPlace): string;
    rights: readonly RightCheck[];
  };
}
