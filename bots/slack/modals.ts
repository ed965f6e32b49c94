import type { types, ViewOutput } from '@slack/bolt';
import type { Confirmation, Form, FormField, FormInput, FormValues, Option } from '../chat/forms.ts';
import { cut } from '../chat/reply/cut.ts';
import { portionTexts } from '../chat/reply/roll-over.ts';
import { escapeText, plain, section } from './blocks.ts';
import { mrkdwn } from './mrkdwn.ts';

type Block = types.KnownBlock;
type State = ViewOutput['state']['values'];

/** Every input's `action_id`; its `block_id` is the field's id. */
const INPUT = 'value';
/** Maximum options of a Slack select menu. */
export const MAX_OPTIONS = 100;

/** A form's callback id, by which its submission is recognised. */
export const callbackOf = (name: Form['name'] | Confirmation['name']): string => `parley_${name}_form`;

const option = ({ label, value }: Option): types.PlainTextOption => ({ text: plain(cut(label, 75)), value });

/** Escapes text for Slack's mrkdwn, except mentions of people. */
const noteText = (text: string): string => escapeText(text).replace(/&lt;@([A-Z0-9]+)&gt;/g, '<@$1>');

const elementOf = (field: FormInput): types.InputBlock['element'] => {
  switch (field.type) {
    case 'radio':
    case 'select': {
      const options = field.options.map(option);
      const initial = options.find(({ value }) => value === field.value);
      return {
        type: field.type === 'radio' ? 'radio_buttons' : 'static_select',
        action_id: INPUT,
        options,
        ...(initial && { initial_option: initial }),
      };
    }
    case 'multiselect': {
      const options = field.options.map(option);
      const initial = options.filter(({ value }) => value !== undefined && field.values.includes(value));
      return {
        type: 'multi_static_select',
        action_id: INPUT,
        options,
        max_selected_items: field.max,
        ...(initial.length > 0 && { initial_options: initial }),
      };
    }
    case 'text':
      return {
        type: 'plain_text_input',
        action_id: INPUT,
        multiline: field.multiline === true,
        max_length: field.maxLength,
        ...(field.value && { initial_value: field.value }),
      };
    case 'number':
      return {
        type: 'number_input',
        action_id: INPUT,
        is_decimal_allowed: false,
        min_value: String(field.min),
        max_value: String(field.max),
        ...(field.value && { initial_value: String(field.value) }),
      };
    case 'checkbox': {
      const on = option({ label: field.option, value: 'on' });
      return { type: 'checkboxes', action_id: INPUT, options: [on], ...(field.checked && { initial_options: [on] }) };
    }
    case 'people':
      return { type: 'multi_users_select', action_id: INPUT, max_selected_items: field.max };
  }
};

const blockOf = (field: FormField): Block => {
  if ('text' in field) {
    const text = cut(noteText(field.text), 2500);
    return section(field.type === 'note' ? text : `> ${text.replace(/\n/g, '\n> ')}`);
  }
  return {
    type: 'input',
    block_id: field.id,
    label: plain(field.label),
    ...(field.optional && { optional: true }),
    ...(field.hint && { hint: plain(field.hint) }),
    element: elementOf(field),
  };
};

/** The view of a form. */
export const formView = ({ name, data, title, submit, fields }: Form): types.ModalView => ({
  type: 'modal',
  callback_id: callbackOf(name),
  private_metadata: data,
  title: plain(title),
  submit: plain(submit),
  close: plain('Cancel'),
  blocks: fields.map(blockOf),
});

/** The view of a question that is confirmed or cancelled. */
export const confirmationView = ({ name, data, title, text, confirm, cancel }: Confirmation): types.ModalView => ({
  type: 'modal',
  callback_id: callbackOf(name),
  private_metadata: data,
  title: plain(title),
  submit: plain(confirm),
  close: plain(cancel),
  blocks: [section(noteText(text))],
});

/** A section holds 3,000 characters, of which escaping and an opened fence take some. */
const SECTION_LIMITS = { soft: 2000, hard: 2400 };
const MAX_SECTIONS = 20;

/** A modal that shows Markdown. */
export const pageView = (title: string, text: string): types.ModalView => ({
  type: 'modal',
  title: plain(cut(title, 24)),
  close: plain('Close'),
  blocks: portionTexts(text, SECTION_LIMITS)
    .slice(0, MAX_SECTIONS)
    .map((part) => section(mrkdwn(part))),
});

/** Reads the values of a submitted form. @param personOf maps a Slack user id to a person id */
export const valuesOf = (state: State, personOf: (user: string) => string): FormValues => {
  const list = (id: string): string[] => {
    const value = state[id]?.[INPUT];
    if (value?.selected_users) return value.selected_users.map(personOf);
    if (value?.selected_options) return value.selected_options.flatMap(({ value: chosen }) => chosen ?? []);
    const single = value?.selected_option?.value ?? value?.value;
    return single ? [single] : [];
  };
  return { list, text: (id) => list(id)[0] ?? '' };
};
