import { type ButtonInteraction, MessageFlags, Routes } from 'discord.js';
import { answeredFor, answerTexts, mayShare, verifyTurn } from '../../chat/answer-actions.ts';
import { reasoningOf } from '../../chat/reasoning.ts';
import { renderAnswer } from '../../chat/render.ts';
import { scopesOf } from '../../chat/scopes.ts';
import { finalBodies, text } from '../layout.ts';
import { askerOf, type Handlers, type ListenerParts, NOT_MANAGER, placeOf, scopesFor, whisper } from './means.ts';

/** What can be pressed under an answer: show reasoning, mark as verified, share with everyone here, stop. */
export const answerHandlers = ({ client, people, deliveries, stores, linkTo }: ListenerParts): Handlers => {
  /** What everybody who reads along here may see. */
  const everybodys = async (interaction: ButtonInteraction) => {
    const [asker, place] = await Promise.all([
      people.asker(interaction.user.id),
      people.place(interaction.guildId ?? undefined, placeOf(interaction)),
    ]);
    return scopesOf(asker, place, { alone: false });
  };
  const turnFor = (interaction: ButtonInteraction, turnId: string) =>
    answeredFor(stores, {
      turnId,
      askerId: askerOf(interaction.user.id),
      scopes: () => scopesFor(people, interaction),
    });

  return {
    buttons: {
      async why(interaction, turnId) {
        const found = await turnFor(interaction, turnId);
        if (!found) return whisper(interaction, answerTexts.hidden);
        const link = linkTo ? `\n\n[The whole reasoning](<${linkTo(turnId)}>)` : '';
        return interaction.reply({
          flags: MessageFlags.Ephemeral | MessageFlags.IsComponentsV2,
          components: [text(reasoningOf(found.answer, 3900 - link.length) + link)],
          allowedMentions: { parse: [] },
        });
      },
      async verify(interaction, turnId) {
        await interaction.deferReply({ flags: MessageFlags.Ephemeral });
        if (!(await people.manages(interaction.guildId ?? undefined, interaction.user.id)))
          return whisper(interaction, NOT_MANAGER);
        const found = await turnFor(interaction, turnId);
        if (!found) return whisper(interaction, answerTexts.gone);
        await verifyTurn(stores, found, askerOf(interaction.user.id));
        return whisper(interaction, answerTexts.verified);
      },
      async share(interaction, turnId) {
        await interaction.deferReply({ flags: MessageFlags.Ephemeral });
        const turn = await stores.conversations.turn(turnId);
        if (!turn?.answer || turn.askerId !== askerOf(interaction.user.id))
          return whisper(interaction, answerTexts.gone);
        const scopes = await everybodys(interaction);
        if (!(await mayShare(stores, turn.answer, scopes))) return whisper(interaction, answerTexts.notForAll);
        const rendered = renderAnswer(turn.answer, { inChannel: true });
        const asked = `**${interaction.user.displayName} asked:** ${turn.question}\n\n${rendered.text}`;
        for (const one of finalBodies(
          { kind: 'answer', turnId, rendered: { ...rendered, text: asked } },
          { share: false },
        ))
          await client.rest.post(Routes.channelMessages(interaction.channelId), { body: one });
        return whisper(interaction, 'Shared.');
      },
      async stop(interaction, key) {
        await interaction.deferUpdate();
        await deliveries.stop(key);
      },
    },
  };
};
