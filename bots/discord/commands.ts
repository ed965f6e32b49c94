import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionContextType,
  type RESTPutAPIApplicationCommandsJSONBody,
} from 'discord.js';
import { commandList, commandsInALine } from '../chat/actions/commands.ts';

export const ASK_ABOUT = 'Ask about this';

/** The commands that Parley registers at each start; registering the same commands again has no effect. */
export const commands: RESTPutAPIApplicationCommandsJSONBody = [
  {
    type: ApplicationCommandType.ChatInput,
    name: 'ask',
    description: 'Ask for your eyes only, your private pages included',
    contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'question',
        description: 'What you want to know',
        required: true,
        max_length: 4000,
      },
      {
        type: ApplicationCommandOptionType.Attachment,
        name: 'file',
        description: 'A file that belongs to the question',
        required: false,
      },
    ],
  },
  {
    type: ApplicationCommandType.ChatInput,
    name: 'parley',
    description: commandsInALine,
    contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'what',
        description: 'What to do',
        required: true,
        choices: [
          ...commandList.map(({ name, label }) => ({ name: label, value: name })),
          { name: 'Help', value: 'help' },
        ],
      },
    ],
  },
  {
    type: ApplicationCommandType.Message,
    name: ASK_ABOUT,
    contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
  },
];
