// A figure's drawing as one SVG that stands alone: strokes with their computed looks, words as text, at their places.

export interface Picture {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

const PAINT = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'paint-order',
] as const;
const TYPE = ['font-family', 'font-size', 'font-weight', 'font-style', 'text-anchor', 'dominant-baseline'] as const;

/** Draws all that is marked `data-picture` and now visible, with the words that lie over it. */
export function pictureOf(figure: HTMLElement): Picture {
  const frame = figure.querySelector<HTMLElement>('.picture')!;
  const { left, top } = frame.getBoundingClientRect();
  const drawings = [...frame.querySelectorAll<SVGSVGElement>('svg[data-picture]')].filter(
    (svg) => svg.getBoundingClientRect().width > 0,
  );
  const boxes = drawings.map((svg) => svg.parentElement!.getBoundingClientRect());
  const width = Math.ceil(frame.clientWidth);
  const height = Math.ceil(Math.max(...boxes.map((box) => box.bottom)) - top + 28);
  const paper = getComputedStyle(figure).backgroundColor;
  const strokes = drawings.map((svg) => standalone(svg, left, top)).join('');
  const words = [...frame.querySelectorAll<HTMLElement>('.label > span, .party, .lane, .axis span')]
    .filter((word) => word.getBoundingClientRect().width > 0)
    .map((word) => asText(word, left, top))
    .join('');
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="${paper}"/>${strokes}${words}</svg>`;
  return { text, width, height };
}

/** A nested copy of a drawing in which every class has become a property. */
function standalone(svg: SVGSVGElement, left: number, top: number): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((element, i) => {
    const style = getComputedStyle(originals[i]!);
    const names = element.tagName === 'text' ? [...PAINT, ...TYPE] : PAINT;
    for (const name of names) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute('class');
  });
  const box = svg.getBoundingClientRect();
  copy.removeAttribute('class');
  copy.setAttribute('x', String(box.left - left));
  copy.setAttribute('y', String(box.top - top));
  copy.setAttribute('width', String(box.width));
  copy.setAttribute('height', String(box.height));
  return new XMLSerializer().serializeToString(copy);
}

function asText(word: HTMLElement, left: number, top: number): string {
  const style = getComputedStyle(word);
  const box = word.getBoundingClientRect();
  const x = box.left - left + Number.parseFloat(style.paddingLeft);
  const text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
  text.setAttribute('x', String(x));
  text.setAttribute('y', String(box.top - top + box.height / 2));
  text.setAttribute('dominant-baseline', 'central');
  text.setAttribute('opacity', getComputedStyle(word.parentElement!).opacity);
  // Parts follow each other, so that another typeface does not make them overlap.
  const parts = word.children.length > 0 ? [...word.children] : [word];
  for (const part of parts) text.append(asSpan(part));
  return new XMLSerializer().serializeToString(text);
}

function asSpan(part: Element): SVGTSpanElement {
  const style = getComputedStyle(part);
  const span = document.createElementNS('http://www.w3.org/2000/svg', 'tspan');
  for (const name of ['font-family', 'font-size', 'font-weight'] as const)
    span.setAttribute(name, style.getPropertyValue(name));
  span.setAttribute('fill', style.color);
  span.setAttribute('xml:space', 'preserve');
  span.textContent = `${part.textContent} `;
  return span;
}
