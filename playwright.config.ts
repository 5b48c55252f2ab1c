// The tests that read the built site in a browser: dist/ as it is, and the links and embeds again under a base path.
import { defineConfig } from '@playwright/test';
import { findBrowser, launchArguments } from './scripts/browser.ts';
import type { SiteOptions } from './tests/site/site.ts';

const executablePath = findBrowser();
if (!executablePath) throw new Error('No browser found. "node scripts/browser.ts" installs one, or says how to.');

export default defineConfig<SiteOptions>({
  testDir: 'tests/site',
  outputDir: 'test-results/playwright',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 90_000,
  expect: { timeout: 8_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    launchOptions: { executablePath, args: [...launchArguments] },
    viewport: { width: 1280, height: 800 },
    actionTimeout: 10_000,
    locale: 'en-GB',
  },
  projects: [
    { name: 'site', use: { folder: 'dist', base: '/' } },
    {
      name: 'base',
      testMatch: /(links|embeds|search)\.spec\.ts/,
      // How an embed is sized has nothing to do with where the site lives: once is enough.
      grepInvert: /340 px|plain iframe/,
      use: { folder: 'dist-base', base: '/mcp-wire/' },
    },
  ],
});
