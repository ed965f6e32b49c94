import { readdirSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { ParleyError } from '../../core/errors.ts';
import type { Directory } from '../access/directory.ts';
import { type Credentials, signedIn } from '../fetch/credentials.ts';
import type { Fetcher } from '../fetch/fetch.ts';
import { createApi } from './api.ts';
import type { ApiConnector, ApiPlace } from './api-connector.ts';
import type { SourceKind } from './connector.ts';
import { readMirrored } from './read-mirrored.ts';

/** Parts that all connectors share. */
export interface ConnectorParts {
  fetcher: Fetcher;
  credentials: Credentials;
  directory: Directory;
  /** PARLEY_CONNECTORS: packages or files that export a `connector`, separated by commas. */
  packages?: string;
}

/** Connectors by name. Each is loaded when it is first used. */
export interface Connectors {
  names: readonly string[];
  /** @throws BAD_USAGE for an invalid name, PACKAGE_MISSING, BAD_SETTING for a package that exports no connector */
  load(name: string): Promise<ApiConnector>;
  /** The place that an input names, with its connector, by the input's prefix. @throws BAD_INPUT */
  locate(input: string): Promise<{ connector: ApiConnector; place: ApiPlace } | undefined>;
}

/** A folder beside this file is a connector if it holds this file (`.js` in the built package). */
const FILE = `connector${path.extname(import.meta.filename)}`;

/** Finds the connectors: folders beside this file that hold a `connector.ts`, and the given packages. */
export const findConnectors = (packages = ''): Connectors => {
  const own = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .filter(({ name }) => readdirSync(path.join(import.meta.dirname, name)).includes(FILE))
    .map(({ name }) => [name, pathToFileURL(path.join(import.meta.dirname, name, FILE)).href] as const);
  const given = packages.split(/[\s,]+/).filter(Boolean);
  const modules = new Map([...own, ...given.map((module) => [nameOf(module), addressOf(module)] as const)]);
  const load = async (name: string): Promise<ApiConnector> => {
    const module = modules.get(name);
    if (module === undefined)
      throw new ParleyError('BAD_USAGE', {
        message: `There is no connector ${name}.`,
        remedy: `Connectors are ${[...modules.keys()].join(', ')}; PARLEY_CONNECTORS names more.`,
      });
    if (given.some((one) => nameOf(one) === name)) {
      shareWithConnectors();
      if (module.endsWith('.ts')) modulesOfTypeScript.add(module);
    }
    const { connector } = (await import(module).catch(missingAs(module))) as { connector?: ApiConnector };
    const wrong = connector === undefined ? 'it exports no `connector`' : whatIsWrong(connector, name);
    if (connector !== undefined && wrong === undefined) return connector;
    throw new ParleyError('BAD_SETTING', {
      message: `${module} is no connector called ${name}: ${wrong}.`,
      remedy: 'Correct it, or PARLEY_CONNECTORS: docs/connectors/WRITING.md shows what a connector exports.',
    });
  };
  return {
    names: [...modules.keys()],
    load,
    async locate(input) {
      const [, name = '', rest = ''] = /^([\w-]+):(.+)$/s.exec(input) ?? [];
      if (!modules.has(name)) return undefined;
      const connector = await load(name);
      const place = connector.locate(rest);
      if (place) return { connector, place: foundAgain(connector, place) };
      throw new ParleyError('BAD_INPUT', {
        message: `${input} is no place that ${connector.title} has.`,
        remedy: `Write it as ${connector.example}.`,
      });
    },
  };
};

const text = z.string().min(1);
const callable = z.custom((value) => typeof value === 'function', 'expected a function');
const connectorSchema = z.object({
  name: text,
  title: text,
  example: text,
  locate: callable,
  read: callable,
  group: callable.optional(),
  errorIn: callable.optional(),
  setup: z.object({
    steps: z.array(text),
    credentials: callable,
    rights: z.array(z.object({ right: text, why: text, where: text, check: callable })),
  }),
});

/** Says in words why an export is no connector with this name. Undefined if it is one. */
const whatIsWrong = (connector: ApiConnector, name: string): string | undefined => {
  const [issue] = connectorSchema.safeParse(connector).error?.issues ?? [];
  if (issue) return `its ${issue.path.join('.') || '`connector`'} is not as it should be (${issue.message})`;
  return connector.name === name ? undefined : `its \`name\` is ${connector.name}`;
};

/** The place, if its location leads to the same place again, as a sync needs. Throws otherwise. */
const foundAgain = (connector: ApiConnector, place: ApiPlace): ApiPlace => {
  const { name, title } = connector;
  const rest = place.location.startsWith(`${name}:`) ? place.location.slice(name.length + 1) : undefined;
  if (rest !== undefined && connector.locate(rest)?.location === place.location) return place;
  throw new ParleyError('BAD_SETTING', {
    message: `The connector of ${title} calls a place ${place.location}, and does not find it again by that.`,
    remedy: `Correct its locate: a location is \`${name}:\` and what locate takes for the same place.`,
  });
};

/** The error for a module that cannot be loaded. */
const missingAs =
  (module: string) =>
  (cause: unknown): never => {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new ParleyError('PACKAGE_MISSING', {
      message: `The connector ${module} cannot be loaded: ${code === 'ERR_MODULE_NOT_FOUND' ? 'it, or what it imports, is not there' : message.split('\n')[0]}.`,
      remedy:
        'Install the package in the folder where Parley runs, or correct PARLEY_CONNECTORS; docs/connectors/WRITING.md.',
      cause,
    });
  };

/** The connector's name in a package's name: `zendesk` for `parley-connector-zendesk`, `@acme/zendesk` and `./zendesk.ts`. */
const nameOf = (module: string): string =>
  path.basename(module, path.extname(module)).replace(/^parley-connector-/, '');

/**
 * The address of a module. A file and a package are resolved from the folder in which Parley runs. A package that is not there is
 * resolved beside Parley.
 */
const addressOf = (module: string): string => {
  if (/^[./]/.test(module)) return pathToFileURL(path.resolve(module)).href;
  try {
    return pathToFileURL(createRequire(path.resolve('connectors.js')).resolve(module)).href;
  } catch {
    return module;
  }
};

let isShared = false;

/** Connectors in TypeScript. They are loaded as ES modules, whatever the `type` of their folder's package.json. */
const modulesOfTypeScript = new Set<string>();

/**
 * Makes connectors import this Parley. A clone has no built package, so that `parley/ingest` would not resolve, and another copy
 * would be another program. `zod` is Parley's own if the connector has none.
 */
const shareWithConnectors = (): void => {
  if (isShared) return;
  isShared = true;
  const own = pathToFileURL(path.join(import.meta.dirname, `../index${path.extname(import.meta.filename)}`)).href;
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'parley/ingest') return next(own, context);
      if (modulesOfTypeScript.has(specifier)) return { ...next(specifier, context), format: 'module-typescript' };
      if (specifier !== 'zod') return next(specifier, context);
      try {
        return next(specifier, context);
      } catch {
        return next(specifier, { ...context, parentURL: import.meta.url });
      }
    },
  });
};

/** An API client for a place, whose credentials are sent to the place's host only. */
export const openApi = (
  { fetcher, credentials }: Pick<ConnectorParts, 'fetcher' | 'credentials'>,
  { title, headers, errorIn }: Pick<ApiConnector, 'title' | 'headers' | 'errorIn'>,
  { base, alsoAt }: ApiPlace,
  signal?: AbortSignal,
) =>
  createApi({
    fetcher: signedIn(fetcher, credentials, base, alsoAt),
    stranger: fetcher,
    base,
    service: title,
    headers,
    errorIn,
    signal,
  });

/** Every connector as a kind of source, so that `ingest`, `sync`, `sources` and `forget` accept its inputs. */
export const connectorKinds = (parts: ConnectorParts): SourceKind[] => {
  const connectors = findConnectors(parts.packages);
  return connectors.names.map(
    (name): SourceKind => ({
      kind: name,
      async resolve(input) {
        if (!input.startsWith(`${name}:`)) return undefined;
        const found = await connectors.locate(input);
        return found && { location: found.place.location, sourceId: found.place.sourceId };
      },
      async *read(location, rules, context) {
        const found = await connectors.locate(location);
        if (!found) return;
        const { connector, place } = found;
        const api = openApi(parts, connector, place, context.signal);
        yield* readMirrored(connector, place, { ...context, rules, api }, parts.directory);
      },
    }),
  );
};
