import { h, icon } from '../../web/client/dom.ts';
import { openMemory } from './memory.ts';
import { createPanel } from './panel.ts';
import { openServer } from './server.ts';
import style from './style.css';

/**
 * The widget, included with `<script src="https://parley.example/widget.js" async></script>`. It adds a button in a corner
 * of the page and a chat panel above it. A shadow root keeps the styles of the site and the widget apart. The script's
 * attributes `data-title`, `data-sources`, `data-theme` (`light`, `dark`) and `data-side` (`left`) configure it.
 */
const script = document.currentScript as HTMLScriptElement | null;

const open = ({ src, dataset }: Pick<HTMLScriptElement, 'src' | 'dataset'>) => {
  const base = src.replace(/\/widget\.js(?:[?#].*)?$/, '');
  const title = dataset.title?.trim() || 'Ask a question';
  const sources = dataset.sources?.split(',').flatMap((name) => name.trim() || []);
  const memory = openMemory(base);

  const host = h('div', { class: 'parley-widget', data: { theme: dataset.theme ?? '', side: dataset.side ?? '' } });
  const root = host.attachShadow({ mode: 'open' });
  // A site's content security policy may forbid <style> elements, but not style sheets constructed by a script.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [sheet];

  const launcher = h(
    'button',
    {
      type: 'button',
      class: 'launcher',
      attr: { 'aria-expanded': 'false', 'aria-controls': 'panel', 'aria-label': title },
      on: { click: () => setOpen(panel.element.hidden !== false, true) },
    },
    icon('ask'),
  );
  const panel = createPanel({
    server: openServer(base, memory.visitor),
    memory,
    title,
    sources,
    close: () => setOpen(false, true),
  });
  const setOpen = (isOpen: boolean, byPerson: boolean) => {
    launcher.setAttribute('aria-expanded', String(isOpen));
    launcher.replaceChildren(icon(isOpen ? 'close' : 'ask'));
    memory.open = isOpen;
    memory.save();
    if (isOpen) panel.show(byPerson);
    else {
      panel.element.hidden = true;
      if (byPerson) launcher.focus();
    }
  };
  panel.element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    setOpen(false, true);
  });

  root.append(panel.element, launcher);
  document.body.append(host);
  if (memory.open) setOpen(true, false);
};

if (script && !document.querySelector('.parley-widget')) {
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', () => open(script), { once: true });
  else open(script);
}
