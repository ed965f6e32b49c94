import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionContextType,
  type RESTPutAPIApplicationCommandsJSONBody,
} from 'discord.js';

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
    description: 'Settings of this channel, open questions, forget me',
    contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'what',
        description: 'What to do',
        required: true,
        choices: [
          { name: 'Settings of this channel', value: 'settings' },
          { name: 'Open questions', value: 'questions' },
          { name: 'Owners of sources', value: 'owners' },
          { name: 'Forget me', value: 'forget' },
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
