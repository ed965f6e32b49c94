import type { AccessRule, Audience } from '../access/rules.ts';
import type { ExtractedPage } from '../extract/page.ts';
import type { DeletedItem, FailedItem, PageItem } from '../inputs/item.ts';
import type { AnsweredError, Api } from './api.ts';
import type { ConnectorContext, PathRules } from './connector.ts';

export type { AccessRule, AnsweredError, Api, Audience };

/** A page with the rules of its source on who may see it. */
export type MirroredPage = Omit<PageItem, 'scopes' | 'access'> & { audience: Audience };

/** A group that rules name, with its members. One without e-mail address is counted, and sees nothing by it. */
export interface ToldGroup {
  kind: 'group';
  id: string;
  /** Verified e-mail addresses. */
  people: readonly string[];
  /** Groups in it. */
  groups?: readonly string[];
  /** Members whose address the source hides. */
  hidden?: number;
}

/**
 * Whatever of this place is stored and was not yielded or deleted is as it was, text and rules: for a place whose feed tells
 * what changed. Only where `mayGoOn` says so.
 */
export interface UnchangedRest {
  kind: 'rest-unchanged';
  /** Reads one of these pages after all, by its id: where Parley itself reads pages in another way than before. */
  extract(id: string): Promise<ExtractedPage>;
}

/** What a connector yields. */
export type MirroredItem = MirroredPage | ToldGroup | FailedItem | DeletedItem | UnchangedRest;

/** A place that an input named. */
export interface ApiPlace {
  /** In one spelling, however it was typed: `confluence:https://acme.atlassian.net/wiki/spaces/ENG`. */
  location: string;
  /** The source that it is unless `--source` names one. */
  sourceId: string;
  /** What the API's paths are relative to; credentials are those of its host. */
  base: string;
  /** Other origins of the same service, which get the credentials of the base's host. */
  alsoAt?: readonly string[];
}

/** What a connector's `read` gets. */
export interface ApiContext extends Omit<ConnectorContext, 'fetcher'> {
  api: Api;
  rules: PathRules;
}

/** One right that a connector needs, checked with a call of its own. */
export interface RightCheck {
  /** The right as the service's own pages call it. */
  right: string;
  /** What it is for. */
  why: string;
  /** Where a person gets it. */
  where: string;
  /** Makes the call; throws when it is refused. @returns what it found, for the person who looks on: `3 spaces` */
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
  /** As people call it: `Confluence`. */
  title: string;
  /** How an input is written, for errors: `confluence:https://acme.atlassian.net/wiki/spaces/ENG`. */
  example: string;
  /** What every request needs beside credentials. */
  headers?: Readonly<Record<string, string>>;
  /**
   * For a service that refuses with status 200: the error that its JSON tells. It then counts as its status does: 401 and 403
   * say which credentials or right is missing, 403 and 404 for a page's text close the stored copy, 429 waits.
   */
  errorIn?(json: unknown): AnsweredError | undefined;
  /** The place of an input, without its prefix; undefined for an input of another kind. Makes no request. */
  locate(input: string): ApiPlace | undefined;
  read(place: ApiPlace, context: ApiContext): AsyncGenerator<MirroredItem>;
  /**
   * The members of a group that a rule names, or a group in it; asked once for each that `read` did not tell itself.
   * @returns undefined for a group that is no longer there, which admits nobody
   */
  group?(id: string, place: ApiPlace, context: ApiContext): Promise<Omit<ToldGroup, 'kind' | 'id'> | undefined>;
  setup: {
    /** What to create, where, as steps. */
    steps: readonly string[];
    /** The entry of PARLEY_CREDENTIALS, for a place. */
    credentials(place: ApiPlace): string;
    rights: readonly RightCheck[];
  };
}
