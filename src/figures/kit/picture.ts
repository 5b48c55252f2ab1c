// A figure's picture as one SVG that stands alone: its drawings with their computed looks, boxes as rectangles and lines,
// words as text, line by line, where the browser has set them. Knows no figure.

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
  'vector-effect',
] as const;
const TYPE = ['font-family', 'font-size', 'font-weight', 'font-style', 'text-anchor', 'dominant-baseline'] as const;
const SVG = 'http://www.w3.org/2000/svg';

/** All that the figure's stage shows at this moment. */
export function pictureOf(figure: HTMLElement): Picture {
  const frame = figure.querySelector<HTMLElement>('.picture')!;
  const { left, top } = frame.getBoundingClientRect();
  const width = Math.ceil(frame.clientWidth);
  const height = Math.ceil(frame.scrollHeight);
  const root = element('svg', { width, height, viewBox: `0 0 ${width} ${height}` });
  root.append(element('rect', { width, height, fill: plain(getComputedStyle(figure).backgroundColor) }));
  // Everything below is placed as the window has it.
  const shifted = element('g', { transform: `translate(${-left} ${-top})` });
  root.append(shifted);
  draw(frame, shifted);
  return { text: new XMLSerializer().serializeToString(root), width, height };
}

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

function draw(source: Element, into: SVGElement): void {
  const style = getComputedStyle(source);
  const box = source.getBoundingClientRect();
  const isUnseen = style.display === 'none' || style.visibility === 'hidden' || style.clipPath !== 'none';
  if (isUnseen || source instanceof HTMLInputElement) return;
  if (source instanceof SVGSVGElement) {
    if (box.width > 0) into.append(drawing(source, box, style));
    return;
  }
  let group = into;
  if (style.opacity !== '1') into.append((group = element('g', { opacity: style.opacity })));
  // What is cut to a line or two of an inline element has no one box.
  if (style.display !== 'inline' || source.getClientRects().length === 1) drawBox(box, style, group);
  for (const child of source.childNodes) {
    if (child instanceof Element) draw(child, group);
    else if (child instanceof Text && child.data.trim() !== '')
      for (const line of linesOf(child, style)) group.append(line);
  }
}

/** A nested copy of a drawing in which every class has become a property. */
function drawing(svg: SVGSVGElement, box: DOMRect, style: CSSStyleDeclaration): SVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((part, i) => {
    const look = getComputedStyle(originals[i]!);
    const names = part.tagName === 'text' ? [...PAINT, ...TYPE] : PAINT;
    for (const name of names) part.setAttribute(name, plain(look.getPropertyValue(name)));
    part.removeAttribute('class');
  });
  // A turned drawing has a box that is larger than itself.
  const [width, height] = [Number.parseFloat(style.width), Number.parseFloat(style.height)];
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  copy.removeAttribute('class');
  copy.removeAttribute('style');
  const place = {
    x: x - width / 2,
    y: y - height / 2,
    width,
    height,
    overflow: style.overflow,
    opacity: style.opacity,
  };
  for (const [key, value] of Object.entries(place)) copy.setAttribute(key, String(value));
  const turn = Number.parseFloat(style.rotate);
  if (!turn) return copy;
  const turned = element('g', { transform: `rotate(${turn} ${x} ${y})` });
  turned.append(copy);
  return turned;
}

/** The ground and the edges of a box; a hatched ground stays hatched. */
function drawBox({ x, y, width, height }: DOMRect, style: CSSStyleDeclaration, into: SVGElement): void {
  const radius = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, height / 2);
  const area = { x, y, width, height, rx: radius };
  if (!isClear(style.backgroundColor)) into.append(element('rect', { ...area, fill: plain(style.backgroundColor) }));
  const [, hatch] = /^repeating-linear-gradient\(\S+ (\w+\([^)]*\))/.exec(style.backgroundImage) ?? [];
  if (hatch) into.append(...hatched(area, plain(hatch)));
  const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) => ({
    side,
    stroke: plain(style[`border${side}Color`]),
    thick: Number.parseFloat(style[`border${side}Width`]),
    isDashed: style[`border${side}Style`] === 'dashed',
  }));
  const edges = sides.filter(({ thick, stroke }) => thick > 0 && !isClear(stroke));
  const pen = ({ thick, stroke, isDashed }: (typeof sides)[number]) => ({
    fill: 'none',
    stroke,
    'stroke-width': thick,
    ...(isDashed ? { 'stroke-dasharray': `${2 * thick + 1} ${thick + 2}` } : {}),
  });
  const [first] = edges;
  if (
    first &&
    edges.length === 4 &&
    edges.every(({ thick, stroke }) => thick === first.thick && stroke === first.stroke)
  ) {
    const inner = { x: x + first.thick / 2, y: y + first.thick / 2, rx: radius };
    const size = { width: Math.max(0, width - first.thick), height: Math.max(0, height - first.thick) };
    into.append(element('rect', { ...inner, ...size, ...pen(first) }));
    return;
  }
  for (const edge of edges) {
    const half = edge.thick / 2;
    const path = {
      Top: `M${x} ${y + half}H${x + width}`,
      Right: `M${x + width - half} ${y}V${y + height}`,
      Bottom: `M${x} ${y + height - half}H${x + width}`,
      Left: `M${x + half} ${y}V${y + height}`,
    }[edge.side];
    into.append(element('path', { d: path, ...pen(edge) }));
  }
}

let patterns = 0;

function hatched(area: Readonly<Record<string, number>>, stroke: string): readonly SVGElement[] {
  const id = `hatch-${(patterns += 1)}`;
  const size = 5;
  const pattern = element('pattern', { id, width: size, height: size, patternUnits: 'userSpaceOnUse' });
  pattern.setAttribute('patternTransform', 'rotate(45)');
  pattern.append(element('rect', { width: 1.5, height: size, fill: stroke }));
  return [pattern, element('rect', { ...area, fill: `url(#${id})` })];
}

/** A text as the browser has broken it into lines. */
function linesOf(text: Text, style: CSSStyleDeclaration): readonly SVGElement[] {
  const lines: { text: string; box: DOMRect; right: number }[] = [];
  const range = document.createRange();
  const add = (piece: string, from: number): void => {
    range.setStart(text, from);
    range.setEnd(text, from + piece.trimEnd().length);
    const boxes = range.getClientRects();
    // A word that is broken goes letter by letter.
    if (boxes.length > 1 && piece.length > 1) return [...piece].forEach((letter, i) => add(letter, from + i));
    const [box] = boxes;
    if (!box) return;
    const last = lines.at(-1);
    if (last && Math.abs(last.box.top - box.top) < 2)
      Object.assign(last, { text: last.text + piece, right: box.right });
    else lines.push({ text: piece, box, right: box.right });
  };
  for (const { 0: word, index } of text.data.matchAll(/\S+\s*/g)) add(word, index);
  return lines.map(({ text: line, box, right }) => {
    const made = element('text', { x: box.left, y: box.top + box.height / 2, 'dominant-baseline': 'central' });
    for (const name of ['font-family', 'font-size', 'font-weight', 'font-style'] as const)
      made.setAttribute(name, style.getPropertyValue(name));
    if (style.textDecorationLine !== 'none') made.setAttribute('text-decoration', style.textDecorationLine);
    made.setAttribute('fill', plain(style.color));
    // Another typeface must not make words overlap.
    made.setAttribute('textLength', String(right - box.left));
    made.setAttribute('lengthAdjust', 'spacingAndGlyphs');
    made.textContent = line.trimEnd().replace(/\s+/g, ' ');
    return made;
  });
}

const isClear = (color: string): boolean => color === 'transparent' || /[,/] ?0\)$/.test(color);

/** Colours that only browsers know as ones that every program knows; anything else as it is. */
function plain(value: string): string {
  if (!/^(oklab|oklch|color|lab|lch)\(/.test(value)) return value;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d')!;
  context.fillStyle = value;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
  return `rgba(${red}, ${green}, ${blue}, ${alpha! / 255})`;
}
