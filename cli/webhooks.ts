import { type Command, InvalidArgumentError } from 'commander';
import type { Endpoint } from '../runtime/webhooks/endpoints.ts';
import { EVENT_TYPES, type EventType } from '../runtime/webhooks/events.ts';
import { names } from './options.ts';
import { minute, print, printJson } from './output.ts';
import { withParley } from './with-parley.ts';

export const register = (program: Command): void => {
  const webhooks = program
    .command('webhooks')
    .description(
      'Programs that are told when something happens, such as a question that no page answers (docs/doors/webhooks.md).',
    );

  webhooks
    .command('add <url>')
    .description('Tells this address of events from now on. Prints the secret that signs them.')
    .option('--events <events>', `some of ${EVENT_TYPES.join(',')}; all of them by default`, eventsOption)
    .option('--json', 'print {id, url, events, secret} as JSON')
    .action((url: string, { events, json }: { events?: EventType[]; json?: boolean }) =>
      withParley(async ({ webhooks }) => {
        const added = await webhooks.endpoints.add(url, events);
        if (json) return printJson(added);
        print(
          line(added),
          `Secret: ${added.secret}`,
          `Give the secret to the receiver, then try it: parley webhooks test ${added.id}`,
        );
      }),
    );

  webhooks
    .command('list')
    .description('Every address that is told, oldest first, without its secret.')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) =>
      withParley(async ({ webhooks }) => {
        const all = await webhooks.endpoints.list();
        if (json) return printJson(all.map(({ secret: _, ...endpoint }) => endpoint));
        if (all.length === 0) return print('There are no webhooks. `parley webhooks add URL` makes one.');
        for (const endpoint of all) print(line(endpoint));
      }),
    );

  webhooks
    .command('test <id>')
    .description('Sends one event of the type `test` at once, and says whether it was taken.')
    .action((id: string) =>
      withParley(async ({ webhooks }) => {
        await webhooks.test(id);
        print('The receiver took it.');
      }),
    );

  webhooks
    .command('remove <id>')
    .description('Tells this address of nothing more; what waits for it is not sent.')
    .action((id: string) =>
      withParley(async ({ webhooks }) => {
        const { url } = await webhooks.endpoints.remove(id);
        print(`Removed ${url}.`);
      }),
    );

  webhooks
    .command('failed')
    .description('Events that could not be delivered in all of their attempts.')
    .option('--retry', 'puts them back in the queue')
    .option('--json', 'print JSON')
    .action(({ retry = false, json }: { retry?: boolean; json?: boolean }) =>
      withParley(async ({ webhooks }) => {
        const failed = await webhooks.failed({ retry });
        if (json) return printJson(failed);
        if (failed.length === 0) return print('Every event was delivered, or is being tried.');
        for (const { endpoint, type, failedAt, error } of failed)
          print(`${minute(failedAt)}  ${endpoint}  ${type}  ${error}`);
        print(retry ? `${failed.length} are in the queue again.` : '`--retry` tries them again.');
      }),
    );
};

const eventsOption = (value: string): EventType[] => {
  const named = names(value);
  if (named.length > 0 && named.every((name): name is EventType => EVENT_TYPES.includes(name as EventType)))
    return named;
  throw new InvalidArgumentError(`It takes some of ${EVENT_TYPES.join(',')}`);
};

const line = ({ id, url, events, goneAt }: Endpoint): string =>
  `${id}  ${url}  ${events.length === EVENT_TYPES.length ? 'all events' : events.join(', ')}${goneAt ? `  gone since ${goneAt.slice(0, 10)}` : ''}`;
