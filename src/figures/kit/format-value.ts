// A parameter's value as the reader sees it beside its control.
import { formatBytes, formatRate, formatTime, type NumberParameter, type Parameter, type Value } from '#engine';

export function formatValue(parameter: Parameter, value: Value): string {
  if (parameter.kind === 'choice') return parameter.options.find((o) => o.value === value)?.label ?? String(value);
  return parameter.kind === 'text' ? String(value) : formatNumber(parameter, Number(value));
}

function formatNumber({ unit }: NumberParameter, value: number): string {
  switch (unit) {
    case 'ms':
      return Number.isFinite(value) ? formatTime(value) : 'never';
    case 'bit/s':
      return formatRate(value);
    case 'bytes':
      return formatBytes(value);
    case 'count':
      return String(value);
  }
}
