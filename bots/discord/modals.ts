import {
  type APIModalInteractionResponseCallbackData,
  ComponentType,
  type ModalSubmitInteraction,
  TextInputStyle,
} from 'discord.js';
import type { Form, FormField, FormInput, FormValues } from '../chat/forms.ts';
import { cut } from '../chat/reply/cut.ts';
import { personId } from './target.ts';

type Modal = APIModalInteractionResponseCallbackData;
type ModalComponent = Modal['components'][number];
type LabelChild = Extract<ModalComponent, { type: ComponentType.Label }>['component'];

/** Discord's limit for the options of a select menu. */
export const MAX_OPTIONS = 25;

/** Discord's limit for a text between the inputs of a form. */
const MAX_TEXT_CHARS = 4000;

const componentOf = (field: FormInput): LabelChild => {
  const shared = { custom_id: field.id, required: field.optional !== true };
  switch (field.type) {
    case 'radio':
    case 'select': {
      const options = field.options.map(({ value, label }) => ({ value, label, default: value === field.value }));
      return field.type === 'radio'
        ? { ...shared, type: ComponentType.RadioGroup, options }
        : { ...shared, type: ComponentType.StringSelect, options };
    }
    case 'multiselect': {
      const options = field.options.map(({ value, label }) => ({
        label,
        value,
        default: field.values.includes(value),
      }));
      return { ...shared, type: ComponentType.StringSelect, min_values: 0, max_values: field.max, options };
    }
    case 'text':
    case 'number': {
      const multiline = field.type === 'text' && field.multiline === true;
      return {
        ...shared,
        type: ComponentType.TextInput,
        style: multiline ? TextInputStyle.Paragraph : TextInputStyle.Short,
        max_length: field.type === 'text' ? field.maxLength : String(field.max).length,
        ...(field.value !== undefined && field.value !== '' && { value: String(field.value) }),
      };
    }
    case 'checkbox': {
      const options = [{ value: 'on', label: field.option, default: field.checked }];
      return { ...shared, required: false, type: ComponentType.CheckboxGroup, min_values: 0, max_values: 1, options };
    }
    case 'people':
      return { ...shared, type: ComponentType.UserSelect, min_values: 0, max_values: field.max };
  }
};

const fieldOf = (field: FormField): ModalComponent => {
  if ('text' in field) {
    const text = cut(field.text, 1500);
    const content = cut(field.type === 'note' ? text : `> ${text.replace(/\n/g, '\n> ')}`, MAX_TEXT_CHARS);
    return { type: ComponentType.TextDisplay, content };
  }
  return {
    type: ComponentType.Label,
    label: field.label,
    ...(field.hint && { description: field.hint }),
    component: componentOf(field),
  };
};

/** Builds a Discord modal. @param id stands for the form's data in the custom id */
export const modalOf = ({ name, title, fields }: Form, id: string): Modal => ({
  custom_id: `${name}:${id}`,
  title,
  components: fields.map(fieldOf),
});

/** The submitted values of a modal; a missing field is empty. */
export const valuesOf = ({ fields }: ModalSubmitInteraction): FormValues => {
  const list = (id: string): string[] => {
    const field = fields.fields.get(id);
    switch (field?.type) {
      case ComponentType.TextInput:
      case ComponentType.RadioGroup:
        return field.value ? [field.value] : [];
      case ComponentType.StringSelect:
      case ComponentType.CheckboxGroup:
        return [...field.values];
      case ComponentType.UserSelect:
        return [...(fields.getSelectedUsers(id)?.keys() ?? [])].map(personId);
      default:
        return [];
    }
  };
  return { list, text: (id) => list(id)[0] ?? '' };
};
