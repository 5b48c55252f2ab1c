// The site's build: Starlight as the shell, Svelte for figures, MathML for formulas, a content security policy at the end.
// SITE and BASE say where the site will live (a GitHub project page has BASE=/mcp-wire); knows nothing of any chapter.
import { unified } from '@astrojs/markdown-remark';
import sitemap from '@astrojs/sitemap';
import starlight from '@astrojs/starlight';
import svelte from '@astrojs/svelte';
import { defineConfig } from 'astro/config';
import rehypeKatex from 'rehype-katex';
import remarkMath from 'remark-math';
import { clientTouch } from './src/integrations/client-touch/client-touch.ts';
import { contentSecurityPolicy } from './src/integrations/content-security-policy.ts';
import { figureScripts } from './src/integrations/figure-scripts.ts';
import { pageWeight } from './src/integrations/page-weight.ts';
import { passages } from './src/integrations/passages.ts';
import { tableLabels } from './src/integrations/table-labels.ts';
import { unbroken } from './src/integrations/unbroken.ts';
import { uprightNames } from './src/integrations/upright-names.ts';

const site = process.env.SITE || 'http://localhost:4321';
const base = process.env.BASE || '/';

const shell = (name) => `./src/components/shell/${name}.astro`;
const preloadFont = (file) => ({
  tag: 'link',
  attrs: {
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    crossorigin: true,
    href: `${base.replace(/\/$/, '')}/fonts/${file}.woff2`,
  },
});

export default defineConfig({
  site,
  base,
  trailingSlash: 'always',
  prefetch: false,
  // A page's styles are small and come with it: one round trip less before the first paint.
  build: { inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  // The one module that is loaded on demand needs no preloading, and no code that does it.
  vite: { build: { modulePreload: false } },
  markdown: {
    syntaxHighlight: false,
    processor: unified({
      remarkPlugins: [remarkMath],
      rehypePlugins: [[rehypeKatex, { output: 'mathml' }], uprightNames, tableLabels, unbroken, passages],
    }),
  },
  integrations: [
    starlight({
      title: 'MCP on the Wire',
      description: 'Every byte of the Model Context Protocol, in figures that you can adjust, break, link and embed.',
      favicon: '/favicon.svg',
      expressiveCode: false,
      markdown: { headingLinks: false },
      head: [preloadFont('serif'), preloadFont('sans-400')],
      routeMiddleware: './src/components/shell/not-found-head.ts',
      customCss: ['./src/styles/site.css'],
      components: Object.fromEntries(
        [
          'ContentPanel',
          'Footer',
          'Header',
          'MarkdownContent',
          'PageFrame',
          'PageSidebar',
          'PageTitle',
          'Sidebar',
          'SkipLink',
          'ThemeProvider',
          'TwoColumnContent',
        ].map((name) => [name, shell(name)]),
      ),
    }),
    svelte(),
    sitemap({ filter: (page) => !page.includes('/embed/') }),
    clientTouch(),
    figureScripts(),
    contentSecurityPolicy(),
    pageWeight(),
  ],
});
