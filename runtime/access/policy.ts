import { readFile } from 'node:fs/promises';
import { isMap, isScalar, LineCounter, type Node, type Pair, parseDocument } from 'yaml';
import { z } from 'zod';
import { ParleyError } from '../../core/errors.ts';
import { PLATFORM_NAMES, type PlatformName } from '../../core/platform-names.ts';

/** Who may see a source. `nobody` replaces a rule that cannot be read. */
export type Audience =
  | 'everyone'
  | 'workspace'
  | 'as-the-source-says'
  | 'nobody'
  | `group:${string}`
  | `person:${string}`
  /** One workspace or server; only for `source-groups`. */
  | `${PlatformName}:${string}`;

/** Who counts as a member of a group in the rules of a mirrored place. */
export interface SourceGroup {
  /** The place as `parley sources` lists it, such as `confluence:https://acme.atlassian.net/wiki/spaces/ENG`. */
  place: string;
  /** The group's id in that place, as `parley access explain` shows it. */
  group: string;
  audiences: readonly Audience[];
  line: number;
}

/** A group of people, listed by verified e-mail address or id, and by groups of a platform or identity provider. */
export interface Group {
  name: string;
  /** Lower-case e-mail addresses, or ids such as `slack:T1/U1`. */
  members: readonly string[];
  /** Ids of a platform's own groups, by platform: `slack` -> `S0614TZR7`, `discord` -> `role:8120`, `oidc` -> `hr`. */
  platformGroups: Readonly<Record<string, readonly string[]>>;
  line: number;
}

/** Restricts who may see the pages of a source, in addition to the pages' own scopes. */
export interface SourceRule {
  source: string;
  audiences: readonly Audience[];
  line: number;
}

/** Whether and from which sources Parley answers in an externally shared channel. Without a rule it does not. */
export interface ChannelRule {
  /** Such as `slack:T024BE7LD/C0EXTERNAL`. */
  channel: string;
  external: 'answer' | 'silent';
  /** Answers use only these sources; all public sources if absent. */
  sources?: readonly string[];
  line: number;
}

/** A rule that could not be read. Its subject is closed. */
export interface PolicyProblem {
  line: number;
  message: string;
}

/** The contents of access.yaml (docs/access.md describes the format). */
export interface AccessPolicy {
  /** The file's path; absent if PARLEY_ACCESS is not set. */
  file?: string;
  /** Such as `slack:T024BE7LD`. If absent, the first workspace of each platform that connects is allowed. */
  workspaces?: readonly string[];
  strangers: 'nothing' | 'everyone';
  groups: ReadonlyMap<string, Group>;
  sources: ReadonlyMap<string, SourceRule>;
  channels: ReadonlyMap<string, ChannelRule>;
  sourceGroups: readonly SourceGroup[];
  problems: readonly PolicyProblem[];
}

/** The policy without a file: the first workspace of each platform is allowed, and strangers see nothing. */
export const DEFAULT_POLICY: AccessPolicy = {
  strangers: 'nothing',
  groups: new Map(),
  sources: new Map(),
  channels: new Map(),
  sourceGroups: [],
  problems: [],
};

const WORKSPACE = /^[a-z]+:[^\s/]+$/;
const CHANNEL = /^[a-z]+:[^\s/]+\/[^\s/]+$/;
const AUDIENCE = /^(?:everyone|workspace|as-the-source-says|(?:group|person):\S.*)$/;
/** Audiences for `source-groups`. `everyone` is not allowed, because unknown people must not count as members of a group. */
const GROUP_AUDIENCE = new RegExp(`^(?:workspace|(?:${PLATFORM_NAMES.join('|')}):[^\\s/]+|(?:group|person):\\S.*)$`);
const SECTIONS = ['workspaces', 'strangers', 'groups', 'sources', 'channels', 'source-groups'];
const sourceGroupsSchema = z.record(
  z.string().min(1),
  z.union([z.string().transform((one) => [one]), z.array(z.string()).min(1)]),
);

const names = z.array(z.coerce.string().min(1));
const groupSchema = z.object({ members: names.default([]) }).catchall(names);
const channelSchema = z.strictObject({ external: z.enum(['answer', 'silent']), sources: names.min(1).optional() });

/**
 * Reads the file that PARLEY_ACCESS names.
 * @throws BAD_SETTING if the file is missing or is not YAML, because access cannot be decided then
 */
export const readAccessPolicy = async (file: string | undefined): Promise<AccessPolicy> => {
  if (!file) return DEFAULT_POLICY;
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new ParleyError('BAD_SETTING', {
      message: `PARLEY_ACCESS names ${file}, which cannot be read.`,
      remedy: 'Correct the path, or leave PARLEY_ACCESS out.',
      cause,
    });
  }
  return { ...parseAccessPolicy(text), file };
};

/**
 * Parses access.yaml. A rule that cannot be read is reported with its line and closes its subject: nobody sees the source,
 * Parley does not answer in the channel, and the workspace or group does not exist.
 * @throws BAD_SETTING for text that is not a YAML mapping
 */
export const parseAccessPolicy = (text: string): AccessPolicy => {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const lineOf = (node: unknown): number => {
    const range = (node as Node | null | undefined)?.range;
    return range ? lines.linePos(range[0]).line : 1;
  };
  const [broken] = document.errors;
  if (broken || (document.contents !== null && !isMap(document.contents))) {
    throw new ParleyError('BAD_SETTING', {
      message: `The access file is not a YAML mapping${broken ? ` (line ${lines.linePos(broken.pos[0]).line})` : ''}.`,
      remedy: 'See docs/access.md for the format; nothing was changed.',
      cause: broken,
    });
  }
  const problems: PolicyProblem[] = [];
  const problem = (line: number, message: string) => {
    problems.push({ line, message });
    return undefined;
  };
  const sections = new Map<string, unknown>();
  for (const { key, value } of (document.contents?.items ?? []) as Pair<Node, Node>[]) {
    const name = String(isScalar(key) ? key.value : key);
    if (SECTIONS.includes(name)) sections.set(name, value);
    else problem(lineOf(key), `"${name}" is not a section; sections are ${SECTIONS.join(', ')}.`);
  }
  /** The entries of a section. Reports a problem if the section is not a mapping. */
  const entries = (section: string): { name: string; value: unknown; line: number }[] => {
    const node = sections.get(section) as Node | undefined;
    if (!node || (isScalar(node) && node.value === null)) return [];
    if (!isMap(node)) return problem(lineOf(node), `${section} must be a mapping.`) ?? [];
    return (node.items as Pair<Node, Node | null>[]).map(({ key, value }) => ({
      name: String(isScalar(key) ? key.value : key),
      value: value?.toJS(document) as unknown,
      line: lineOf(key),
    }));
  };

  const strangersNode = sections.get('strangers') as Node | undefined;
  const strangers = strangersNode?.toJS(document) as unknown;
  if (strangersNode && strangers !== 'nothing' && strangers !== 'everyone')
    problem(lineOf(strangersNode), 'strangers must be nothing or everyone; taken as nothing.');

  const workspacesNode = sections.get('workspaces') as Node | undefined;
  const listed = workspacesNode?.toJS(document) as unknown;
  const workspaces = Array.isArray(listed)
    ? listed.map(String).filter((id) => {
        const readable = WORKSPACE.test(id);
        if (!readable) problem(lineOf(workspacesNode), `"${id}" is not a workspace such as slack:T024BE7LD.`);
        return readable;
      })
    : undefined;
  if (workspacesNode && listed !== null && !workspaces)
    problem(lineOf(workspacesNode), 'workspaces must be a list such as [slack:T024BE7LD]; none is allowed.');

  const groups = new Map<string, Group>();
  for (const { name, value, line } of entries('groups')) {
    const read = groupSchema.safeParse(value ?? {});
    if (!read.success) {
      problem(line, `The group ${name} cannot be read: ${firstIssue(read.error)}. It has no members.`);
      continue;
    }
    const { members, ...platformGroups } = read.data;
    groups.set(name, { name, members: members.map((member) => member.toLowerCase()), platformGroups, line });
  }

  const sources = new Map<string, SourceRule>();
  for (const { name, value, line } of entries('sources')) {
    const said = (Array.isArray(value) ? value : [value]).map(String);
    const wrong = said.find((audience) => !AUDIENCE.test(audience));
    const missing = said.find((audience) => audience.startsWith('group:') && !groups.has(audience.slice(6)));
    if (wrong !== undefined) problem(line, `"${wrong}" is not an audience; the source ${name} is closed.`);
    else if (missing !== undefined) problem(line, `There is no ${missing}; the source ${name} is closed.`);
    const audiences = wrong !== undefined || missing !== undefined ? ['nobody' as const] : (said as Audience[]);
    sources.set(name, { source: name, audiences: audiences.map(foldedPerson), line });
  }

  const channels = new Map<string, ChannelRule>();
  for (const { name, value, line } of entries('channels')) {
    const read = channelSchema.safeParse(value);
    if (!CHANNEL.test(name)) problem(line, `"${name}" is not a channel such as slack:T024BE7LD/C0EXTERNAL.`);
    else if (!read.success) problem(line, `${name}: ${firstIssue(read.error)}. The channel stays silent.`);
    else channels.set(name, { channel: name, ...read.data, line });
  }

  const sourceGroups: SourceGroup[] = [];
  for (const { name: place, value, line } of entries('source-groups')) {
    const read = sourceGroupsSchema.safeParse(value);
    if (!read.success) {
      problem(line, `${place}: ${firstIssue(read.error)}. Its groups stay closed.`);
      continue;
    }
    for (const [group, said] of Object.entries(read.data)) {
      const wrong = said.find((audience) => !GROUP_AUDIENCE.test(audience));
      const missing = said.find((audience) => audience.startsWith('group:') && !groups.has(audience.slice(6)));
      if (wrong !== undefined)
        problem(
          line,
          `"${wrong}" cannot count as members of ${group}: write workspace, slack:T024BE7LD or group:NAME.`,
        );
      else if (missing !== undefined)
        problem(line, `There is no ${missing}; the group ${group} stays as ${place} says.`);
      else sourceGroups.push({ place, group, audiences: (said as Audience[]).map(foldedPerson), line });
    }
  }

  return {
    ...(workspacesNode && { workspaces: workspaces ?? [] }),
    strangers: strangers === 'everyone' ? 'everyone' : 'nothing',
    groups,
    sources,
    channels,
    sourceGroups,
    problems,
  };
};

/** E-mail addresses are compared in lower case, like those of group members. */
const foldedPerson = (audience: Audience): Audience =>
  audience.startsWith('person:') ? (audience.toLowerCase() as Audience) : audience;

const firstIssue = (error: z.ZodError): string => {
  const [issue] = error.issues;
  return `${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'not readable'}`;
};
