import { type Command, InvalidArgumentError } from 'commander';
import { type Permission, permissions, type Token } from '../runtime/access/tokens.ts';
import { askedScopes, collect, names, positiveInteger } from './options.ts';
import { minute, print, printJson } from './output.ts';
import { withParley } from './with-parley.ts';

const DAY_MS = 24 * 3600 * 1000;

interface CreateOptions {
  person?: string;
  scope?: string[];
  may?: Permission[];
  days?: number;
  json?: boolean;
}

export const register = (program: Command): void => {
  const tokens = program
    .command('tokens')
    .description('What other programs ask with, through the API, the OpenAI-compatible door and MCP (docs/doors/).');

  tokens
    .command('create <name>')
    .description('Makes a token and prints it once. Without --person and --scope it sees public pages alone.')
    .option('--person <id>', 'acts for this person: an e-mail address, slack:T1/U1 or discord:3000')
    .option('--scope <scope>', 'sees pages of this scope too, beside those for everyone; repeatable', collect)
    .option('--may <permissions>', `some of ${permissions.join(',')}; all of them by default`, mayOption)
    .option('--days <days>', 'how long it lasts, at most 366; 90 by default', positiveInteger)
    .option('--json', 'print {token, text} as JSON')
    .action((name: string, options: CreateOptions) =>
      withParley(async ({ stores, tokens }) => {
        const { OPERATOR } = await import('../runtime/access/tokens.ts');
        const made = await tokens.create({
          name,
          maker: OPERATOR,
          ...(options.person !== undefined && { person: options.person }),
          ...(options.scope && { scopes: await askedScopes(stores, options.scope) }),
          ...(options.may && { permissions: options.may }),
          ...(options.days !== undefined && { expiresAt: new Date(Date.now() + options.days * DAY_MS).toISOString() }),
        });
        if (options.json) return printJson(made);
        print(made.text, line(made.token), 'Keep it now: only a hash of it is stored.');
      }),
    );

  tokens
    .command('list')
    .description('Every token, newest first, with its last use; never its secret.')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) =>
      withParley(async ({ tokens }) => {
        const all = await tokens.list();
        if (options.json) return printJson(all);
        if (all.length === 0) return print('There are no tokens. `parley tokens create NAME` makes one.');
        for (const token of all) print(line(token));
      }),
    );

  tokens
    .command('revoke <id>')
    .description('Ends a token at once, by its id or by how it begins.')
    .option('--json', 'print the token as JSON')
    .action((id: string, options: { json?: boolean }) =>
      withParley(async ({ tokens }) => {
        const revoked = await tokens.revoke(id);
        if (options.json) printJson(revoked);
        else print(`Revoked ${revoked.name} (${revoked.prefix}…).`);
      }),
    );
};

const mayOption = (value: string): Permission[] => {
  const named = names(value);
  if (named.every((name): name is Permission => permissions.includes(name as Permission))) return named;
  throw new InvalidArgumentError(`It takes some of ${permissions.join(',')}`);
};

const line = ({ prefix, name, person, scopes, permissions, expiresAt, lastUsedAt, revokedAt }: Token): string => {
  const acts = person === undefined ? '' : `as ${person}, `;
  const sees = scopes ? `sees ${scopes.join(', ')}` : person === undefined ? 'sees public pages' : 'sees what they see';
  const ended = revokedAt ? `revoked ${day(revokedAt)}` : `until ${day(expiresAt)}`;
  const used = lastUsedAt ? `last used ${minute(lastUsedAt)}` : 'never used';
  return `${prefix}…  ${name}: ${acts}${sees}, may ${permissions.join(' and ')}, ${ended}, ${used}`;
};

const day = (time: string): string => time.slice(0, 10);
