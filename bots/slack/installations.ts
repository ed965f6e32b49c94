import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Installation, InstallationQuery, InstallationStore } from '@slack/bolt';
import { ParleyError } from '../../core/errors.ts';
import type { KeyValueStore } from '../../stores/index.ts';
import { ReplyImpossible } from '../chat/platform.ts';

const KIND = 'slack-installation';
const SECRET = 'slack-secret';

/** Encrypts with AES-256-GCM and a key derived from the client secret, so that the data file alone reveals no token. */
const createSeal = (secret: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, 'parley', 'slack installations', 32));
  return {
    seal(text: string): string {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    /** @throws BAD_SETTING when the text was encrypted with another secret, or was changed */
    open(sealed: string): string {
      const bytes = Buffer.from(sealed, 'base64');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
        decipher.setAuthTag(bytes.subarray(12, 28));
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new ParleyError('BAD_SETTING', {
          message: 'The stored Slack installations cannot be opened with this SLACK_CLIENT_SECRET.',
          remedy: 'Set the secret they were stored with, or install the app in each workspace again.',
          cause,
        });
      }
    },
  };
};

const keyOf = ({
  isEnterpriseInstall,
  enterpriseId,
  teamId,
}: Pick<InstallationQuery<boolean>, 'isEnterpriseInstall' | 'enterpriseId' | 'teamId'>) =>
  isEnterpriseInstall && enterpriseId ? `enterprise:${enterpriseId}` : `team:${teamId}`;

/** The store for Bolt's installations; tokens are encrypted. */
export const createInstallationStore = (keyValues: KeyValueStore, clientSecret: string): InstallationStore => {
  const { seal, open } = createSeal(clientSecret);
  return {
    async storeInstallation(installation: Installation) {
      const key = keyOf({
        isEnterpriseInstall: installation.isEnterpriseInstall ?? false,
        enterpriseId: installation.enterprise?.id,
        teamId: installation.team?.id,
      });
      await keyValues.put(KIND, key, { sealed: seal(JSON.stringify(installation)) });
    },
    async fetchInstallation(query) {
      const stored = await keyValues.get<{ sealed: string }>(KIND, keyOf(query));
      if (!stored) throw new ReplyImpossible(`Parley is not installed in ${keyOf(query)}`);
      return JSON.parse(open(stored.sealed)) as Installation<'v2', false>;
    },
    async deleteInstallation(query) {
      await keyValues.delete(KIND, keyOf(query as InstallationQuery<boolean>));
    },
  };
};

/** Ids of the workspaces in which Parley is installed. */
export const installedTeams = async (keyValues: KeyValueStore): Promise<string[]> =>
  (await keyValues.list(KIND, { prefix: 'team:', limit: 1000 })).map(({ key }) => key.slice('team:'.length));

/** The random secret for OAuth states, created once and shared by all processes of this data folder. */
export const stateSecret = async (keyValues: KeyValueStore): Promise<string> => {
  const fresh = randomBytes(32).toString('base64url');
  await keyValues.add(SECRET, 'state', fresh);
  return (await keyValues.get<string>(SECRET, 'state')) ?? fresh;
};
