import { ModalBuilder } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { finalBodies } from '../discord/layout.ts';
import { modalOf } from '../discord/modals.ts';
import { footerBlocks, MESSAGE_LIMITS, markdownMessage } from '../slack/blocks.ts';
import { formView, pageView } from '../slack/modals.ts';
import { answerForm, askForm, feedbackForm, ownersForm, settingsForm } from './forms.ts';
import type { ReplyEnd } from './platform.ts';
import { portionTexts } from './reply/roll-over.ts';
import { sourceOptions } from './source-options.ts';

// What people and pages write, however long and with whatever letters, stays within what the platforms take.

const EMOJI = `a${'🎉'.repeat(4000)}`;
const TEXTS = [
  EMOJI,
  '\n'.repeat(3000),
  `\`\`\`js\n${'let x = 1;\n'.repeat(1500)}\`\`\``,
  '<@everyone> & more '.repeat(400),
];

/** Both platforms refuse half of a pair, which JSON writes as an escape. */
const hasHalfPairs = (payload: unknown): boolean => /\\ud[89a-f]/i.test(JSON.stringify(payload));

const pages = { documents: { sources: async () => [{ id: EMOJI, documents: 3, scopes: [] }] } };
const formsWith = async (text: string) => {
  const sources = await sourceOptions(pages as never, ['everyone']);
  const options = { channel: 'discord:1/2', strategies: ['par'], sources, maxOptions: 25 };
  return [
    feedbackForm('turn'),
    askForm(text, 'data'),
    answerForm('row', text),
    settingsForm({ mode: 'mention', sources: [EMOJI] }, options),
    ownersForm([{ source: EMOJI, person: 'discord:1', pace: 'day', workspace: 'w' }], {
      ...options,
      workspace: 'w',
      mention: () => '<@1>',
    }),
  ];
};

describe.each(TEXTS.map((text) => [JSON.stringify(text.slice(0, 12)), text]))('forms with %s…', (_, text) => {
  it('are what discord.js takes', async () => {
    for (const form of await formsWith(text)) {
      const modal = modalOf(form, 'id');
      expect(() => new ModalBuilder(modal).toJSON()).not.toThrow();
      expect(hasHalfPairs(modal)).toBe(false);
      for (const part of modal.components) if ('content' in part) expect(part.content.length).toBeLessThanOrEqual(4000);
    }
  });

  it('hold no half of a letter in Slack', async () => {
    for (const form of await formsWith(text)) expect(hasHalfPairs(formView(form))).toBe(false);
    expect(hasHalfPairs(pageView(text, text))).toBe(false);
  });
});

describe.each(TEXTS.map((text) => [JSON.stringify(text.slice(0, 12)), text]))('a reply of %s…', (_, text) => {
  const end: ReplyEnd = {
    kind: 'answer',
    turnId: 'turn',
    rendered: {
      text,
      verdict: 'answered',
      lines: Array.from({ length: 12 }, () => 'x'.repeat(400)),
      sources: Array.from({ length: 60 }, (_one, at) => ({
        n: at + 1,
        title: EMOJI.slice(0, 201),
        url: 'https://a.example/',
      })),
    } as never,
  };

  it('with many notices and sources stays below what Slack counts', () => {
    for (const part of portionTexts(text, MESSAGE_LIMITS)) {
      const { blocks } = markdownMessage(part, footerBlocks(end));
      expect(blocks.length).toBeLessThanOrEqual(50);
      expect(JSON.stringify(blocks.filter(({ type }) => type === 'context')).length).toBeLessThan(2600);
      expect(hasHalfPairs(blocks)).toBe(false);
    }
  });

  it('is complete messages in Discord', () => {
    for (const { components } of finalBodies(end, { share: true })) {
      const shown = components.map((one) => ('content' in one ? one.content : '')).join('');
      expect(shown.length).toBeLessThanOrEqual(4000);
      expect(hasHalfPairs(components)).toBe(false);
    }
  });
});
