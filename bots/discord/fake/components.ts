import { ButtonStyle, ComponentType, MessageFlags } from 'discord.js';
import { DiscordRefusal } from './rules.ts';

type Json = Record<string, unknown>;

const bad = (field: string, why: string): never => {
  throw new DiscordRefusal('invalidForm', field, why);
};
const text = (value: unknown, field: string, least: number, most: number) => {
  const length = typeof value === 'string' ? value.length : 0;
  if (length < least || length > most) bad(field, `Must be between ${least} and ${most} in length.`);
};
const children = (component: Json, field: string, least: number, most: number): Json[] => {
  const list = component.components as Json[] | undefined;
  if (!Array.isArray(list) || list.length < least || list.length > most)
    return bad(`${field}.components`, `Must be between ${least} and ${most} in length.`);
  return list;
};

interface Count {
  components: number;
  characters: number;
  ids: Set<string>;
}
type Check = (component: Json, field: string, count: Count) => void;

const customId = (component: Json, field: string, { ids }: Count) => {
  text(component.custom_id, `${field}.custom_id`, 1, 100);
  if (ids.has(String(component.custom_id))) bad(`${field}.custom_id`, 'Component custom id cannot be duplicated');
  ids.add(String(component.custom_id));
};

const options = (component: Json, field: string, least: number, most: number) => {
  const list = component.options as Json[] | undefined;
  if (!Array.isArray(list) || list.length < least || list.length > most)
    return bad(`${field}.options`, `Must be between ${least} and ${most} in length.`);
  list.forEach((option, i) => {
    text(option.label, `${field}.options.${i}.label`, 1, 100);
    text(option.value, `${field}.options.${i}.value`, 1, 100);
    if (option.description !== undefined) text(option.description, `${field}.options.${i}.description`, 0, 100);
  });
};

/** Component limits: discord.com/developers/docs/components/reference. */
const checks: Partial<Record<ComponentType, Check>> = {
  [ComponentType.ActionRow]: (row, field, count) => {
    const inside = children(row, field, 1, 5);
    const selects = inside.filter((item) => item.type !== ComponentType.Button);
    if (selects.length > 0 && inside.length > 1) bad(field, 'A select stands alone in its row.');
    inside.forEach((item, i) => {
      if (![ComponentType.Button, ComponentType.StringSelect].includes(item.type as number))
        bad(`${field}.components.${i}`, 'type');
      check(item, `${field}.components.${i}`, count);
    });
  },
  [ComponentType.Button]: (button, field, count) => {
    if (button.label !== undefined) text(button.label, `${field}.label`, 1, 80);
    if (button.label === undefined && button.emoji === undefined)
      bad(`${field}.label`, 'A button needs a label or an emoji.');
    if (button.style === ButtonStyle.Link) {
      text(button.url, `${field}.url`, 1, 512);
      if (!/^(https?|discord):\/\//.test(String(button.url)))
        bad(`${field}.url`, 'Scheme must be one of http, https, discord.');
    } else customId(button, field, count);
  },
  [ComponentType.StringSelect]: (select, field, count) => {
    customId(select, field, count);
    options(select, field, 1, 25);
  },
  [ComponentType.TextDisplay]: (display, field, count) => {
    text(display.content, `${field}.content`, 1, 4000);
    count.characters += String(display.content).length;
  },
  [ComponentType.Section]: (section, field, count) => {
    children(section, field, 1, 3).forEach((item, i) => {
      if (item.type !== ComponentType.TextDisplay) bad(`${field}.components.${i}`, 'A section holds text displays.');
      check(item, `${field}.components.${i}`, count);
    });
    if (!section.accessory) bad(`${field}.accessory`, 'This field is required');
    check(section.accessory as Json, `${field}.accessory`, count);
  },
  [ComponentType.Separator]: () => {},
  [ComponentType.Container]: (container, field, count) => {
    children(container, field, 1, 40).forEach((item, i) => {
      if (item.type === ComponentType.Container) bad(`${field}.components.${i}`, 'Containers do not nest.');
      check(item, `${field}.components.${i}`, count);
    });
  },
};

const check: Check = (component, field, count) => {
  count.components += 1;
  const rule = checks[component.type as ComponentType];
  if (!rule) return bad(`${field}.type`, `Component type ${String(component.type)} is not allowed here.`);
  rule(component, field, count);
};

/** Throws like Discord for an invalid message. @param before the message that is edited, if any */
export const checkMessage = (body: Json, before?: Json) => {
  const flags = Number(body.flags ?? 0) | (Number(before?.flags ?? 0) & MessageFlags.IsComponentsV2);
  const v2 = (flags & MessageFlags.IsComponentsV2) !== 0;
  const components = (body.components as Json[] | undefined) ?? undefined;
  if (v2 && body.content)
    bad('content', 'The `content` field cannot be used when using MessageFlags.IS_COMPONENTS_V2.');
  if (v2 && Array.isArray(body.embeds) && body.embeds.length > 0)
    bad('embeds', 'The `embeds` field cannot be used when using MessageFlags.IS_COMPONENTS_V2.');
  if (
    before &&
    v2 &&
    (Number(before.flags) & MessageFlags.IsComponentsV2) === 0 &&
    before.content &&
    body.content !== null &&
    body.content !== ''
  )
    bad('content', 'Content has to be cleared when a message turns to components.');
  if (typeof body.content === 'string' && body.content.length > 2000)
    bad('content', 'Must be 2000 or fewer in length.');
  const merged = { ...before, ...body } as Json;
  const empty =
    !merged.content &&
    !((merged.components as Json[] | undefined) ?? []).length &&
    !((merged.embeds as Json[]) ?? []).length;
  if (empty) throw new DiscordRefusal('emptyMessage');
  if (!components) return;
  const count: Count = { components: 0, characters: 0, ids: new Set() };
  if (!v2) {
    if (components.length > 5) bad('components', 'Must be 5 or fewer in length.');
    components.forEach((item, i) => {
      if (item.type !== ComponentType.ActionRow) bad(`components.${i}`, 'Needs MessageFlags.IS_COMPONENTS_V2.');
    });
  }
  components.forEach((item, i) => {
    check(item, `components.${i}`, count);
  });
  if (count.components > 40) bad('components', 'The total number of components must be 40 or fewer.');
  if (count.characters > 4000) bad('components', 'The total length of displayable text must be 4000 or fewer.');
};

/** Throws like Discord for an invalid modal (components/reference, label, text input, radio group). */
export const checkModal = (modal: Json) => {
  text(modal.custom_id, 'custom_id', 1, 100);
  text(modal.title, 'title', 1, 45);
  const ids = new Set<string>();
  for (const [i, label] of children(modal, 'modal', 1, 5).entries()) {
    const field = `components.${i}`;
    if (label.type === ComponentType.TextDisplay) {
      text(label.content, `${field}.content`, 1, 4000);
      continue;
    }
    if (label.type !== ComponentType.Label) bad(field, 'A modal holds labels.');
    text(label.label, `${field}.label`, 1, 45);
    if (label.description !== undefined) text(label.description, `${field}.description`, 1, 100);
    const input = label.component as Json;
    customId(input, `${field}.component`, { ids, components: 0, characters: 0 });
    if (input.type === ComponentType.RadioGroup) options(input, `${field}.component`, 2, 10);
    else if (input.type === ComponentType.StringSelect) {
      options(input, `${field}.component`, 1, 25);
      if (Number(input.max_values ?? 1) > (input.options as Json[]).length)
        bad(`${field}.component.max_values`, 'must not be more than the options');
      if (input.min_values === 0 && input.required !== false)
        bad(`${field}.component.required`, 'must be false where min_values is 0');
    } else if (input.type === ComponentType.UserSelect) {
      if (Number(input.max_values ?? 1) > 25) bad(`${field}.component.max_values`, 'at most 25');
    } else if (input.type === ComponentType.CheckboxGroup) options(input, `${field}.component`, 1, 10);
    else if (input.type === ComponentType.TextInput) {
      if (Number(input.max_length ?? 4000) > 4000) bad(`${field}.component.max_length`, 'at most 4000');
      if (input.placeholder !== undefined) text(input.placeholder, `${field}.component.placeholder`, 1, 100);
      if (input.value !== undefined) text(input.value, `${field}.component.value`, 0, 4000);
    } else bad(`${field}.component`, 'type');
  }
};

/** Throws like Discord for invalid application commands (interactions/application-commands). */
export const checkCommands = (commands: readonly Json[]) => {
  commands.forEach((command, i) => {
    const type = Number(command.type ?? 1);
    if (type === 1) {
      if (!/^[-_\p{Ll}\p{N}]{1,32}$/u.test(String(command.name))) bad(`${i}.name`, 'Command name is invalid');
      text(command.description, `${i}.description`, 1, 100);
    } else {
      text(command.name, `${i}.name`, 1, 32);
      if (command.description) bad(`${i}.description`, 'Context menu commands cannot have a description');
    }
    const given = (command.options as Json[] | undefined) ?? [];
    if (given.length > 25) bad(`${i}.options`, 'Must be 25 or fewer in length.');
    let optional = false;
    given.forEach((option, j) => {
      text(option.description, `${i}.options.${j}.description`, 1, 100);
      if (option.required === true && optional)
        bad(`${i}.options.${j}`, 'Required options must be placed before non-required options');
      optional ||= option.required !== true;
    });
  });
};
