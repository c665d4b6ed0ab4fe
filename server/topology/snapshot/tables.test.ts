import { expect, test } from 'vitest'
import { formatCsvLine } from './tables'

test.each([
  [['a', 1, true, null, undefined, ''], 'a,1,true,,,'],
  [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"'],
  [[{ a: [1, 'x'] }, []], '"{""a"":[1,""x""]}",[]'],
  [['=1+1', '@x', '+a', '-a', '\tx'], `'=1+1,'@x,'+a,'-a,"'\tx"`],
  // Also after characters that a spreadsheet removes, and in other widths of the sign.
  [[' =1', '\u00a0@x', '\u200b=1', '\n=1'], `' =1,'\u00a0@x,'\u200b=1,"'\n=1"`],
  [['\uff1d1', '\uff0ba', '\uff0da', '\uff20x'], "'\uff1d1,'\uff0ba,'\uff0da,'\uff20x"],
  // A spreadsheet may separate cells by semicolons or tabs instead.
  [['a;=cmd()', 'a\t=cmd()', '"=cmd()'], `"a;=cmd()","a\t=cmd()",${'""'}"=cmd()"`],
  [['-1.5', '+2', -3, 'a=b'], '-1.5,+2,-3,a=b'],
])('writes %j as %s', (values, line) => expect(formatCsvLine(values)).toBe(`${line}\r\n`))
