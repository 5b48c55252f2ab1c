// Makes a file or a text of a figure, when the reader asks for one. Loaded only then.
import { toCurl, toHar, toJsonLines, toMermaid } from '#engine';
import type { ExportFormat } from './declaration.ts';
import type { FigureState } from './figure-state.svelte.ts';
import { pictureOf } from './picture.ts';

export type Saved = { readonly kind: 'file'; readonly name: string } | { readonly kind: 'text'; readonly text: string };

export async function save(
  format: ExportFormat,
  figure: FigureState,
  element: HTMLElement | undefined,
): Promise<Saved> {
  const { slug } = figure.declaration;
  // A picture is taken of any figure, the rest only of runs.
  const traces = () => figure.settledLanes.map((lane) => lane.trace);
  switch (format) {
    case 'jsonl':
      return download(`${slug}.jsonl`, 'application/x-ndjson', traces().map(toJsonLines).join(''));
    case 'har':
      return download(`${slug}.har`, 'application/json', toHar(traces()));
    case 'mermaid':
      return { kind: 'text', text: figure.settledLanes.map((lane) => toMermaid(lane.trace, lane.name)).join('\n\n') };
    case 'curl':
      return { kind: 'text', text: toCurl(traces()[figure.current.lane]!, figure.current.entry) };
    case 'svg':
      return download(`${slug}.svg`, 'image/svg+xml', pictureOf(element!).text);
    case 'png':
      return download(`${slug}.png`, 'image/png', await rasterise(element!));
  }
}

function download(name: string, type: string, content: string | Blob): Saved {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
  return { kind: 'file', name };
}

async function rasterise(element: HTMLElement): Promise<Blob> {
  const { text, width, height } = pictureOf(element);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  const scale = 2;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext('2d')!;
  context.scale(scale, scale);
  context.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser made no picture.'))), 'image/png'),
  );
}
