import { Tabs } from '@base-ui/react/tabs';
import { type FormEvent, useRef, useState } from 'react';
import { failureOf, post, RequestError } from '../../client/http.ts';
import type { JobView, NewSource } from '../../console-api.ts';
import { useChange } from '../api.ts';
import { SOURCE_KINDS, type SourceKind } from '../source-kinds.ts';
import { Button, Dialog, Field, Icon, Problem } from '../ui.tsx';

/** Checked before the upload; the server's limit (knowledge/uploads.ts) is the same. */
const MAX_MB = 50;

const TITLES: Record<SourceKind, string> = {
  web: 'Web site',
  folder: 'Folder',
  files: 'Files',
  connector: 'Connector',
};

/**
 * A dialog that adds a source: a web site, a folder on the server, uploaded files, or a connector.
 * @param shown the kind whose form is shown; undefined while the dialog is closed
 * @param dropped files to begin with
 */
export const AddSource = ({
  shown,
  dropped,
  onShow,
  onClose,
}: {
  shown: SourceKind | undefined;
  dropped: readonly File[];
  onShow(kind: SourceKind): void;
  onClose(): void;
}) => {
  return (
    <Dialog open={shown !== undefined} onClose={onClose} title="Add a source" wide>
      <Tabs.Root value={shown ?? null} onValueChange={onShow} className="tabs">
        <Tabs.List className="tab-list" aria-label="Kinds of sources">
          {SOURCE_KINDS.map((kind) => (
            <Tabs.Tab key={kind} value={kind} className="tab">
              {TITLES[kind]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {/* A tab panel stays mounted for a moment after another tab is chosen. Its form is removed at once, so that no key
            press goes into it. */}
        {SOURCE_KINDS.map((kind) => (
          <Tabs.Panel key={kind} value={kind}>
            {kind === shown &&
              (kind === 'files' ? (
                <UploadForm dropped={dropped} onClose={onClose} />
              ) : (
                <PlaceForm kind={kind} onClose={onClose} />
              ))}
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </Dialog>
  );
};

const lines = (value: FormDataEntryValue | null): string[] | undefined => {
  const list = String(value ?? '')
    .split(/[\n,]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return list.length > 0 ? list : undefined;
};
const number = (value: FormDataEntryValue | null): number | undefined =>
  value === null || value === '' ? undefined : Number(value);
const words = (value: FormDataEntryValue | null): string | undefined => String(value ?? '').trim() || undefined;

/** Labels and hints of the form for each kind of source. */
const PLACES: Record<NewSource['kind'], { label: string; hint: string; example: string }> = {
  web: {
    label: 'Address',
    hint: 'Pages under this address are read, as far as robots.txt allows.',
    example: 'https://wiki.example.com/handbook/',
  },
  folder: { label: 'Path', hint: 'On the machine that Parley runs on.', example: '/srv/handbook' },
  connector: {
    label: 'Place',
    hint: 'Such as discord:#help, https://github.com/team/pages.git, github:https://github.com/acme/handbook, confluence:https://…, notion:everything. Its guide says what has to be set before.',
    example: 'slack:#support',
  },
};

/** The typed address, with `https://` in front if it has no scheme. */
const addressOf = (typed: string): string => {
  const text = typed.trim();
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
};

const PlaceForm = ({ kind, onClose }: { kind: NewSource['kind']; onClose(): void }) => {
  const [whole, setWhole] = useState(true);
  const add = useChange((source: NewSource) => post<JobView>('/api/console/sources', source), onClose);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    add.mutate({
      kind,
      location: kind === 'web' ? addressOf(String(form.get('location'))) : String(form.get('location')).trim(),
      name: words(form.get('name')),
      scopes: lines(form.get('scopes')),
      every: words(form.get('every')),
      ...(kind === 'web' &&
        whole && {
          crawl: {
            depth: number(form.get('depth')),
            maxPages: number(form.get('maxPages')),
            include: lines(form.get('include')),
            exclude: lines(form.get('exclude')),
          },
        }),
    });
  };
  return (
    <form onSubmit={submit} className="form">
      <Field label={PLACES[kind].label} hint={PLACES[kind].hint}>
        <input name="location" required maxLength={2000} placeholder={PLACES[kind].example} />
      </Field>
      {kind === 'web' && (
        <fieldset className="choice">
          <legend>How much of it</legend>
          <label>
            <input type="radio" name="reach" checked={whole} onChange={() => setWhole(true)} /> The site below it
          </label>
          <label>
            <input type="radio" name="reach" checked={!whole} onChange={() => setWhole(false)} /> This one page
          </label>
        </fieldset>
      )}
      {kind === 'web' && whole && (
        <div className="pair">
          <Field label="Links deep">
            <input name="depth" type="number" min={0} max={20} placeholder="8" />
          </Field>
          <Field label="Pages at most">
            <input name="maxPages" type="number" min={1} max={100000} placeholder="2000" />
          </Field>
        </div>
      )}
      <details className="more">
        <summary>More</summary>
        <Field label="Name" hint="How it is called here; made from the place if you give none.">
          <input name="name" maxLength={100} />
        </Field>
        <Field
          label="Who may see it"
          hint="everyone, private, group:NAME, person:E-MAIL; one a line. Everyone if empty."
        >
          <textarea name="scopes" rows={2} />
        </Field>
        <Field label="Read again every" hint="Such as 15m, 6h or 1d; the common interval if empty.">
          <input name="every" pattern="\d+[smhd]|off" maxLength={10} />
        </Field>
        {kind === 'web' && whole && (
          <div className="pair">
            <Field label="Only paths like" hint="One a line: /handbook/**">
              <textarea name="include" rows={2} />
            </Field>
            <Field label="Never paths like">
              <textarea name="exclude" rows={2} />
            </Field>
          </div>
        )}
      </details>
      <Problem error={add.error} />
      <div className="dialog-actions">
        <Button kind="solid" type="submit" disabled={add.isPending}>
          Add and read
        </Button>
      </div>
    </form>
  );
};

type Sent = { name: string; state: 'waiting' | 'sending' | 'kept' | 'refused'; why?: string };

const UploadForm = ({ dropped, onClose }: { dropped: readonly File[]; onClose(): void }) => {
  const [files, setFiles] = useState<File[]>([...dropped]);
  const [sent, setSent] = useState<Sent[]>([]);
  const [over, setOver] = useState(false);
  const name = useRef<HTMLInputElement>(null);
  const scopes = useRef<HTMLTextAreaElement>(null);
  const upload = useChange(async () => {
    const source = name.current?.value.trim() || 'uploads';
    const states: Sent[] = files.map((file) => ({ name: file.name, state: 'waiting' }));
    const show = (at: number, state: Partial<Sent>) => {
      const one = states[at];
      if (one) states[at] = { ...one, ...state };
      setSent([...states]);
    };
    for (const [at, file] of files.entries()) {
      show(at, { state: 'sending' });
      try {
        await sendFile(source, file);
        show(at, { state: 'kept' });
      } catch (error) {
        const { message, remedy } = failureOf(error);
        show(at, { state: 'refused', why: `${message} ${remedy}` });
      }
    }
    if (states.some(({ state }) => state === 'kept')) {
      await post<JobView>(`/api/console/uploads/${encodeURIComponent(source)}`, {
        scopes: lines(scopes.current?.value ?? ''),
      });
    }
    if (states.every(({ state }) => state === 'kept')) onClose();
    setFiles(files.filter((_, at) => states[at]?.state === 'refused'));
  });
  const take = (list: FileList | null) => {
    // Copied, since the browser empties this list when the input is cleared.
    const added = [...(list ?? [])];
    setSent([]);
    setFiles((before) => [...before, ...added]);
  };
  const shown = sent.length > 0 ? sent : files.map((file): Sent => ({ name: file.name, state: 'waiting' }));
  return (
    <div className="form">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way; the field within is the other */}
      <div
        className={`drop ${over ? 'drop-over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <Icon name="upload" />
        <p>Drop files here</p>
        <label className="button choose-files">
          Choose files
          <input
            type="file"
            multiple
            className="visually-hidden"
            aria-label="Files"
            onChange={(event) => {
              take(event.target.files);
              // Cleared, so that choosing the same file again fires a change event.
              event.target.value = '';
            }}
          />
        </label>
        <p className="field-hint">Word, PDF, Excel, Markdown, HTML, CSV, mail and more; up to {MAX_MB} MB each.</p>
      </div>
      {shown.length > 0 && (
        <ul className="files">
          {shown.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
            <li key={at}>
              <Icon name={one.state === 'kept' ? 'check' : 'page'} /> {one.name}
              {one.state === 'sending' && <span className="muted"> being sent…</span>}
              {sent.length === 0 && (
                <button
                  type="button"
                  className="link"
                  aria-label={`Leave out ${one.name}`}
                  onClick={() => setFiles(files.filter((_, index) => index !== at))}
                >
                  leave out
                </button>
              )}
              {one.why && <span className="refused">{one.why}</span>}
            </li>
          ))}
        </ul>
      )}
      <Field label="Name of the source">
        <input ref={name} placeholder="uploads" maxLength={100} />
      </Field>
      <Field label="Who may see it" hint="everyone, private, group:NAME; one a line. Everyone if empty.">
        <textarea ref={scopes} rows={2} />
      </Field>
      <Problem error={upload.error} />
      <div className="dialog-actions">
        <Button
          kind="solid"
          icon="upload"
          disabled={files.length === 0 || upload.isPending}
          onClick={() => upload.mutate(undefined)}
        >
          Upload and read
        </Button>
      </div>
    </div>
  );
};

const sendFile = async (source: string, file: File): Promise<void> => {
  if (file.size > MAX_MB * 1024 * 1024) {
    throw new RequestError({
      code: 'INPUT_TOO_LARGE',
      message: `This file is larger than ${MAX_MB} MB.`,
      remedy: 'Upload its parts, or put it into a folder that Parley reads.',
    });
  }
  const path = `/api/console/uploads/${encodeURIComponent(source)}/${encodeURIComponent(file.name)}`;
  const response = await fetch(path, {
    method: 'PUT',
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  });
  if (!response.ok) throw new RequestError(await response.json());
};
