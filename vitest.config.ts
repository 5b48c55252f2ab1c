// The tests that need no browser: engine, SDKs, figures drawn on the server, content. Browsers belong to Playwright.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  test: {
    environment: 'node',
    include: ['tests/{engine,sdk,figures,content}/**/*.test.ts'],
    testTimeout: 20_000,
  },
});
