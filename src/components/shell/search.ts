// The search dialog: opened by its button, by "/" or by Ctrl/Cmd+K; loads Pagefind's index only then.
// Knows Pagefind's answers and the dialog's own marks (data-search), nothing of the pages.

export {};

interface Hit {
  readonly url: string;
  readonly title: string;
  readonly excerpt: string;
}
interface Page {
  readonly url: string;
  readonly meta: { readonly title?: string };
  readonly excerpt: string;
  readonly sub_results: readonly Hit[];
}
interface Pagefind {
  options(options: { baseUrl: string; excerptLength: number }): Promise<void>;
  init(): Promise<void>;
  preload(term: string): Promise<void>;
  debouncedSearch(
    term: string,
    options: object,
    waitMs: number,
  ): Promise<{ readonly results: readonly { data(): Promise<Page> }[] } | null>;
}

const PAGES_SHOWN = 6;
const PLACES_SHOWN_PER_PAGE = 3;
const WAIT_MS = 120;

const dialog = document.querySelector<HTMLDialogElement>('dialog[data-search=dialog]')!;
const button = document.querySelector<HTMLButtonElement>('button[data-search=open]')!;
const input = dialog.querySelector<HTMLInputElement>('[data-search=input]')!;
const status = dialog.querySelector<HTMLElement>('[data-search=status]')!;
const results = dialog.querySelector<HTMLElement>('[data-search=results]')!;

let index: Promise<Pagefind> | undefined;

async function loadIndex(): Promise<Pagefind> {
  const pagefind = (await import(/* @vite-ignore */ dialog.dataset.pagefind!)) as Pagefind;
  await pagefind.options({ baseUrl: dialog.dataset.base!, excerptLength: 22 });
  await pagefind.init();
  return pagefind;
}

function open(): void {
  if (dialog.open) return;
  dialog.showModal();
  input.select();
  index ??= loadIndex();
  index.catch(() => {
    index = undefined;
    status.textContent = 'The search index could not be loaded. It exists only in the built site.';
  });
}

function item(page: Page, hit: Hit): HTMLLIElement {
  const link = document.createElement('a');
  link.href = hit.url;
  link.textContent = hit.title;
  const excerpt = document.createElement('p');
  // Pagefind escapes the page's text and adds only <mark>.
  excerpt.innerHTML = hit.excerpt;
  const li = document.createElement('li');
  li.append(link);
  if (page.meta.title && page.meta.title !== hit.title) {
    const where = document.createElement('small');
    where.textContent = page.meta.title;
    li.append(where);
  }
  li.append(excerpt);
  return li;
}

async function search(): Promise<void> {
  const term = input.value.trim();
  if (!term) {
    status.textContent = '';
    results.replaceChildren();
    return;
  }
  const pagefind = await (index ??= loadIndex());
  const found = await pagefind.debouncedSearch(term, {}, WAIT_MS);
  if (!found || term !== input.value.trim()) return;
  const pages = await Promise.all(found.results.slice(0, PAGES_SHOWN).map((result) => result.data()));
  if (term !== input.value.trim()) return;
  const items = pages.flatMap((page) => {
    const places = page.sub_results.slice(0, PLACES_SHOWN_PER_PAGE);
    const hits =
      places.length > 0 ? places : [{ url: page.url, title: page.meta.title ?? page.url, excerpt: page.excerpt }];
    return hits.map((hit) => item(page, hit));
  });
  const count = found.results.length;
  status.textContent =
    count === 0 ? `Nothing about "${term}".` : `${count} ${count === 1 ? 'page' : 'pages'} with "${term}"`;
  results.replaceChildren(...items);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

button.addEventListener('click', open);
input.addEventListener('input', () => void search().catch(() => {}));

document.addEventListener('keydown', (event) => {
  const slash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
  const chord = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
  if (!slash && !chord) return;
  event.preventDefault();
  open();
});

dialog.addEventListener('keydown', (event) => {
  const links = [...results.querySelectorAll('a')];
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (event.key === 'Enter' && event.target === input) {
    event.preventDefault();
    links[0]?.click();
  }
  if (step === 0 || links.length === 0) return;
  event.preventDefault();
  const place = links.indexOf(document.activeElement as HTMLAnchorElement) + step;
  (links[place] ?? input).focus();
});

dialog.addEventListener('click', ({ target }) => {
  // Outside the panel, or a link to a place on this very page.
  if (target === dialog || (target instanceof Element && target.closest('a'))) dialog.close();
});
