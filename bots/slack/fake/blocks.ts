import { SlackRefusal } from './rules.ts';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const refuse = (where: string, why: string): never => {
  throw new SlackRefusal('invalid_blocks', { errors: [`${why} [json-pointer:${where}]`] });
};

const text = (value: unknown, where: string, most: number, kinds = ['plain_text', 'mrkdwn']) => {
  if (!isObject(value)) return refuse(where, 'missing text object');
  if (!kinds.includes(String(value.type))) refuse(where, `text type ${String(value.type)} is not allowed`);
  const length = String(value.text ?? '').length;
  if (length < 1) refuse(where, 'must be more than 0 characters');
  if (length > most) refuse(where, `must be less than ${most + 1} characters`);
};
const bounded = (value: unknown, where: string, most: number) => {
  if (value !== undefined && (typeof value !== 'string' || value.length > most))
    refuse(where, `must be less than ${most + 1} characters`);
};
const list = (value: unknown, where: string, most: number): unknown[] => {
  if (!Array.isArray(value) || value.length === 0) return refuse(where, 'must hold at least one item');
  if (value.length > most) refuse(where, `no more than ${most} items allowed`);
  return value;
};
const option = (value: unknown, where: string) => {
  if (!isObject(value)) return refuse(where, 'an option is an object');
  text(value.text, `${where}/text`, 75);
  if (typeof value.value !== 'string') refuse(`${where}/value`, 'missing value');
  bounded(value.value, `${where}/value`, 150);
  if (value.description !== undefined) text(value.description, `${where}/description`, 75);
};

/** Checks of block elements (docs.slack.dev/reference/block-kit/block-elements/NAME-element). */
const elements: Record<string, (element: Json, where: string) => void> = {
  button(element, where) {
    text(element.text, `${where}/text`, 75, ['plain_text']);
    bounded(element.value, `${where}/value`, 2000);
    bounded(element.url, `${where}/url`, 3000);
  },
  feedback_buttons(element, where) {
    for (const name of ['positive_button', 'negative_button']) {
      const button = element[name];
      if (!isObject(button)) return refuse(`${where}/${name}`, 'missing button');
      text(button.text, `${where}/${name}/text`, 75, ['plain_text']);
      if (typeof button.value !== 'string') refuse(`${where}/${name}/value`, 'missing value');
      bounded(button.value, `${where}/${name}/value`, 2000);
      bounded(button.accessibility_label, `${where}/${name}/accessibility_label`, 75);
    }
  },
  icon_button(element, where) {
    if (element.icon !== 'trash') refuse(`${where}/icon`, 'the only icon is trash');
    text(element.text, `${where}/text`, 75, ['plain_text']);
    bounded(element.value, `${where}/value`, 2000);
  },
  static_select(element, where) {
    list(element.options, `${where}/options`, 100).forEach((item, i) => {
      option(item, `${where}/options/${i}`);
    });
  },
  multi_static_select(element, where) {
    const options = list(element.options, `${where}/options`, 100);
    options.forEach((item, i) => {
      option(item, `${where}/options/${i}`);
    });
    const known = new Set(options.map((item) => JSON.stringify(item)));
    if (element.initial_options !== undefined)
      for (const item of list(element.initial_options, `${where}/initial_options`, 100))
        if (!known.has(JSON.stringify(item))) refuse(`${where}/initial_options`, 'must be among the options');
  },
  radio_buttons(element, where) {
    list(element.options, `${where}/options`, 10).forEach((item, i) => {
      option(item, `${where}/options/${i}`);
    });
  },
  checkboxes(element, where) {
    list(element.options, `${where}/options`, 10).forEach((item, i) => {
      option(item, `${where}/options/${i}`);
    });
  },
  plain_text_input(element, where) {
    if (element.max_length !== undefined && Number(element.max_length) > 3000)
      refuse(`${where}/max_length`, 'at most 3000');
    if (element.placeholder !== undefined) text(element.placeholder, `${where}/placeholder`, 150, ['plain_text']);
  },
  number_input() {},
  users_select() {},
  multi_users_select() {},
  overflow(element, where) {
    list(element.options, `${where}/options`, 5).forEach((item, i) => {
      option(item, `${where}/options/${i}`);
    });
  },
};
const element = (value: unknown, where: string, allowed: readonly string[]) => {
  if (!isObject(value)) return refuse(where, 'an element is an object');
  const kind = String(value.type);
  if (!allowed.includes(kind) || !elements[kind]) refuse(where, `unsupported element ${kind}`);
  bounded(value.action_id, `${where}/action_id`, 255);
  elements[kind]?.(value, where);
};

const MESSAGE_ACTIONS = ['button', 'static_select', 'multi_static_select', 'overflow', 'radio_buttons', 'checkboxes'];
const INPUTS = [
  'plain_text_input',
  'number_input',
  'static_select',
  'multi_static_select',
  'radio_buttons',
  'checkboxes',
  'users_select',
  'multi_users_select',
];

/** Checks of blocks (docs.slack.dev/reference/block-kit/blocks/NAME-block). */
const blocks: Record<string, (block: Json, where: string) => void> = {
  section(block, where) {
    if (block.text === undefined && block.fields === undefined) refuse(where, 'needs text or fields');
    if (block.text !== undefined) text(block.text, `${where}/text`, 3000);
    if (block.accessory !== undefined)
      element(block.accessory, `${where}/accessory`, [...MESSAGE_ACTIONS, 'users_select']);
  },
  header(block, where) {
    text(block.text, `${where}/text`, 150, ['plain_text']);
  },
  divider() {},
  context(block, where) {
    list(block.elements, `${where}/elements`, 10).forEach((item, i) => {
      text(item, `${where}/elements/${i}`, 3000);
    });
  },
  actions(block, where) {
    list(block.elements, `${where}/elements`, 25).forEach((item, i) => {
      element(item, `${where}/elements/${i}`, MESSAGE_ACTIONS);
    });
  },
  context_actions(block, where) {
    list(block.elements, `${where}/elements`, 5).forEach((item, i) => {
      element(item, `${where}/elements/${i}`, ['feedback_buttons', 'icon_button']);
    });
  },
  markdown(block, where) {
    if (typeof block.text !== 'string' || block.text.length === 0) refuse(`${where}/text`, 'missing text');
  },
  input(block, where) {
    text(block.label, `${where}/label`, 2000, ['plain_text']);
    if (block.hint !== undefined) text(block.hint, `${where}/hint`, 2000, ['plain_text']);
    element(block.element, `${where}/element`, INPUTS);
  },
  task_card(block, where) {
    if (typeof block.task_id !== 'string') refuse(`${where}/task_id`, 'missing task_id');
    if (typeof block.title !== 'string') refuse(`${where}/title`, 'missing title');
  },
  plan(block, where) {
    if (typeof block.title !== 'string') refuse(`${where}/title`, 'missing title');
  },
};

/** Markdown stands in messages alone (docs.slack.dev/reference/block-kit/blocks). */
const SURFACES = {
  message: [
    'section',
    'header',
    'divider',
    'context',
    'actions',
    'context_actions',
    'markdown',
    'task_card',
    'plan',
    'input',
  ],
  modal: ['section', 'header', 'divider', 'context', 'actions', 'input'],
  home: ['section', 'header', 'divider', 'context', 'actions', 'input'],
} as const;

/** The number of blocks that a Markdown text becomes. Each heading and table is a block, and counts towards the limit of 50. */
const expandedBlocks = (markdown: string): number => {
  let count = 0;
  let open = false;
  let table = false;
  for (const line of markdown.split('\n')) {
    const heading = /^#{1,6}\s/.test(line);
    const row = /^\s*\|/.test(line);
    if (heading) count += 1;
    else if (row && !table) count += 1;
    else if (!row && line.trim() && !open) count += 1;
    open = !heading && !row && (open || line.trim() !== '') && !table;
    table = row;
  }
  return Math.max(1, count);
};

/** The characters of all texts in a block. */
const textLength = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + textLength(item), 0);
  if (!isObject(value)) return 0;
  return Object.entries(value).reduce(
    (sum, [name, item]) => sum + (name === 'text' && typeof item === 'string' ? item.length : textLength(item)),
    0,
  );
};

/** What the texts of a message's blocks may hold together, as observed (github.com/slackapi/bolt-js/issues/2509). */
const BLOCKS_TEXT_LIMIT = 13_200;

/** Throws like Slack for blocks that are invalid or not allowed on a surface. */
export const checkBlocks = (value: unknown, surface: keyof typeof SURFACES) => {
  if (value === undefined) return;
  if (!Array.isArray(value)) return refuse('/blocks', 'must be an array');
  const most = surface === 'message' ? 50 : 100;
  let markdown = 0;
  let count = 0;
  const ids = new Set<string>();
  for (const [i, item] of value.entries()) {
    const where = `/blocks/${i}`;
    if (!isObject(item)) return refuse(where, 'a block is an object');
    const kind = String(item.type);
    if (!(SURFACES[surface] as readonly string[]).includes(kind)) refuse(where, `unsupported block ${kind}`);
    bounded(item.block_id, `${where}/block_id`, 255);
    if (typeof item.block_id === 'string') {
      if (ids.has(item.block_id)) refuse(`${where}/block_id`, 'block_id is not unique');
      ids.add(item.block_id);
    }
    blocks[kind]?.(item, where);
    if (kind === 'markdown') {
      markdown += String(item.text).length;
      count += expandedBlocks(String(item.text));
    } else count += 1;
  }
  if (markdown > 12_000 || (surface === 'message' && textLength(value) > BLOCKS_TEXT_LIMIT))
    throw new SlackRefusal('msg_blocks_too_long');
  if (count > most) refuse('/blocks', `no more than ${most} items allowed`);
};

/** Throws like Slack for an invalid modal or home view. */
export const checkView = (view: unknown) => {
  if (!isObject(view)) throw new SlackRefusal('invalid_arguments', { messages: ['view'] });
  const home = view.type === 'home';
  if (!home && view.type !== 'modal') throw new SlackRefusal('invalid_arguments', { messages: ['view.type'] });
  if (!home) {
    text(view.title, '/view/title', 24, ['plain_text']);
    for (const name of ['submit', 'close'])
      if (view[name] !== undefined) text(view[name], `/view/${name}`, 24, ['plain_text']);
  }
  bounded(view.private_metadata, '/view/private_metadata', 3000);
  bounded(view.callback_id, '/view/callback_id', 255);
  checkBlocks(view.blocks, home ? 'home' : 'modal');
  const hasInput = (view.blocks as Json[]).some((item) => item.type === 'input');
  if (!home && hasInput && view.submit === undefined) refuse('/view/submit', 'a view with inputs needs submit');
  if (JSON.stringify(view).length > 250_000) throw new SlackRefusal('view_too_large');
};
