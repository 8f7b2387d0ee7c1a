import { CALENDAR_PROPERTIES } from '@qr-attendance/contracts/calendar-properties';
import ICAL from 'ical.js';

export interface Property {
  name: string;
  params: Record<string, string>;
  values: string[];
  text: string;
}
export interface Component {
  kind: string;
  properties: Property[];
  children: Component[];
  /** Lines of used properties that could not be parsed. */
  unreadable: string[];
  isCutOff: boolean;
  parent?: Component;
}

const USED = new Set(CALENDAR_PROPERTIES);
/** Components that never contain each other. */
const ENTRIES = ['VEVENT', 'VTODO', 'VJOURNAL', 'VTIMEZONE'];
const MAX_DEPTH = 20;

const nameOf = (line: string): string => /^[\w-]+(?=[;:])/.exec(line)?.[0].toUpperCase() ?? '';

/** Some programs omit the quotes around `(UTC+01:00) Amsterdam, Berlin`. */
const quoteZone = (line: string): string => line.replace(/;TZID=([^";][^";]*)(?=[;:][^:]*$)/i, ';TZID="$1"');

/** The library parses names, parameters and escapes; rules are kept as text. */
const readProperty = (name: string, line: string): Property | undefined => {
  try {
    const text = line.slice(line.lastIndexOf(':') + 1);
    if (name.endsWith('RULE')) return { name, params: {}, values: [text], text };
    const [, params, , ...values] = ICAL.parse.property(quoteZone(line)) as unknown as [
      string,
      Record<string, unknown>,
      string,
      ...unknown[],
    ];
    const texts = Object.entries(params).map(([key, value]) => [key, [value].flat().join(',')]);
    return {
      name,
      params: Object.fromEntries(texts) as Record<string, string>,
      values: values.map((value) => [value].flat().join('/')),
      text,
    };
  } catch {
    return undefined;
  }
};

const unfold = (text: string): string[] => {
  const lines: string[] = [];
  // Some transfers double the carriage return.
  const clean = text.replace(/^\uFEFF/, '').replaceAll('\r\r\n', '\r\n');
  for (const line of clean.split(/\r\n|\n|\r/))
    if (/^[ \t]/.test(line) && lines.length > 0) lines.push((lines.pop() ?? '') + line.slice(1));
    else lines.push(line);
  return lines.filter((line) => line.trim() !== '');
};

const open = (kind: string, parent?: Component): Component => ({
  kind,
  properties: [],
  children: [],
  unreadable: [],
  isCutOff: true,
  ...(parent && { parent }),
});

/**
 * Returns the components of a file with the properties that are read. A line or component that cannot be
 * parsed does not affect others.
 */
export const readComponents = (text: string): Component[] => {
  const all: Component[] = [];
  let stack: Component[] = [];
  let last = '';
  for (const line of unfold(text)) {
    const name = nameOf(line);
    const current = stack.at(-1);
    const kind = line
      .slice(line.indexOf(':') + 1)
      .trim()
      .toUpperCase();
    if (name === 'BEGIN') {
      const outer = ENTRIES.includes(kind) ? stack.findIndex((one) => ENTRIES.includes(one.kind)) : -1;
      if (outer >= 0) stack = stack.slice(0, outer);
      const component = open(kind, stack.at(-1));
      stack.at(-1)?.children.push(component);
      all.push(component);
      if (stack.length < MAX_DEPTH) stack.push(component);
    } else if (name === 'END') {
      const index = stack.findLastIndex((one) => one.kind === kind);
      const closed = stack[index];
      if (closed) {
        closed.isCutOff = false;
        // Parts opened by a damaged line and never closed belong to the enclosing component.
        for (const inner of stack.slice(index + 1)) closed.properties.push(...inner.properties);
        stack = stack.slice(0, index);
      }
    } else if (USED.has(name)) {
      const property = readProperty(name, line);
      if (property) current?.properties.push(property);
      else current?.unreadable.push(line);
      // A line without a name continues an unused property, such as a description, or is damaged.
    } else if (name === '' && USED.has(last)) current?.unreadable.push(line);
    last = name || last;
  }
  return all;
};

export const valueOf = ({ properties }: Component, name: string): string | undefined =>
  properties.find((property) => property.name === name)?.values[0];

export const propertiesOf = ({ properties }: Component, name: string): Property[] =>
  properties.filter((property) => property.name === name);
