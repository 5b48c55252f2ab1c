// Header values both ways: the worked encodings, the traps, and that nothing is lost on the way.
import { headerValueOf, textOfHeaderValue } from '#engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from './arbitraries.ts';
import { chance, runsOf } from './chance.ts';

describe('header values', () => {
  test.each([
    ['Zürich', '=?base64?WsO8cmljaA==?='],
    [' x', '=?base64?IHg=?='],
    ['a\nb', '=?base64?YQpi?='],
    ['=?base64?hi?=', '=?base64?PT9iYXNlNjQ/aGk/PQ==?='],
    ['eu north', 'eu north'],
    ['7', '7'],
    ['true', 'true'],
    ['', ''],
  ])('%j travels as %j', (text, value) => {
    expect(headerValueOf(text)).toBe(value);
    expect(textOfHeaderValue(value)).toEqual({ text });
  });
  test.each(['=?BASE64?WsO8cmljaA==?=', '=?base64?WsO8cmljaA==', 'WsO8cmljaA==?=', 'a\tb'])(
    '%j is literal text',
    (value) => {
      expect(textOfHeaderValue(value)).toEqual({ text: value });
    },
  );
  test.each([
    ['=?base64?***?=', 'not-base64'],
    ['=?base64?WsO8cmljaA?=', 'not-base64'],
    ['=?base64?=IHg?=', 'not-base64'],
    ['=?base64?/w==?=', 'not-utf8'],
    ['Z\u00fcrich', 'not-ascii'],
    ['a\u0000b', 'not-ascii'],
  ])('%j is %s', (value, problem) => {
    expect(textOfHeaderValue(value)).toEqual({ problem });
  });
  test(`comes back as it was, in visible ASCII ${runsOf()}`, () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const value = headerValueOf(text);
        expect(value).toMatch(/^(?! )[ -~]*(?<! )$/);
        expect(textOfHeaderValue(value)).toEqual({ text: text.toWellFormed() });
      }),
      chance,
    );
  });
  test(`agrees with the platform's Base64 ${runsOf()}`, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const base64 = Buffer.from(text.toWellFormed()).toString('base64');
        expect(textOfHeaderValue(`=?base64?${base64}?=`)).toEqual({ text: text.toWellFormed() });
      }),
      chance,
    );
  });
});
