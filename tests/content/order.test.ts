// The order of the house: names that say nothing, barrels, colours outside of the tokens, files that do not say what
// they are. What ESLint can see is in eslint.config.js; this covers the rest, and the languages that ESLint skips.
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { everyFile, filesWith, read, withoutComments } from './tree.ts';

const parts = ['engine/', 'src/', 'scripts/', 'tests/', 'content/', 'public/'];
const own = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => parts.some((part) => path.startsWith(part)) && !path.startsWith('tests/fixtures/'));

const code = own(filesWith('.ts', '.js', '.mjs', '.svelte', '.astro'));

const importsOf = (path: string): string[] =>
  [...withoutComments(read(path)).matchAll(/\b(?:from\s+|import\s*\(?\s*)['"]([^'"]+)['"]/g)].map((match) => match[1]!);

describe('names', () => {
  it('no folder or file is called utils, helpers, common, misc or stores', () => {
    const empty = /^(utils?|helpers?|common|misc|stores?)(\.|$)/i;
    expect(own(everyFile).filter((path) => path.split('/').some((part) => empty.test(part)))).toEqual([]);
  });

  it('only engine/index.ts hands on what other files export', () => {
    const handsOn = /^\s*export\s+(type\s+)?(\*|\{[^}]*\})\s*(as\s+\w+\s+)?from\s/m;
    expect(code.filter((path) => path !== 'engine/index.ts' && handsOn.test(withoutComments(read(path))))).toEqual([]);
  });
});

describe('borders', () => {
  it('everything outside of the engine imports #engine, never a file of it', () => {
    const outside = [...code, ...filesWith('.mdx')].filter((path) => !path.startsWith('engine/'));
    const deep = outside.flatMap((path) =>
      importsOf(path)
        .filter((from) => /(^|\/)engine\//.test(from))
        .map((from) => `${path}: ${from}`),
    );
    expect(deep).toEqual([]);
  });

  it('the engine imports nothing but itself', () => {
    const foreign = code
      .filter((path) => path.startsWith('engine/') && path !== 'engine/cli.ts' && !path.startsWith('engine/shell/'))
      .flatMap((path) =>
        importsOf(path)
          .filter((from) => !from.startsWith('.') || /\.\.\/(src|tests|content|scripts)\//.test(from))
          .map((from) => `${path}: ${from}`),
      );
    expect(foreign).toEqual([]);
  });
});

describe('packages', () => {
  it('that are imported are named in package.json', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
    const packages = [
      ...code,
      'astro.config.mjs',
      'eslint.config.js',
      'playwright.config.ts',
      'vitest.config.ts',
    ].flatMap((path) =>
      importsOf(path)
        .filter((from) => /^@?[a-z]/i.test(from) && !/^(node|astro|virtual):/.test(from))
        .map((from) =>
          from
            .split('/')
            .slice(0, from.startsWith('@') ? 2 : 1)
            .join('/'),
        ),
    );
    expect([...new Set(packages)].filter((name) => !(name in devDependencies))).toEqual([]);
  });
});

describe('look', () => {
  it('colours are written in tokens.css and nowhere else', () => {
    const colour =
      /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?=\s*[;,)"'!}\s])|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/gi;
    const styled = own(filesWith('.css', '.svelte', '.astro')).filter((path) => path !== 'src/styles/tokens.css');
    const written = styled.flatMap((path) =>
      [...withoutComments(read(path)).matchAll(colour)]
        .filter(([literal]) => !/^#\d+$/.test(literal) || path.endsWith('.css'))
        .map(([literal]) => `${path}: ${literal}`),
    );
    expect(written).toEqual([]);
  });
});

describe('files', () => {
  it('open by saying what they are', () => {
    const opening = /^(?:#![^\n]*\n)?(?:---\n)?(?:<script[^>]*>\s*)?\s*(?:\/\/|\/\*|<!--|# )/;
    const explained = [...code, ...own(filesWith('.css'))];
    expect(explained.filter((path) => !opening.test(read(path)))).toEqual([]);
  });

  it('name no path of the machine that they were written on', () => {
    // Split here, so that this file passes its own test.
    const machine = new RegExp(['/wo' + 'rk/', '(?<!/var)/tmp' + '/', '/ho' + 'me/', '\\.\\./sha' + 'red'].join('|'));
    const text = filesWith('.ts', '.js', '.mjs', '.svelte', '.astro', '.css', '.md', '.mdx', '.json', '.yml');
    expect(text.filter((path) => path !== 'package-lock.json' && machine.test(read(path)))).toEqual([]);
  });
});

describe('prose', () => {
  const prose = filesWith('.mdx', '.md').map((path) => ({
    path,
    text: read(path)
      .replace(/```[\s\S]*?```|`[^`]*`|<!--[\s\S]*?-->|\{\/\*[\s\S]*?\*\/\}/g, '')
      .replace(/^(import|export)\s.*$/gm, '')
      .replace(/!\[/g, '['),
  }));

  it('has no exclamation marks and no emoji', () => {
    const loud = /!(?![=-])|\p{Extended_Pictographic}/u;
    const found = prose.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => loud.test(line.replace(/[©®™↔]/g, '')))
        .map((line) => `${path}: ${line.trim().slice(0, 100)}`),
    );
    expect(found).toEqual([]);
  });
});

describe('the folder map', () => {
  it('names folders and files that exist', () => {
    const readme = read('README.md');
    const map = /```text\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    const named = [...map.matchAll(/^( *)([\w.@-]+(?:\/[\w.-]+)*\/?)/gm)];
    const above: string[] = [];
    const paths = named.map(([, indent = '', name = '']) => {
      const depth = indent.length / 2;
      above.length = depth;
      above[depth] = name.replace(/\/$/, '');
      return above.join('/');
    });
    expect(paths.length).toBeGreaterThan(8);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('has every folder of the root', () => {
    const readme = read('README.md');
    const folders = readdirSync('.', { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .filter((name) => everyFile.some((path) => path.startsWith(`${name}/`)));
    expect(folders.filter((name) => !readme.includes(`${name}/`))).toEqual([]);
  });
});

describe('the documents', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'];

  it('name commands that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const builtIn = new Set(['ci', 'exec']);
    const named = documents.flatMap((path) =>
      [...read(path).matchAll(/(?:`|^|&& )npm (?:run )?(?:-s )?([a-z-]+)/gm)].map((match) => match[1]!),
    );
    expect(named.filter((name) => !(name in scripts) && !builtIn.has(name))).toEqual([]);
  });

  it('name files that exist', () => {
    const paths = documents.flatMap((document) =>
      [...read(document).matchAll(/`([\w.-]+(?:\/[\w.-]+)+\/?)`|\]\((?!https?:|#)([^)#]+)/g)]
        .map((match) => match[1] ?? match[2]!)
        .filter(
          (path) =>
            parts.some((part) => path.startsWith(part)) ||
            /^(docs|\.ci|\.github)\//.test(path) ||
            /^[\w.-]+\.\w+$/.test(path),
        )
        .map((path) => ({ document, path })),
    );
    expect(paths.filter(({ path }) => !existsSync(path))).toEqual([]);
  });
});
