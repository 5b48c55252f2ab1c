// Lint rules: the recommended sets, and the borders between the parts that ARCHITECTURE.md describes.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

const d3 = {
  regex: '^d3(-(selection|transition|axis|brush|drag|zoom))?$',
  message: 'D3 computes; Svelte draws. Take d3-scale, d3-shape and the like.',
};
const engineDoor = {
  regex: '(^|/)engine/',
  message: 'The engine has one door: import from #engine.',
};
const engineInside = {
  regex: '^(?!\\./|\\.\\./)|(^|/)\\.\\./(src|tests|content|scripts|public)(/|$)',
  message: 'The engine imports nothing but itself.',
};

const borders = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns: [d3, ...patterns] }] });

const notPure = [
  'Date',
  'performance',
  'setTimeout',
  'setInterval',
  'queueMicrotask',
  'console',
  'fetch',
  'crypto',
  'process',
];

export default [
  { ignores: ['dist/', 'dist-base/', '.astro/', '.cache/', 'test-results/', 'playwright-report/', 'tests/fixtures/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    rules: {
      eqeqeq: 'error',
      'prefer-const': 'error',
      'no-undef': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      ...borders(),
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser }, globals: globals.browser },
    rules: {
      'prefer-const': 'off',
      'svelte/prefer-const': 'error',
      // A rule for SvelteKit's router; this site has plain links.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  { files: ['src/**', 'tests/**', 'scripts/**'], rules: borders(engineDoor) },
  {
    files: ['engine/**/*.ts'],
    ignores: ['engine/cli.ts', 'engine/shell/**'],
    rules: {
      ...borders(engineInside),
      'no-restricted-globals': [
        'error',
        ...notPure.map((name) => ({ name, message: 'The engine has no clock, no chance and no outside.' })),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Use the seeded generator.' },
      ],
    },
  },
  {
    files: ['public/**/*.js'],
    languageOptions: { sourceType: 'script', globals: globals.browser },
  },
];
