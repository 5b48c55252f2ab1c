// <mcp-figure name="broken-stream" n="8" k="3" theme="auto">: a figure of this site in any other page.
// A classic script without dependencies; served as /embed.js, where the site writes its figures in (pages/embed.js.ts).
// Knows the figures' names, titles and parameters, and the height that an embed page reports; nothing of what is drawn.
(() => {
  'use strict';

  /** {slug: {title, parameters: [name]}} */
  const FIGURES = JSON.parse('%figures%');
  const HEIGHT_BEFORE_REPORT_PX = 640;
  /** Attributes that are the element's own; all others are the figure's. */
  const OWN = /^(name|title|class|id|style|hidden|slot|lang|dir|role|tabindex|data-.*|aria-.*|on.*)$/;

  // Where this script came from is where the figures are.
  const base = new URL('.', document.currentScript.src);

  // HTML lowers the case of attributes: latencyms, latencyMs and latency-ms all mean latencyMs.
  const plain = (name) => name.replaceAll('-', '').toLowerCase();

  class McpFigure extends HTMLElement {
    #frame;
    #pending = false;
    #watch = new MutationObserver(() => this.#drawSoon());
    #listen = (event) => {
      const isOurs = this.#frame && event.source === this.#frame.contentWindow && event.origin === base.origin;
      if (isOurs && event.data?.type === 'mcp-figure-height') this.#frame.style.height = `${event.data.heightPx}px`;
    };

    connectedCallback() {
      this.style.display ||= 'block';
      window.addEventListener('message', this.#listen);
      this.#watch.observe(this, { attributes: true });
      this.#draw();
    }

    disconnectedCallback() {
      window.removeEventListener('message', this.#listen);
      this.#watch.disconnect();
      this.#frame = undefined;
    }

    /** Several attributes set in a row make one redraw. */
    #drawSoon() {
      if (this.#pending) return;
      this.#pending = true;
      queueMicrotask(() => {
        this.#pending = false;
        if (this.isConnected) this.#draw();
      });
    }

    #draw() {
      const name = this.getAttribute('name');
      const known = Object.keys(FIGURES).join(', ');
      if (!name) return this.#say(`<mcp-figure> needs a name; figures: ${known}`);
      if (!Object.hasOwn(FIGURES, name)) return this.#say(`<mcp-figure>: no figure "${name}"; figures: ${known}`);

      const address = this.#address(name);
      const title = this.getAttribute('title') || FIGURES[name].title;
      if (this.#frame) {
        if (this.#frame.title !== title) this.#frame.title = title;
        // replace(): the reader's Back button leaves the page, not the figure's states.
        if (this.#frame.dataset.address !== address) this.#frame.contentWindow.location.replace(address);
        this.#frame.dataset.address = address;
        return;
      }
      const frame = document.createElement('iframe');
      Object.assign(frame, { title, loading: 'lazy', allow: 'clipboard-write', src: address });
      frame.dataset.address = address;
      Object.assign(frame.style, {
        display: 'block',
        width: '100%',
        height: `${HEIGHT_BEFORE_REPORT_PX}px`,
        border: '0',
        colorScheme: 'auto',
      });
      this.#frame = frame;
      this.replaceChildren(frame);
    }

    #address(name) {
      const names = new Map(FIGURES[name].parameters.map((parameter) => [plain(parameter), parameter]));
      const address = new URL(`embed/${name}/`, base);
      for (const { name: given, value } of this.attributes) {
        if (!OWN.test(given)) address.searchParams.set(names.get(plain(given)) ?? given, value);
      }
      return address.href;
    }

    #say(problem) {
      const message = document.createElement('p');
      message.setAttribute('role', 'alert');
      message.textContent = problem;
      this.#frame = undefined;
      this.replaceChildren(message);
    }
  }

  if (!customElements.get('mcp-figure')) customElements.define('mcp-figure', McpFigure);
})();
