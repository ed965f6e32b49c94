import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../../../core/settings.ts';
import { createIngest } from '../../../runtime/ingest.ts';
import { openStores, type Stores } from '../../../stores/index.ts';
import { commit, git } from './testing/fake-repository.ts';

let folder: string;
let checkout: string;
/** A program that leaves the canary when anybody runs it. */
let trap: string;
let canary: string;
let stores: Stores;
let ingest: ReturnType<typeof createIngest>;
/** A host that wants a password, which is what makes git ask its helpers. */
let host: Server;
let hostUrl: string;

beforeEach(async () => {
  host = createServer((_, response) => response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end());
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
  hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}/x.git`;
  folder = mkdtempSync(path.join(tmpdir(), 'parley-hostile-'));
  checkout = path.join(folder, 'handbook');
  trap = path.join(folder, 'trap');
  canary = path.join(folder, 'canary');
  writeFileSync(trap, `#!/bin/sh\ntouch ${canary}\nexit 1\n`);
  chmodSync(trap, 0o755);
  makeCheckout();
  const settings = readSettings({ PARLEY_DATA: path.join(folder, 'data') });
  stores = await openStores(settings);
  ingest = createIngest({ settings, stores });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  host.close();
  await stores.close();
});

const makeCheckout = () => {
  git(folder, 'init', '-q', checkout);
  commit(checkout, { 'a.md': '# A\n\nAlpha.', 'b.md': '# B\n\nBeta.' });
  git(checkout, 'remote', 'add', 'origin', 'https://127.0.0.1:1/team/handbook.git');
  git(checkout, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
  git(checkout, 'config', 'branch.main.remote', 'origin');
  git(checkout, 'config', 'branch.main.merge', 'refs/heads/main');
};
const config = (...pairs: [string, string][]) => {
  for (const [name, value] of pairs) git(checkout, 'config', '--add', name, value);
};
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(checkout, name)), { recursive: true });
  writeFileSync(path.join(checkout, name), text);
};
/** Makes the repository lack the content of a file, which a partial clone fetches when it is asked for. */
const loseBlob = (file: string) => {
  const blob = git(checkout, 'rev-parse', `HEAD:${file}`).trim();
  rmSync(path.join(checkout, '.git/objects', blob.slice(0, 2), blob.slice(2)));
};
const promisor = (url = hostUrl) => {
  config(['remote.promised.url', url], ['remote.promised.promisor', 'true']);
  config(['extensions.partialClone', 'promised'], ['core.repositoryFormatVersion', '1']);
  loseBlob('b.md');
};
const nested = () => {
  git(folder, 'init', '-q', path.join(checkout, 'vendor'));
  commit(path.join(checkout, 'vendor'), { 'theirs.md': '# Theirs' });
  git(checkout, 'add', 'vendor');
};

/** Ways in which a repository can name a program, each with what makes git use it where it can. */
const vectors: Record<string, () => void> = {
  'credential.helper with a promisor remote': () => {
    promisor();
    config(['credential.helper', `!${trap}`]);
  },
  'credential.helper of one host with a promisor remote': () => {
    promisor();
    config([`credential.${new URL(hostUrl).origin}.helper`, `!${trap}`]);
  },
  'core.askPass with a promisor remote': () => {
    promisor();
    config(['core.askPass', trap]);
  },
  'core.sshCommand with a promisor remote': () => {
    promisor('git@127.0.0.1:x.git');
    config(['core.sshCommand', trap]);
  },
  'core.gitProxy with a promisor remote': () => {
    promisor('git://127.0.0.1:1/x.git');
    config(['core.gitProxy', trap], ['protocol.git.allow', 'always']);
  },
  'ext:: transport of a promisor remote': () => {
    promisor(`ext::${trap}`);
    config(['protocol.ext.allow', 'always']);
  },
  'url.insteadOf to an ext:: transport': () => {
    promisor();
    config([`url.ext::${trap} .insteadOf`, 'http://'], ['protocol.ext.allow', 'always']);
  },
  'remote.uploadpack of a promisor remote on the disk': () => {
    promisor(folder);
    config(['remote.promised.uploadpack', trap], ['protocol.file.allow', 'always']);
  },
  'remote.vcs of a promisor remote': () => {
    promisor(trap);
    config(['remote.promised.vcs', 'ext'], ['protocol.ext.allow', 'always']);
  },
  'core.fsmonitor': () => config(['core.fsmonitor', trap], ['core.untrackedCache', 'true']),
  'core.hooksPath': () => {
    mkdirSync(path.join(folder, 'hooks'));
    for (const hook of [
      'fsmonitor-watchman',
      'post-index-change',
      'pre-auto-gc',
      'post-checkout',
      'reference-transaction',
    ])
      symlinkSync(trap, path.join(folder, 'hooks', hook));
    config(['core.hooksPath', path.join(folder, 'hooks')], ['core.fsmonitor', 'true']);
  },
  '.git/hooks': () => {
    mkdirSync(path.join(checkout, '.git/hooks'), { recursive: true });
    for (const hook of [
      'fsmonitor-watchman',
      'post-index-change',
      'pre-auto-gc',
      'post-checkout',
      'reference-transaction',
    ])
      symlinkSync(trap, path.join(checkout, '.git/hooks', hook));
  },
  'core.pager, core.editor and pager.*': () =>
    config(['core.pager', trap], ['pager.ls-files', trap], ['pager.ls-tree', trap], ['core.editor', trap]),
  'diff.external and textconv': () => {
    write('.gitattributes', '*.md diff=trap\n');
    config(['diff.external', trap], ['diff.trap.textconv', trap], ['diff.trap.command', trap]);
    write('a.md', '# A\n\nChanged.');
  },
  'filter.clean, smudge and process by .gitattributes': () => {
    write('.gitattributes', '*.md filter=trap\n');
    config(['filter.trap.clean', trap], ['filter.trap.smudge', trap], ['filter.trap.process', trap]);
    write('a.md', '# A\n\nChanged.');
  },
  'merge.driver': () => {
    write('.git/info/attributes', '*.md merge=trap filter=trap\n');
    config(['merge.trap.driver', trap], ['filter.trap.process', trap]);
  },
  'include.path': () => {
    const more = path.join(folder, 'more.config');
    writeFileSync(more, `[core]\n\tfsmonitor = ${trap}\n[credential]\n\thelper = !${trap}\n`);
    promisor();
    config(['include.path', more]);
  },
  'includeIf.gitdir': () => {
    const more = path.join(folder, 'more.config');
    writeFileSync(more, `[core]\n\tfsmonitor = ${trap}\n[credential]\n\thelper = !${trap}\n`);
    promisor();
    config(['includeIf.gitdir:**.path', more]);
  },
  'config.worktree': () => {
    config(['extensions.worktreeConfig', 'true']);
    promisor();
    write('.git/config.worktree', `[credential]\n\thelper = !${trap}\n`);
  },
  'submodule.update of a submodule': () => {
    nested();
    config(
      ['submodule.vendor.url', `ext::${trap}`],
      ['submodule.vendor.update', `!${trap}`],
      ['submodule.recurse', 'true'],
    );
    write('.gitmodules', `[submodule "vendor"]\n\tpath = vendor\n\turl = ext::${trap}\n\tupdate = !${trap}\n`);
  },
  'the config of a nested repository': () => {
    nested();
    git(path.join(checkout, 'vendor'), 'config', 'core.fsmonitor', trap);
    git(path.join(checkout, 'vendor'), 'config', 'credential.helper', `!${trap}`);
    promisor();
  },
  'alternates that lead to a repository with traps': () => {
    const other = path.join(folder, 'other');
    git(folder, 'init', '-q', other);
    git(other, 'config', 'core.alternateRefsCommand', trap);
    write('.git/objects/info/alternates', `${path.join(other, '.git/objects')}\n`);
    config(['core.alternateRefsCommand', trap]);
    promisor();
  },
  'gpg and signature programs': () =>
    config(['gpg.program', trap], ['gpg.ssh.program', trap], ['log.showSignature', 'true'], ['commit.gpgSign', 'true']),
  'aliases of the commands that Parley uses': () =>
    config(['alias.ls-files', `!${trap}`], ['alias.ls-tree', `!${trap}`], ['alias.config', `!${trap}`]),
  'a .git file that leads to another folder': () => {
    promisor();
    config(['credential.helper', `!${trap}`]);
    renameSync(path.join(checkout, '.git'), path.join(folder, 'elsewhere'));
    write('.git', `gitdir: ${path.join(folder, 'elsewhere')}\n`);
  },
};

describe('a hostile repository', () => {
  it.each(Object.keys(vectors))('runs nothing: %s', async (name) => {
    vectors[name]?.();
    const report = await ingest.ingest([checkout]);
    expect(existsSync(canary)).toBe(false);
    expect(report).toMatchObject({ added: 2, failed: [] });
    await ingest.sync([]);
    expect(existsSync(canary)).toBe(false);
  });

  it('would run its programs if git were started in it', async () => {
    const sprung: string[] = [];
    for (const name of Object.keys(vectors).filter((one) => /promisor|fsmonitor|include|filter|aliases/.test(one))) {
      rmSync(checkout, { recursive: true });
      rmSync(path.join(folder, 'more.config'), { force: true });
      rmSync(canary, { force: true });
      makeCheckout();
      vectors[name]?.();
      for (const command of [['ls-tree', '-r', '-l', 'HEAD'], ['status'], ['config', '--list']])
        await promisify(execFile)('git', ['-C', checkout, ...command], {
          env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
        }).catch(() => {});
      if (existsSync(canary)) sprung.push(name);
    }
    expect(sprung.length).toBeGreaterThan(8);
  });

  it('finds nothing in the environment or the home folder that could act', async () => {
    const home = path.join(folder, 'home');
    mkdirSync(home);
    writeFileSync(path.join(home, '.gitconfig'), `[core]\n\tfsmonitor = ${trap}\n[credential]\n\thelper = !${trap}\n`);
    promisor();
    vi.stubEnv('HOME', home);
    vi.stubEnv('GIT_CONFIG_COUNT', '1');
    vi.stubEnv('GIT_CONFIG_KEY_0', 'core.fsmonitor');
    vi.stubEnv('GIT_CONFIG_VALUE_0', trap);
    for (const name of [
      'GIT_SSH_COMMAND',
      'GIT_SSH',
      'GIT_ASKPASS',
      'SSH_ASKPASS',
      'GIT_EXTERNAL_DIFF',
      'GIT_PROXY_COMMAND',
      'GIT_PAGER',
    ])
      vi.stubEnv(name, trap);
    vi.stubEnv('GIT_DIR', path.join(folder, 'nowhere'));
    vi.stubEnv('GIT_INDEX_FILE', path.join(folder, 'nowhere'));
    expect(await ingest.ingest([checkout])).toMatchObject({ added: 2, failed: [] });
    expect(existsSync(canary)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('is not waited for where it holds pipes in place of files', async () => {
    rmSync(path.join(checkout, '.git/index'));
    for (const name of ['index', 'packed-refs', 'commondir', 'info/exclude', 'refs/remotes/origin/pipe']) {
      rmSync(path.join(checkout, '.git', name), { force: true });
      execFileSync('mkfifo', [path.join(checkout, '.git', name)]);
    }
    expect(await ingest.ingest([checkout])).toMatchObject({ added: 2, failed: [] });
  });
});

describe('an ssh host', () => {
  it('is refused while its key is not known, and is asked at the address that was checked', async () => {
    await stores.close();
    const settings = readSettings({
      PARLEY_DATA: path.join(folder, 'data'),
      PARLEY_FETCH_ALLOW: '127.0.0.1,localhost',
    });
    stores = await openStores(settings);
    const programs = path.join(folder, 'programs');
    mkdirSync(programs);
    // As ssh answers under StrictHostKeyChecking=yes; it cannot be asked itself, as no server is here to ask.
    writeFileSync(
      path.join(programs, 'ssh'),
      `#!/bin/sh\necho "$@" > ${folder}/arguments\necho 'Host key verification failed.' >&2\nexit 255\n`,
    );
    chmodSync(path.join(programs, 'ssh'), 0o755);
    vi.stubEnv('PATH', `${programs}:${process.env.PATH}`);
    const [failure] = (await createIngest({ settings, stores }).ingest(['ssh://git@localhost:2222/team/pages.git']))
      .failed;
    expect(failure).toMatchObject({ code: 'FETCH_REFUSED', message: expect.stringContaining('key of the host') });
    const used = readFileSync(path.join(folder, 'arguments'), 'utf8');
    for (const option of ['StrictHostKeyChecking=yes', 'BatchMode=yes', 'HostKeyAlias=[localhost]:2222', 'HostName='])
      expect(used).toContain(option);
    expect(used).toContain(path.join(folder, 'data/known_hosts'));
  });
});
